// @ts-check
// The log as a report: a move of several hexes is one line, and a side that lets it pass has none. "orders" lists every action.

/** @typedef {{text: string, clause: string | null, side?: string}} Words */
/** @typedef {{seq: number, by: string, do: string | null, words: Words[]}} Entry */

const PASSES = /^\S+ passes$/;
const ON_THE_WAY = /^(Only one legal choice: )?.+ routs? by [A-Z]+\d+$/; // the line before tells where to
const CHOICE = /^(lead|drive|along|go) /; // who is to move, or one hex of a rout: the move itself is told with all its units
const ENTERS = / enters? [A-Z]+\d+ and/; // a move that began off the map
const ENTRY = /^(.+) enters? [A-Z]+\d+$/;
const MOVE = /^(.+ (?:moves?|drives)) (?:by (.+) )?to ([A-Z]+\d+)$/;

/** Without the pass that ended a step: what it led to is told of the side that it is about. @param {Entry} entry @returns {Entry} */
function withoutPasses(entry) {
  const words = entry.words.filter((one) => !PASSES.test(one.text) && !ON_THE_WAY.test(one.text));
  return words.length < entry.words.length ? { ...entry, by: words[0]?.side || entry.by, words } : entry;
}

/** Whether an entry is one more secret action of the side that acted before. @param {Entry | undefined} before @param {Entry} entry */
const isSecretAgain = (before, entry) =>
  entry.do === null && before?.do === null && before.by === entry.by && !entry.words.length && !before.words.length;

/** Whether a line would only say that a step ended or that a unit was chosen. @param {Entry} entry */
const isSilent = (entry) => !entry.words.length && (entry.do === "done" || CHOICE.test(entry.do ?? ""));

/** The move that an entry tells, and nothing else. @param {Entry | undefined} entry */
const move = (entry) => (entry?.words.length === 1 ? MOVE.exec(entry.words[0].text) : null);

/** A move and the next hex of the same move in one line, if they are that. @param {Entry | undefined} before @param {Entry} entry @returns {Entry | null} */
function joined(before, entry) {
  const [one, other] = [move(before), move(entry)];
  if (before && other) {
    const who = before.words.length === 1 && ENTRY.exec(before.words[0].text)?.[1];
    if (who && other[1].startsWith(`${who} `)) return entered(before, entry, other[1].slice(who.length + 1), other[3]);
  }
  if (!one || !other || one[1].replace(ENTERS, "") !== other[1] || other[2]) return null;
  const by = one[2] ? `${one[2]}, ${one[3]}` : one[3];
  return {
    ...entry,
    by: /** @type {Entry} */ (before).by,
    words: [{ ...entry.words[0], text: `${one[1]} by ${by} to ${other[3]}` }],
  };
}

/** A unit that has come onto the map goes on. @param {Entry} before @param {Entry} entry @param {string} does @param {string} hex @returns {Entry} */
const entered = (before, entry, does, hex) => ({
  ...entry,
  by: before.by,
  words: [{ ...entry.words[0], text: `${before.words[0].text} and ${does} to ${hex}` }],
});

/** @param {Entry[]} log @returns {Entry[]} */
export function told(log) {
  /** @type {Entry[]} */
  const rows = [];
  for (const entry of log.map(withoutPasses)) {
    if (isSilent(entry)) continue;
    const before = rows[rows.length - 1],
      one = isSecretAgain(before, entry) ? entry : joined(before, entry);
    if (one) rows[rows.length - 1] = one;
    else rows.push(entry);
  }
  return rows;
}
