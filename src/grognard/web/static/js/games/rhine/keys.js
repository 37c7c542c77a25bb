// @ts-check
// Keys of Beyond the Rhine on the map: what is done with the unit in hand, and the end of a phase. Without a unit in hand the letters keep the
// meaning they have at every table.
import { announce, chip, toast } from "../../marks.js";
import { nextPhases, skipTo } from "./onward.js";

/** @typedef {import("../../table/play.js").Play} Play */

/** The list of the help page. @type {[string, string][]} */
export const KEYS = [
  ["C V", "Combat Mode, Move Mode of the unit in hand"],
  ["F Shift+F", "fuel for the unit; for its formation, or an HQ and all it throws to"],
  ["R T", "reserve: into it, out of it, release; Strat Mode"],
  ["G", "take the unit along in the moving stack, or leave it behind"],
  ["Space", "spread a stack in a ring, and close it"],
  ["E", "end the phase; under fog Shift+E ends phases up to the next main one"],
];

/** What a letter may do with a unit, the first that is legal. @type {Record<string, string[]>} */
const VERBS = {
  f: ["fuel"],
  F: ["fuelformation", "fuelhq"],
  r: ["reserve", "recall", "release"],
  t: ["strat"],
  g: ["stack", "drop"],
};

/** Whether the key was for this game. @param {Play} play @param {KeyboardEvent} e */
export function key(play, e) {
  const { model } = play,
    on = e.target instanceof HTMLElement ? e.target.closest("button, a, summary, .drawer, dialog") : null;
  if (model.past || play.dialog || play.drawer?.isOpen) return false;
  if (e.key === " ") return !on && spread(play);
  if (!model.table.mine) return false;
  if (e.key === "e") {
    play.goOn();
    return true;
  }
  if (e.key === "E") {
    const [next] = nextPhases(play);
    if (next) skipTo(play, next);
    else play.goOn();
    return true;
  }
  return play.selected !== null && Boolean(model.hexOf(play.selected)) && ofUnit(play, e.key, play.selected);
}

/** @param {Play} play @param {string} letter @param {string} unit */
function ofUnit(play, letter, unit) {
  const small = letter.toLowerCase();
  if (small === "c" || small === "v") {
    turn(play, small === "c" ? "combat" : "move", unit);
    return true;
  }
  const verbs = VERBS[letter] ?? VERBS[small];
  if (!verbs) return false;
  const legal = play.model.table.legal?.plain ?? [],
    text = verbs.map((verb) => `${verb} ${unit}`).find((one) => legal.includes(one));
  if (text) void sendAndKeep(play, text, unit);
  else void whyNot(play, `${verbs[0]} ${unit}`);
  return true;
}

/** Turns a unit to one of its sides. @param {Play} play @param {string} side @param {string} unit */
export function turn(play, side, unit) {
  const now = play.model.table.units[unit]?.mode === "combat" ? "combat" : "move",
    text = `mode ${unit}`;
  if (now === side) return announce(`It shows its ${side} side already.`);
  if (play.model.table.legal?.plain.includes(text)) return void sendAndKeep(play, text, unit);
  return void whyNot(play, text);
}

/** Sends an action of a unit that stays in hand: what follows is about it too. @param {Play} play @param {string} text @param {string} unit */
export async function sendAndKeep(play, text, unit) {
  const fanned = play.fanned;
  if (!(await play.send(text)) || play.selected || play.plan || play.pending) return;
  play.select(unit);
  play.fanned = fanned;
  play.changed();
}

/** @param {Play} play @param {string} text */
async function whyNot(play, text) {
  try {
    const verdict = await play.model.seat.judge(text, new AbortController().signal);
    toast(verdict.rulings.map((/** @type {any} */ r) => [`${r.because} `, chip(play.model.book, r.clause), " "]));
  } catch {
    /* a table that is gone says so itself */
  }
}

/** Spreads the stack at the cursor or in hand, or closes it. @param {Play} play */
function spread(play) {
  const hex = play.cursor ?? (play.selected && play.model.hexOf(play.selected)) ?? play.hovered;
  if (!hex || play.model.stack(hex).length < 2) return Boolean(hex);
  play.fanned = play.fanned === hex ? null : hex;
  announce(
    play.fanned
      ? play.model
          .stack(hex)
          .map((u, k) => `${k + 1}: ${u.name}`)
          .join(", ")
      : "closed",
  );
  play.changed();
  return true;
}
