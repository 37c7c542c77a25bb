// @ts-check
// The results of this server: ratings, win rates with their intervals, and the last games.
import * as api from "../api.js";
import { once } from "../action_queue.js";
import { h } from "../dom.js";
import { toast } from "../marks.js";
import { keep } from "../seats.js";
import { inFull, moment } from "../when.js";

const signed = (/** @type {number} */ n) => `${n < 0 ? "−" : "+"}${Math.abs(Math.round(n))}`;
const percent = (/** @type {number} */ n) => `${Math.round(100 * n)} %`;

/** @param {HTMLElement} app @returns {Promise<() => void>} */
export async function resultsPage(app) {
  document.title = "Results · grognard";
  const [found, games] = await Promise.all([api.results(), api.games()]),
    titles = new Map(games.map((/** @type {any} */ g) => [g.name, g]));
  app.replaceChildren(
    h(
      "main.howto.results",
      null,
      h("p", null, h("a.btn", { href: "#" }, "To the lobby")),
      h("h1", null, "Results"),
      h(
        "p",
        null,
        "Games between two players with names are rated. Ratings are Elo, worked out game by game; 0 is the mean of the players. ",
        "Ranges in brackets are 95 % intervals: with few games they are wide.",
      ),
      found.games.length === 0 && h("p", null, "No rated game is over yet."),
      found.games.map((/** @type {any} */ one) => game(one, titles.get(one.game))),
      found.last.length > 0 && last(found.last, titles),
    ),
  );
  return () => {};
}

/** A table of figures. @param {string} caption @param {string[]} heads @param {any[][]} rows */
const grid = (caption, heads, rows) =>
  h(
    "div.scroll",
    { tabindex: 0, role: "region", "aria-label": caption },
    h(
      "table",
      null,
      h("caption", null, caption),
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          heads.map((words) => h("th", { scope: "col" }, words)),
        ),
      ),
      h(
        "tbody",
        null,
        rows.map(([first, ...rest]) =>
          h(
            "tr",
            null,
            h("th", { scope: "row" }, first),
            rest.map((cell) => h("td", null, cell)),
          ),
        ),
      ),
    ),
  );

/** @param {any} one @param {any} of */
function game(one, of) {
  const side = (/** @type {string} */ s) => of?.about.sides[s] ?? s,
    scenario = (/** @type {string} */ id) => of?.about.scenarios.find((/** @type {any} */ s) => s.id === id)?.name ?? id;
  const players = one.players.map((/** @type {any} */ p) => [
    p.player,
    `${signed(p.elo)} (${signed(p.elo - p.margin)} to ${signed(p.elo + p.margin)})`,
    p.games,
  ]);
  const rates = one.scenarios.flatMap((/** @type {any} */ s) =>
    Object.entries(s.sides).map(([name, rate]) => [
      scenario(s.scenario),
      side(name),
      `${/** @type {any} */ (rate).wins} of ${s.games}`,
      `${percent(/** @type {any} */ (rate).value)} (${percent(/** @type {any} */ (rate).low)} to ${percent(/** @type {any} */ (rate).high)})`,
      s.draws,
    ]),
  );
  const edge = one.advantage;
  return h(
    "section",
    null,
    h("h2", null, of?.title ?? one.game),
    grid("Players", ["Player", "Rating", "Games"], players),
    grid("Win rates by scenario and side", ["Scenario", "Side", "Won", "Win rate", "Draws"], rates),
    h(
      "p.muted",
      null,
      `Between equal players the ${side(edge.side)} side is worth ${signed(edge.elo)} Elo (${signed(edge.elo - edge.margin)} to ${signed(edge.elo + edge.margin)}).`,
    ),
  );
}

/** @param {any[]} rows @param {Map<string, any>} titles */
function last(rows, titles) {
  const cells = rows.map((one) => {
    const of = titles.get(one.game),
      side = (/** @type {string} */ s) => of?.about.sides[s] ?? s,
      players = Object.entries(one.players).map(([s, name]) => `${name} (${side(s)})`);
    const how = one.on_time ? "on time" : one.level,
      ended = one.winner in one.players ? `${one.players[one.winner]} wins, ${how}` : `Draw, ${how}`;
    return [
      h("time", { title: inFull(one.at) }, moment(one.at)),
      of?.title ?? one.game,
      players.join(" – "),
      ended,
      [
        h(
          "a.btn",
          {
            href: `api/results/${encodeURIComponent(one.table)}/record`,
            download: `${one.table}.grog`,
            "aria-label": `Record of ${players.join(" against ")}`,
          },
          "Record",
        ),
        !one.on_time && [
          " ",
          h(
            "button",
            { type: "button", "aria-label": `Replay ${players.join(" against ")}`, onclick: once(() => replay(one)) },
            "Replay",
          ),
        ],
      ],
    ];
  });
  return h(
    "section",
    null,
    h("h2", null, "Last results"),
    grid("Last results", ["When", "Game", "Players", "Result", "Record"], cells),
  );
}

/** Opens a copy of the finished game: the slider goes through it. @param {any} one */
async function replay(one) {
  try {
    const made = await api.takeIn({ record: await api.resultRecord(one.table), name: "Finished game" });
    keep(made.table, made.watch);
    location.hash = `t=${made.table}`;
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
  }
}
