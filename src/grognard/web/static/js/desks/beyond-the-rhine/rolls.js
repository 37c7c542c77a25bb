// @ts-check
// Rolls that the last action brought: one after another, each with its dice and what it brought; then folded, newest first.
import { h } from "../../dom.js";
import { announce, chip } from "../../marks.js";
import { total } from "../parts.js";

/** @typedef {import("../frame.js").Desk} Desk */
/** @typedef {{rows: any[], at: number}} Rolls at: the roll that is shown; past the last one all are folded */

/** Collects the rolls since the last look. @param {Desk} desk */
export function gatherRolls(desk) {
  const { seq, log } = desk.table,
    seen = desk.own.seenSeq ?? seq,
    rows = log.filter((/** @type {any} */ e) => e.seq > seen && e.by === "chance");
  desk.own.seenSeq = seq;
  if (seq === seen) return;
  desk.own.rolls = { rows, at: 0 };
  if (rows.length) say(desk.own.rolls);
}

/** @param {Desk} desk */
export function rollBox(desk) {
  const rolls = /** @type {Rolls | undefined} */ (desk.own.rolls);
  if (!rolls?.rows.length) return null;
  const shown = rolls.rows[rolls.at];
  if (!shown)
    return h(
      "details.rh-rolls",
      null,
      h("summary", null, `${rolls.rows.length} ${rolls.rows.length === 1 ? "roll" : "rolls"} made`),
      h(
        "ul",
        null,
        [...rolls.rows].reverse().map((row) => h("li", null, row.words.map((/** @type {any} */ w) => w.text).join(". "))),
      ),
    );
  const last = rolls.at === rolls.rows.length - 1;
  return h(
    "section.rh-roll",
    { "aria-label": "Rolls" },
    h("h2", null, `Roll ${rolls.at + 1} of ${rolls.rows.length}`),
    h("div.dk-row", null, diceOf(shown)),
    shown.words.map((/** @type {any} */ w) => h("p", null, w.text, " ", chip(desk.book, w.clause))),
    h(
      "div.dk-row",
      null,
      h(
        "button.primary",
        { type: "button", "data-key": "next-roll", onclick: () => step(desk, rolls, rolls.at + 1) },
        last ? "Close the rolls" : "Next roll",
      ),
      !last &&
        h(
          "button",
          { type: "button", "data-key": "all-rolls", onclick: () => step(desk, rolls, rolls.rows.length) },
          "Show all",
        ),
    ),
  );
}

/** @param {Desk} desk @param {Rolls} rolls @param {number} at */
function step(desk, rolls, at) {
  rolls.at = at;
  say(rolls);
  desk.changed();
}

/** @param {Rolls} rolls */
const say = (rolls) =>
  rolls.rows[rolls.at] && announce(rolls.rows[rolls.at].words.map((/** @type {any} */ w) => w.text).join(". "));

/** @param {any} row */
function diceOf(row) {
  const n = Number(/^roll (\d+)$/.exec(row.do ?? "")?.[1] ?? 0);
  return n ? total(n) : null;
}
