// @ts-check
// The form for a new game: seats, dice, optional rules; readings behind a fold.
import * as api from "../api.js";
import { once } from "../doing.js";
import { h, fill } from "../dom.js";
import { Board } from "../map/board.js";
import { chip, segments, toast } from "../marks.js";
import { keep } from "../seats.js";
import { choose, onSettings } from "../settings.js";

/** @typedef {{name: string, clause: string, kind: string, default: any, values: Record<string, string>}} Option */

const WHO = /** @type {[string, string][]} */ ([
  ["human", "Me"],
  ["link", "By link"],
  ["computer", "Computer"],
]);
const STRONGEST = 10,
  SECONDS = 5,
  LONGEST = 60; // of a computer player: its strength, and seconds of thought a turn
const DICE = {
  committed: "Sealed before play, checkable by both sides after",
  seeded: "From a number you give, to replay a game",
  typed: "Real dice: you type what came up",
};

/** @param {HTMLElement} box @param {any} game @param {import("../games/dress.js").Dress} dress @param {any} data @returns {() => void} */
export function newGame(box, game, dress, data) {
  const book = new Map(data.clauses.map((/** @type {any} */ c) => [c.id, c]));
  const sides = Object.keys(dress.sides).length
    ? dress.sides
    : Object.fromEntries((game.sides ?? []).map((/** @type {string} */ s) => [s, s]));
  const kinds = (Array.isArray(game.dice) ? game.dice : Object.keys(game.dice ?? DICE)).map(
    (/** @type {any} */ d) => d.kind ?? d.name ?? d,
  );
  const wish = {
    seats: Object.fromEntries(Object.keys(sides).map((side, k) => [side, dress.seats?.[side] ?? (k ? "computer" : "human")])),
    options: /** @type {Record<string, any>} */ ({}),
    scenario: game.scenarios[0],
    dice: { kind: kinds[0], seed: "" },
    enforcement: "referee",
    name: "",
  };
  const map = h("div.map", { "aria-hidden": "true" }),
    seed = h("input", {
      type: "text",
      placeholder: "a number or a word",
      "aria-label": "Number for the dice",
      oninput: (/** @type {any} */ e) => (wish.dice.seed = e.target.value),
    });
  const seedRow = h("div", { hidden: true }, seed),
    invite = h("div");
  const rules = game.options.filter((/** @type {Option} */ o) => o.kind !== "reading"),
    readings = game.options.filter((/** @type {Option} */ o) => o.kind === "reading");
  const clause = (/** @type {string} */ id) => {
    const c = chip(/** @type {any} */ (book), id);
    if (c)
      c.onclick = (/** @type {Event} */ e) => {
        e.preventDefault();
        toast(h("b", null, id), " ", /** @type {any} */ (book.get(id))?.text ?? "");
      };
    return c;
  };

  /** @type {Record<string, {value: string, box: HTMLElement}>} */
  const who = Object.fromEntries(
    Object.keys(sides).map((side, k) => [
      side,
      players(game, side, sides[side], k === 0, (v) => {
        if (wish.seats[side].startsWith("computer")) wish.seats[side] = v;
      }),
    ]),
  );
  fill(
    box,
    h(
      "div.hero",
      null,
      map,
      h(
        "div.ttl",
        null,
        h("b", null, game.title),
        h("span", null, dress.blurb),
        dress.guide &&
          h(
            "button.primary",
            {
              type: "button",
              "data-key": "play-now",
              onclick: () => {
                choose("guide", "");
                void open(
                  game,
                  { ...wish, seats: Object.fromEntries(Object.keys(sides).map((side, k) => [side, k ? "computer" : "human"])) },
                  invite,
                );
              },
            },
            "Play now, with a guide",
          ),
      ),
    ),
    h(
      "div.cols",
      null,
      h(
        "section",
        null,
        h("h2", null, "Who plays"),
        Object.entries(sides).map(([side, words]) =>
          h(
            "div.seatrow",
            null,
            h("span.pill", { class: `of-${side}` }, words),
            h(
              "div",
              null,
              segments(
                `seat-${side}`,
                WHO,
                wish.seats[side].split(":")[0],
                (v) => {
                  wish.seats[side] = v === "computer" ? who[side].value : v;
                  who[side].box.hidden = v !== "computer";
                },
                `Who plays the ${words} side`,
              ),
              who[side].box,
            ),
          ),
        ),
        h(
          "p.muted",
          null,
          "A seat by link gives you an address to send. Both seats yours: one screen, in turns, with a curtain while something is hidden.",
        ),
        h(
          "label.check",
          null,
          h("span", null, "Name of the table"),
          h("input", {
            type: "text",
            maxlength: 80,
            placeholder: game.title,
            oninput: (/** @type {any} */ e) => (wish.name = e.target.value),
          }),
        ),
        game.scenarios.length > 1 && [
          h("h2", null, "Scenario"),
          segments(
            "scenario",
            game.scenarios.map((/** @type {string} */ n) => [n, n]),
            wish.scenario,
            (v) => {
              wish.scenario = v;
            },
            "Scenario",
          ),
        ],
      ),
      rules.length > 0 &&
        h(
          "section",
          null,
          h("h2", null, "Optional rules"),
          rules.map((/** @type {Option} */ o) => rule(o, wish.options, clause)),
        ),
      h(
        "section",
        null,
        h("h2", null, "Dice"),
        kinds.map((/** @type {string} */ kind) =>
          h(
            "label.check",
            null,
            h("input", {
              type: "radio",
              name: "dice",
              checked: kind === wish.dice.kind,
              onchange: () => {
                wish.dice.kind = kind;
                seedRow.hidden = kind !== "seeded";
              },
            }),
            DICE[/** @type {keyof DICE} */ (kind)] ?? kind,
          ),
        ),
        seedRow,
        h("h2", null, "Rules"),
        segments(
          "enforcement",
          (game.enforcement ?? ["referee", "adviser"]).map((/** @type {string} */ e) => [e, e[0].toUpperCase() + e.slice(1)]),
          wish.enforcement,
          (v) => {
            wish.enforcement = v;
          },
          "What is done about an illegal action",
        ),
        h("p.muted", null, "A referee refuses what is not legal; an adviser says so and lets you; free play says nothing."),
      ),
    ),
    readings.length &&
      h(
        "details.readings",
        null,
        h(
          "summary",
          null,
          `Readings: where the rules leave a choice (${readings.length}). Defaults are set; open to change them.`,
        ),
        h(
          "div",
          null,
          readings.map((/** @type {Option} */ o) => reading(o, wish.options, clause)),
        ),
      ),
    invite,
    dress.paper && h("p", null, dress.paper.words, " ", h("a.btn", { href: dress.paper.href }, dress.paper.title)),
    h(
      "div.launch",
      null,
      h("div.muted", null, "Seats, options and readings are printed at the head of the record."),
      h(
        "button.primary",
        { type: "button", "data-key": "open", onclick: once(() => open(game, wish, invite)) },
        "Open the table",
      ),
    ),
  );
  if (!Object.keys(data.map.hexes ?? {}).length) return () => {}; // a game without a map to show
  const board = new Board(map, data.map, { ...dress, cartouche: undefined }, null);
  board.fitted = false;
  board.camera.centre(dress.hero, dress.hero.scale);
  board.draw();
  return onSettings(() => board.repaint());
}

