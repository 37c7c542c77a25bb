// @ts-check
// What the check of a record has shown, in sentences that claim no more than was proved.

/** @typedef {import("./record.js").Report} Report */

const many = (/** @type {number} */ n, /** @type {string} */ one, more = `${one}s`) => `${n} ${n === 1 ? one : more}`;
const listed = (/** @type {string[]} */ names) => names.join(" and ");

/** @param {Report} report @returns {string} */
function diceWords({ dice, takenBack, oldRolls }) {
  if (!dice || !dice.rolls) return "No dice were rolled.";
  const rolls = many(dice.rolls, "roll"),
    back = takenBack ? ` ${takenBack} of them were taken back.` : "";
  if (dice.kind === "typed")
    return `Dice: ${rolls}, typed in by the players and taken on trust. Nothing is proved of them.${back}`;
  if (dice.kind === "seeded")
    return `Dice: ${rolls}, and ${dice.proved} fall as the seed in the file says. Anyone who knew the seed could foresee them.${back}`;
  if (!dice.all) {
    const by = dice.sides.length ? `only ${listed(dice.sides)} committed to them` : "no side committed to them";
    return `Dice chosen by the author of the file: ${by}. Nothing is proved of ${rolls}.${back}`;
  }
  const later = dice.unchecked - oldRolls,
    wait = later > 0 ? ` The faces of ${many(later, "secret roll")} can be checked when the keys are opened.` : "",
    old = oldRolls ? ` The faces of ${many(oldRolls, "roll")} of format 1 can be checked by "grognard verify" only.` : "";
  return `Dice: ${listed(dice.sides)} committed to them before play. The links of ${rolls} fit, and ${dice.proved} faces follow from them.${back}${wait}${old}`;
}

/** @param {Report} report @returns {string | null} */
function makerWords({ dice }) {
  if (dice?.kind !== "committed" || !dice.all) return null;
  return dice.pages
    ? "The file says that each player's browser made its own secret. Then no player alone, and no server alone, could foresee a roll."
    : "One program made the secrets of all sides: the players could not foresee a roll, and that program could.";
}

/** @param {Report} report @returns {string[]} */
export function wordsOf(report) {
  if (report.ok === null)
    return [
      `This record of ${report.game} is of format 1, which release 0.1.0 wrote. Only "grognard verify" can check it.`,
      "Open it in this release and play on: from then on the record can be checked here.",
    ];
  if (!report.ok)
    return [
      `Line ${report.line}: ${report.reason}.`,
      "The file is not as it was written, or was forged. The lines before that one fit; the lines after it were not looked at.",
    ];
  const { undos, seals, closed, carried } = report;
  return [
    `The record is whole: ${many(report.lines, "line")} of ${report.game}, and every digest fits the line before.`,
    report.given && "The game begins with a position that the author of the file gave.",
    report.old > 0 &&
      `Lines 1 to ${report.old} are of format 1: they are unchanged since the game was carried over, and their actions were not looked at.`,
    diceWords(report),
    makerWords(report),
    undos > 0 &&
      `Taken back: ${many(undos, "time")}, ${report.pastRolls} of them past a roll, ${report.pastReveals} past something that had been shown.`,
    seals + closed > 0 && `Sealed lines: ${seals} fit their seals${closed ? `, ${closed} are still closed in this copy` : ""}.`,
    ...carried.map(({ line, release, rules }) => `From line ${line} on: rules ${rules} of release ${release}.`),
    'Not checked here: whether each action was legal. "grognard verify" plays the record again with the rules.',
  ].filter((words) => typeof words === "string");
}
