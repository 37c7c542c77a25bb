// @ts-check
// Clocks in words.

/** @typedef {{kind: "days" | "chess", seconds: number, increment: number, grace: number, gift: number}} Terms */

const MINUTE = 60,
  HOUR = 3600,
  DAY = 86400;
const two = (/** @type {number} */ n) => String(n).padStart(2, "0");

/** Seconds as "2 d 3 h", "3 h 05 min" or "12:30"; with a minus below zero. @param {number} seconds */
export function span(seconds) {
  const over = seconds < 0,
    left = over ? Math.ceil(-seconds) : Math.floor(seconds);
  const says =
    left >= DAY
      ? `${Math.floor(left / DAY)} d ${Math.floor((left % DAY) / HOUR)} h`
      : left >= HOUR
        ? `${Math.floor(left / HOUR)} h ${two(Math.floor((left % HOUR) / MINUTE))} min`
        : `${Math.floor(left / MINUTE)}:${two(left % MINUTE)}`;
  return (over ? "−" : "") + says;
}

const many = (/** @type {number} */ n, /** @type {string} */ word) => `${n} ${word}${n === 1 ? "" : "s"}`;

/** What the players agreed on. @param {Terms | null | undefined} terms */
export function termsWords(terms) {
  if (!terms) return "no clock";
  if (terms.kind === "days") return `${many(terms.seconds / DAY, "day")} for each move`;
  return `${many(terms.seconds / MINUTE, "minute")}${terms.increment ? ` + ${many(terms.increment, "second")} for each move` : ""}`;
}

/** @param {Terms} terms */
export const giftWords = (terms) => (terms.kind === "days" ? "Give 1 more day" : `Give ${terms.gift / MINUTE} more minutes`);