/** Which computer player: each with a line on how it plays; how well, and how long it may think, where that makes a difference.
 * @param {any} game @param {string} side @param {string} words @param {boolean} hidden @param {(value: string) => void} change */
function players(game, side, words, hidden, change) {
  /** @type {{name: string, character: string, graded: boolean}[]} */
  const list = game.players ?? [],
    wish = { name: game.strongest ?? "", strength: STRONGEST, seconds: SECONDS };
  const says = h("small.muted"),
    grades = h("div.grades"),
    one = { value: "computer", box: h("div.player", { hidden }) };
  const number = (/** @type {string} */ label, /** @type {"strength" | "seconds"} */ key, /** @type {number} */ most) =>
    h(
      "label",
      null,
      label,
      " ",
      h("input", {
        type: "number",
        min: 1,
        max: most,
        value: wish[key],
        "aria-label": `${label} of the computer player of the ${words} side`,
        onchange: (/** @type {any} */ e) => {
          wish[key] = e.target.value = Math.max(1, Math.min(most, Math.round(Number(e.target.value) || 1)));
          tell();
        },
      }),
    );
  const tell = () => {
    const player = list.find((p) => p.name === wish.name),
      plain = !player?.graded || (wish.strength === STRONGEST && wish.seconds === SECONDS);
    one.value = !wish.name
      ? "computer"
      : plain
        ? `computer:${wish.name}`
        : `computer:${wish.name}:${wish.strength}:${wish.seconds}`;
    says.textContent = player?.character ?? "";
    grades.hidden = !player?.graded;
    change(one.value);
  };
  fill(grades, number("Strength", "strength", STRONGEST), number("Seconds a turn", "seconds", LONGEST));
  if (list.length > 1)
    fill(
      one.box,
      h(
        "select",
        {
          "aria-label": `Computer player of the ${words} side`,
          onchange: (/** @type {any} */ e) => {
            wish.name = e.target.value;
            tell();
          },
        },
        list.map((p) => h("option", { value: p.name, selected: p.name === wish.name }, p.name)),
      ),
      says,
      grades,
    );
  tell();
  return one;
}

