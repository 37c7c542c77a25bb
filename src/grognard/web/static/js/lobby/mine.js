// @ts-check
// The tables this browser has seats at: whose turn it is, and since when.
import * as api from "../api.js";
import { h, fill } from "../dom.js";
import { KEPT, allTokens, forget } from "../seats.js";
import { inFull, moment } from "../when.js";
import { failed } from "./failed.js";

/** @typedef {{seats: any[], table: any, yours: boolean}} Row */

export function myGames() {
  const box = h("div.mine", null, h("p.muted", null, "Looking for your games…"));
  const load = async () => {
    try {
      await show(box, load);
    } catch (error) {
      console.error(error);
      fill(
        box,
        failed("Your games could not be listed", error, () => void load()),
      );
    }
  };
  const back = () => void (document.visibilityState === "visible" && load()); // turns pass while the page is in the background
  const kept = () => void load();
  document.addEventListener("visibilitychange", back);
  document.addEventListener(KEPT, kept);
  const leave = () => {
    document.removeEventListener("visibilitychange", back);
    document.removeEventListener(KEPT, kept);
  };
  return { box, load, leave };
}

/** @param {HTMLElement} box @param {() => Promise<void>} again */
async function show(box, again) {
  const tokens = allTokens(),
    [found, games] = tokens.length ? await Promise.all([api.mine(tokens), api.games()]) : [[], []];
  if (!found.length) return fill(box, h("p.muted", null, "None yet. Tables you open or are invited to are kept here."));
  const titles = new Map(games.map((/** @type {any} */ g) => [g.name, g]));
  fill(
    box,
    rows(found).map((one) => row(one, titles.get(one.table.game), again)),
  );
}

/** One row a table: those that wait for me first, then the ones played last. @param {any[]} found @returns {Row[]} */
function rows(found) {
  const byTable = Map.groupBy ? Map.groupBy(found, (t) => t.table) : grouped(found);
  return [...byTable.values()]
    .map((seats) => ({ seats, table: seats[0], yours: seats.some((/** @type {any} */ o) => o.mine) }))
    .sort((a, b) => rank(a) - rank(b) || (b.table.since ?? 0) - (a.table.since ?? 0));
}

/** @param {any[]} found @returns {Map<string, any[]>} */
function grouped(found) {
  return new Map(found.map((t) => [t.table, found.filter((o) => o.table === t.table)]));
}

const rank = (/** @type {Row} */ one) => (one.table.over || one.table.error ? 2 : one.yours ? 0 : 1);

/** @param {Row} one @param {any} game @param {() => Promise<void>} again */
function row(one, game, again) {
  const { table, seats, yours } = one,
    name = table.name || game?.title || table.table,
    side = (/** @type {string} */ s) => game?.about.sides[s] ?? { watch: "Spectator", chance: "Dice" }[s] ?? s;
  const scenario = game?.about.scenarios.find((/** @type {any} */ s) => s.id === table.scenario)?.name;
  const words = [game?.title, scenario].filter(Boolean).join(": ");
  return h(
    "div.seated",
    { class: yours && !table.over ? "yours" : "" },
    h(
      "div",
      null,
      h("b", null, name, table.turn ? `, turn ${table.turn}` : ""),
      words && !name.startsWith(words) && h("small", null, words),
      h("small", null, seats.map((o) => side(o.seat)).join(" and "), " · ", ...turnWords(one, side)),
    ),
    h(
      "a.btn",
      {
        class: yours && !table.over ? "primary" : "",
        href: `#t=${encodeURIComponent(table.table)}`,
        "aria-label": `${table.over ? "Look at" : "Resume"} ${name}`,
      },
      table.over ? "Look" : "Resume",
    ),
    removeButton(table.table, name, again),
  );
}

/** @param {Row} one @param {(s: string) => string} side @returns {import("../dom.js").Child[]} */
function turnWords({ table, yours }, side) {
  if (table.error) return [h("span.bad", null, table.error)];
  const since = table.since && h("time", { title: inFull(table.since) }, moment(table.since));
  if (table.over) return ["game over", since && [", ", since]];
  const who = yours ? h("b", null, "your turn") : table.to_move ? `${side(table.to_move)} to move` : "";
  return [who, since && [" since ", since]];
}

/** @param {string} table @param {string} name @param {() => Promise<void>} again */
function removeButton(table, name, again) {
  return h(
    "button.quiet",
    {
      type: "button",
      "aria-label": `Remove ${name} from this list`,
      title: "Remove from this list. You need the link to return to this table.",
      onclick: () => {
        if (!confirm("Remove this table from the list? You need its link to return to it.")) return;
        forget(table);
        void again();
      },
    },
    "✕",
  );
}
