// @ts-check
// Counters of The Longest Day in panels: single counters, whole divisions, brigades as a fan of their battalions.
import { counterPicture } from "../../counters.js";
import { dress } from "../../games/longest-day.js";
import { h } from "../../dom.js";

/** A row of the ledger: what is assigned as one. `members` are counters.
 * @typedef {{id: string, name: string, short: string, kind: "division" | "brigade" | "group" | "unit", type: string, nation: string, side: string,
 *   rating: string, members: string[], special: boolean, gun: boolean, on_map: boolean, hex: string | null, arrives: string | null,
 *   corps: string | null, since: string | null, next: {corps: string | null, day: string} | null, hqs: string[]}} Row */

/** A counter that stands for a whole formation. @param {Row} row */
const piece = (row) =>
  /** @type {any} */ ({
    id: row.id,
    name: row.name,
    side: row.side,
    nation: row.nation,
    formation: row.id,
    type: row.type,
    mobility: row.type === "armor" ? "mobile" : "leg",
    size: row.kind,
    full: [row.kind === "division" ? "XX" : row.kind === "unit" ? row.rating.split(" ")[0] : row.members.length],
    reduced: null,
  });

/** @param {Row} row @param {Map<string, any>} units */
export function chit(row, units) {
  const unit = row.kind === "unit" ? (units.get(row.id) ?? piece(row)) : piece(row);
  return counterPicture(unit, dress, { compact: true, label: row.name });
}

/** Up to four counters, one over the other. @param {Row} row @param {Map<string, any>} units */
export function fan(row, units) {
  const shown = row.members
    .slice(0, 4)
    .map((id) => units.get(id))
    .filter(Boolean);
  return h(
    `span.tld-fan.of${shown.length}`,
    { "aria-hidden": "true" },
    shown.map((unit) => counterPicture(unit, dress, { compact: true })),
  );
}
