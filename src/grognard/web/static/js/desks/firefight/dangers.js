// @ts-check
// What is drawn on the map about a shot before it is made: who fires at whom, with the chance that it does harm.
import { percent } from "../parts.js";
import { aimedFigures } from "./aim.js";
import { answerLines } from "./answers.js";
import { declaredFigures, harm } from "./panels.js";
import { wayOf } from "./way.js";

/** @typedef {import("../frame.js").Desk} Desk */
/** @typedef {{threads: string[][], dangers: string[][], notes: Map<string, string>, target?: string}} Over lines of own and of enemy fire, words
 * over hexes, and the hex that is fired at */

/** @param {string[]} from @param {string} to */
const lines = (from, to) => from.filter((hex) => hex !== to).map((hex) => [hex, to]);

/** @param {Desk} desk @param {{from: string[], to: string} | null} fire the attack that is aimed or declared @returns {Over} */
export function dangers(desk, fire) {
  if (fire) return ofFire(desk, fire);
  const answer = answerLines(desk);
  if (answer) return ofAnswer(answer);
  const to = wayOf(desk)?.to;
  return to ? ofWay(to) : { threads: [], dangers: [], notes: new Map(), target: closeCombat(desk) };
}

/** The hex of the close combat that is decided. @param {Desk} desk @returns {string | undefined} */
const closeCombat = (desk) =>
  desk.model.mine && /attacks|strikes/.test(desk.table.purpose ?? "") ? desk.see("close")?.hex : undefined;

/** @param {Desk} desk @param {{from: string[], to: string}} fire @returns {Over} */
function ofFire(desk, fire) {
  const found = aimedFigures(desk) ?? declaredFigures(desk),
    notes = new Map(found ? [[fire.to, `${percent(harm(found))} harm`]] : []);
  return { threads: lines(fire.from, fire.to), dangers: [], notes };
}

/** @param {{to: string, from: Map<string, number>}} answer @returns {Over} */
function ofAnswer({ to, from }) {
  const useful = [...from].filter(([, hurts]) => hurts > 0),
    notes = new Map(useful.map(([hex, hurts]) => [hex, percent(hurts)]));
  return {
    threads: lines(
      useful.map(([hex]) => hex),
      to,
    ),
    dangers: [],
    notes,
    target: to,
  };
}

/** @param {any} to the way that is pointed at @returns {Over} */
function ofWay(to) {
  const from = to.fires.map((/** @type {any} */ one) => one.hex),
    /** @type {Map<string, string>} */ notes = new Map([[to.hex, `${to.mf} MF`]]);
  for (const one of to.fires) notes.set(one.hex, `${percent(one.hurts)}`);
  for (const hex of to.suspects) if (!notes.has(hex)) notes.set(hex, "sees you");
  return { threads: [], dangers: lines([...from, ...to.suspects], to.worst), notes };
}
