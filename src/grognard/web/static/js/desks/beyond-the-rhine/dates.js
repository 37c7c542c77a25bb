// @ts-check
// The days of the campaign as people say them.
import { MONTHS } from "../months.js";

export { MONTHS };

/** @param {string} iso */
const parts = (iso) => iso.split("-").map(Number);
/** `1 Nov` @param {string} iso */
export const nice = (iso) => {
  const [, m, d] = parts(iso);
  return `${d} ${MONTHS[m - 1].slice(0, 3)}`;
};
/** `1 November 1944` @param {string} iso */
export const long = (iso) => {
  const [y, m, d] = parts(iso);
  return `${d} ${MONTHS[m - 1]} ${y}`;
};
/** @param {string} iso */
export const month = (iso) => MONTHS[parts(iso)[1] - 1];

/** Runs of turns in one month: [name, first, last]. @param {any[]} turns @returns {[string, number, number][]} */
export function months(turns) {
  /** @type {[string, number, number][]} */
  const found = [];
  for (const t of turns) {
    const name = month(t.date),
      last = found[found.length - 1];
    if (last?.[0] === name) last[2] = t.n;
    else found.push([name, t.n, t.n]);
  }
  return found;
}
