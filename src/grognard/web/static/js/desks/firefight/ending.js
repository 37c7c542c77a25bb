// @ts-check
// The end of a card: who has won and by what, and what both sides have left.
import { h } from "../../dom.js";
import { chip } from "../../marks.js";

/** @typedef {import("../frame.js").Desk} Desk */
/** @typedef {{kind: string, side: string, flags?: string[]}} Piece */

const PEOPLE = new Set(["squad", "half_squad", "crew", "leader", "hero"]);

/** Why the winner has won, in figures. @param {any} found the score @param {string} winner @returns {string[]} */
export function reasons(found, winner) {
  const barred = found.limit > 0 && found.points.german >= found.limit,
    held = found.goals.filter((/** @type {any} */ one) => one.us).length,
    first = found.zone
      ? `US units ${found.zone.words} are worth ${found.zone.points} points; ${found.zone.least} were needed.`
      : `The US holds ${held} of ${found.goals.length} buildings${held < found.goals.length ? ", and needed all of them" : ""}.`;
  if (!barred || winner === "us") return [first];
  return [first, `The German side scored ${found.points.german} points: from ${found.limit} on the US cannot win.`];
}

/** What a side has on the map, as far as the seat knows. @param {Piece[]} all @param {string} side */
export function left(all, side) {
  const own = all.filter((one) => one.side === side),
    people = own.filter((one) => PEOPLE.has(one.kind)),
    broken = people.filter((one) => one.flags?.includes("broken")).length;
  return {
    unbroken: people.length - broken,
    broken,
    unknown: own.filter((one) => one.kind === "hidden").length,
    vehicles: own.filter((one) => one.kind === "vehicle").length,
  };
}

/** @param {Desk} desk */
export function endingPanel(desk) {
  const found = desk.see("score"),
    { over, seat } = desk.table;
  if (!over || !found || found.held) return false;
  const all = /** @type {Piece[]} */ (Object.values((desk.see("ground") ?? desk.own.ground)?.stacks ?? {}).flat()),
    [us, german] = ["us", "german"].map((side) => left(all, side)),
    alone = desk.model.seats.length === 1 && seat !== "watch",
    rows = /** @type {[string, number, number][]} */ ([
      ["Points scored", found.points.us, found.points.german],
      ["Units on the map, unbroken", us.unbroken, german.unbroken],
      ["Units on the map, broken", us.broken, german.broken],
      ["Stacks under a “?”", us.unknown, german.unknown],
      ["Vehicles", us.vehicles, german.vehicles],
    ]);
  return h(
    "section.ff-ending",
    { "aria-label": "How it ended" },
    h("h2", null, `The ${desk.side(over.winner)} side wins${alone ? (over.winner === seat ? ": you have won" : "") : ""}`),
    reasons(found, over.winner).map((words) => h("p", null, words)),
    h("p", null, chip(desk.book, over.clause)),
    h(
      "table.dk-tab",
      { "aria-label": "What both sides have" },
      h(
        "thead",
        null,
        h("tr", null, h("th", null), h("th.num", null, desk.side("us")), h("th.num", null, desk.side("german"))),
      ),
      h(
        "tbody",
        null,
        rows
          .filter(([, one, other], k) => !k || one + other > 0)
          .map(([words, one, other]) => h("tr", null, h("td", null, words), h("td.num", null, one), h("td.num", null, other))),
      ),
    ),
  );
}
