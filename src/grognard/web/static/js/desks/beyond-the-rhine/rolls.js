// @ts-check
// Rolls that the last action brought: one after another, each with its dice and what it brought; then folded, newest first.
import { h } from "../../dom.js";
import { announce, chip } from "../../marks.js";
import { total } from "../parts.js";

/** @typedef {import("../frame.js").Desk} Desk */
/** @typedef {{rows: any[], open: boolean}} Rolls open: they are shown, and not folded */

/** Collects the rolls since the last look. @param {Desk} desk */
export function gatherRolls(desk) {
  const { seq, log } = desk.table,
    seen = desk.own.seenSeq ?? seq,
    rows = log.filter((/** @type {any} */ e) => e.seq > seen && e.by === "chance");
  desk.own.seenSeq = seq;
  if (seq === seen) return;
  desk.own.rolls = { rows, open: true };
  if (rows.length) announce(rows.flatMap((/** @type {any} */ e) => e.words.map((/** @type {any} */ w) => w.text)).join(". "));
}

/** @param {Desk} desk */
export function rollBox(desk) {
  const rolls = /** @type {Rolls | undefined} */ (desk.own.rolls);
  if (!rolls?.rows.length) return null;
  return h(
    "details.rh-rolls",
    {
      open: rolls.open,
      ontoggle: (/** @type {any} */ e) => {
        rolls.open = e.target.open;
      },
    },
    h("summary", { "data-key": "rolls" }, `${rolls.rows.length} ${rolls.rows.length === 1 ? "roll" : "rolls"} made`),
    h(
      "ol",
      null,
      rolls.rows.map((row) =>
        h(
          "li",
          null,
          diceOf(row),
          h(
            "div",
            null,
            row.words.map((/** @type {any} */ w) => h("p", null, w.text, " ", chip(desk.book, w.clause))),
          ),
        ),
      ),
    ),
  );
}

/** @param {any} row */
function diceOf(row) {
  const n = Number(/^roll (\d+)$/.exec(row.do ?? "")?.[1] ?? 0);
  return n ? total(n) : null;
}
