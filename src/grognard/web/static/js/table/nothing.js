// @ts-check
// Why a click did nothing, in words; and why a unit cannot act now.
import { callName } from "../counters.js";
import { waiting } from "../dice/note.js";
import { toast } from "../marks.js";
import { action } from "./choices.js";

/** @typedef {import("./play.js").Play} Play */

/** A click on a hex had no effect: says why. @param {Play} play @param {string} hex */
export function sayWhyNothing(play, hex) {
  const { model } = play,
    t = model.table,
    where = model.map.hexes[hex] ? model.place(hex).words : "Outside the map";
  if (model.past) return toast("You are looking at an earlier position. Press Esc to return to the game.");
  if (t.over) return toast("The game is over. You can still look at every position with the slider of the log.");
  if (waiting(t, (side) => model.side(side)) || t.to_move === "chance") return toast("The dice are rolled first.");
  if (!t.mine) return toast(`${model.side(t.to_move)} decides now. You can look at the map meanwhile.`);
  if (model.targets.size || model.bombardments.size) return toast(`${where}: no enemy unit here. Click a ringed enemy unit.`);
  const able = model.able.size;
  if (able) return toast(`${where}: no unit here. Click a unit with a blue frame; ${able} can act.`);
  return toast(`${where} is not part of this decision. Decide in the panel: ${t.purpose ?? ""}.`);
}

/** Asks the rules why a unit cannot act, and shows it on its card. @param {Play} play @param {string} id */
export async function askUnable(play, id) {
  const { model } = play,
    t = model.table,
    unit = model.units.get(id),
    hex = model.hexOf(id);
  play.unable = null;
  if (!unit || !t.mine || model.past || model.choice(id) || model.unitChoices.has(id)) return;
  if (unit.side !== t.to_move) return void notTarget(play, id, hex);
  const verb = ["move", "attack", "land", "place", "designate", "withdraw", "fire"].find((v) => model.verbs.includes(v));
  if (!verb || !hex) return;
  try {
    const verdict = await model.seat.judge(action(verb, id, hex));
    if (play.selected !== id) return;
    play.unable = verdict.rulings[0] ?? null;
    play.changed();
  } catch {
    /* the card stands without it */
  }
}

/** An enemy unit that cannot be attacked. @param {Play} play @param {string} id @param {string | null} hex */
function notTarget(play, id, hex) {
  const { model } = play,
    unit = model.units.get(id);
  if (!unit || !hex || !model.verbs.includes("attack") || model.targets.has(hex) || model.bombardments.has(hex)) return;
  play.unable = { because: `No unit of yours that can still attack is next to ${callName(unit)}`, clause: "" };
}
