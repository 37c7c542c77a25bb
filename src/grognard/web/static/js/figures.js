// @ts-check
// Figures as people write them.

/** Signed, with a true minus. @param {number} n */
export const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

/** A shift on a results table. @param {number} n columns to the right, or to the left if below zero */
export const shifted = (n) => `${Math.abs(n)} ${n === 1 || n === -1 ? "column" : "columns"} ${n < 0 ? "left" : "right"}`;

/** The game and the table in a heading; the table may bear the name of the game. @param {string} title @param {string} name */
export const headline = (title, name) => (name.startsWith(title) ? name : `${title}: ${name}`);
