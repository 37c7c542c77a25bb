// @ts-check
// What came of the last decision of the seat: who fired, the dice, what they did. It stands above the next decision.
import { h } from "../../dom.js";
import { line } from "../log.js";

/** @typedef {import("../frame.js").Desk} Desk */
/** @typedef {{seq: number, by: string, do: string | null, words: {text: string}[]}} Entry */

const MOST = 7; // lines that are shown, the newest
const FAR = 60; // entries that are looked through

/** @param {Entry} entry */
const isRoll = (entry) => entry.by === "chance";

/** Whether an entry is worth a line: dice, or an action that the log says in words; not the end of a step. @param {Entry} entry */
const speaks = (entry) => isRoll(entry) || (entry.do !== "done" && entry.words.length > 0);

/** Where the last decision of a seat begins: an attack is declared, others join it, and the button that rolls ends it.
 * @param {Entry[]} log @param {string} seat */
function beginning(log, seat) {
  let from = log.findLastIndex((one) => one.by === seat);
  const isOwn = (/** @type {number} */ k) => log[k]?.by === seat;
  if (from > 0 && log[from].do === "done" && !log[from].words.length && isOwn(from - 1)) from--;
  while (isOwn(from - 1) && log[from].do !== "done" && log[from - 1].do !== "done") from--;
  return from;
}

/** The lines of the log since the last decision of a seat, if dice were rolled; a seat that only ended a step is shown the others' acts
 * by the playback. @param {Entry[]} log @param {string} seat @returns {Entry[]} */
export function outcome(log, seat) {
  const recent = log.slice(-FAR),
    from = beginning(recent, seat),
    lines = from < 0 || recent[from].do === "done" ? [] : recent.slice(from).filter(speaks);
  return lines.some(isRoll) ? lines.slice(-MOST) : [];
}

/** @param {Desk} desk */
export function outcomePanel(desk) {
  const lines = desk.past ? [] : outcome(desk.table.log, desk.table.seat);
  return (
    lines.length > 0 &&
    h(
      "section.ff-outcome",
      { "aria-label": "Since your last decision" },
      h("h3", null, "Since your last decision"),
      h(
        "ol",
        null,
        lines.map((one) => line(desk, one)),
      ),
    )
  );
}