const yes = (/** @type {any} */ v) => v === true || v === "true";

/** An optional rule: a tick, or a number. @param {Option} o @param {Record<string, any>} chosen @param {(id: string) => any} clause */
function rule(o, chosen, clause) {
  const words = o.name.replaceAll("_", " ");
  if (typeof o.default === "boolean") {
    return h(
      "label.check",
      null,
      h("input", {
        type: "checkbox",
        checked: o.default,
        onchange: (/** @type {any} */ e) => (chosen[o.name] = e.target.checked),
      }),
      h("span", null, h("b", null, words[0].toUpperCase() + words.slice(1)), `: ${o.values.true ?? ""} `, clause(o.clause)),
    );
  }
  if (typeof o.default === "string") return reading(o, chosen, clause);
  return h(
    "div.check",
    null,
    h("input", {
      type: "text",
      inputmode: "numeric",
      size: 3,
      value: o.default,
      class: "num",
      "aria-label": words,
      onchange: (/** @type {any} */ e) => (chosen[o.name] = Number(e.target.value)),
    }),
    h("span", null, h("b", null, words[0].toUpperCase() + words.slice(1)), " ", clause(o.clause)),
  );
}

/** @param {Option} o @param {Record<string, any>} chosen @param {(id: string) => any} clause */
function reading(o, chosen, clause) {
  const values = Object.keys(o.values).sort((a, b) => Number(b === String(o.default)) - Number(a === String(o.default)));
  const short = (/** @type {string} */ v) => (v === "true" ? "yes" : v === "false" ? "no" : v.replaceAll("_", " "));
  const typed = (/** @type {string} */ v) =>
    typeof o.default === "boolean" ? yes(v) : typeof o.default === "number" ? Number(v) : v;
  const says = h("div", null, o.values[String(o.default)] ?? "");
  return h(
    "div.rd",
    null,
    h("div", null, clause(o.clause)),
    says,
    segments(
      `option-${o.name}`,
      values.map((v) => [v, short(v)]),
      String(o.default),
      (v) => {
        chosen[o.name] = typed(v);
        says.textContent = o.values[v];
      },
      o.name.replaceAll("_", " "),
    ),
  );
}

/** @param {any} game @param {any} wish @param {HTMLElement} invite */
async function open(game, wish, invite) {
  const dice = wish.dice.seed && wish.dice.kind === "seeded" ? wish.dice : { kind: wish.dice.kind };
  try {
    const made = await api.newTable({ ...wish, game: game.name, name: wish.name || game.title, dice });
    const links = Object.entries(wish.seats)
      .filter(([, kind]) => kind === "link")
      .map(([side]) => ({ side, url: `${location.origin}${location.pathname}#t=${made.table}&k=${made.seats[side]}` }));
    for (const [side, kind] of Object.entries(wish.seats)) if (kind === "human") keep(made.table, made.seats[side]);
    if (Object.values(wish.seats).every((kind) => kind !== "human")) keep(made.table, made.watch);
    if (!links.length) {
      location.hash = `t=${made.table}`;
      return;
    }
    fill(
      invite,
      h(
        "div.invite",
        { role: "status" },
        h("b", null, "The table is open. Send this address; whoever opens it has the seat."),
        links.map(({ side, url }) =>
          h(
            "label",
            null,
            `${side[0].toUpperCase()}${side.slice(1)}`,
            h("input", { type: "text", readonly: true, value: url, onfocus: (/** @type {any} */ e) => e.target.select() }),
          ),
        ),
        h("div", null, h("a.btn.primary", { href: `#t=${made.table}` }, "Go to the table")),
      ),
    );
    invite.scrollIntoView();
  } catch (error) {
    toast(String(error instanceof Error ? error.message : error));
  }
}
