// @ts-check
// Standing orders of a seat, kept in this browser: when a mover is let pass without asking. The other side sees the same
// answer as one given by hand.
import { h } from "../../dom.js";

/** @typedef {import("../frame.js").Desk} Desk */
/** @typedef {{idle: boolean, range: number}} Standing */

const KEY = "grognard-firefight-orders";
const FAR = 30; // hexes: never held

/** @param {Desk} desk @returns {Standing} */
export function standing(desk) {
  try {
    return {
      idle: true,
      range: FAR,
      ...JSON.parse(localStorage.getItem(`${KEY}-${desk.model.id}-${desk.table.seat}`) ?? "{}"),
    };
  } catch {
    return { idle: true, range: FAR };
  }
}

/** @param {Desk} desk @param {Partial<Standing>} change */
function order(desk, change) {
  localStorage.setItem(`${KEY}-${desk.model.id}-${desk.table.seat}`, JSON.stringify({ ...standing(desk), ...change }));
  desk.changed();
}

/** Whether the decision is the window after an enemy's expenditure. @param {Desk} desk */
export const isReaction = (desk) => /reaction|First Fire/.test(desk.table.purpose ?? "");

/** Answers for the player where the orders say so. @param {Desk} desk */
export function answered(desk) {
  if (!desk.model.mine || !isReaction(desk) || desk.own.passed === desk.table.seq) return;
  const shots = desk.model.actions.filter((a) => a.startsWith("fire ")),
    orders = standing(desk);
  const wanted = shots.some((a) => distance(desk, a) <= orders.range);
  if (wanted || !(orders.idle || shots.length)) return;
  desk.own.passed = desk.table.seq;
  setTimeout(() => void desk.send("done"), 0);
}

/** Hexes between a firer and its target. @param {Desk} desk @param {string} action */
function distance(desk, action) {
  const [, id, hex] = action.split(" "),
    from = desk.table.units?.[id]?.hex;
  return from ? hexes(from, hex) : 0;
}

/** @param {string} name @returns {[number, number]} column and row, the odd columns half a hex lower */
function where(name) {
  const letters = /^[A-Z]+/.exec(name)?.[0] ?? "A",
    column = letters.length > 1 ? 26 + letters.charCodeAt(0) - 64 : letters.charCodeAt(0) - 64;
  return [column, 2 * Number(name.slice(letters.length)) + (column % 2)];
}

/** @param {string} a @param {string} b */
export function hexes(a, b) {
  const [c, y] = where(a),
    [d, z] = where(b),
    across = Math.abs(c - d);
  return across + Math.max(0, (Math.abs(y - z) - across) / 2);
}

/** @param {Desk} desk */
export function standingOrders(desk) {
  const { idle, range } = standing(desk);
  return h(
    "div.dk-pad",
    null,
    h("h2", null, "Standing orders"),
    h("p", null, "After each hex an enemy moves you may fire. These orders answer for you; the enemy cannot tell."),
    h(
      "p",
      null,
      h(
        "label",
        null,
        h("input", {
          type: "checkbox",
          checked: idle,
          "data-key": "idle",
          onchange: (/** @type {any} */ e) => order(desk, { idle: e.target.checked }),
        }),
        " Pass when no unit of mine can fire",
      ),
    ),
    h(
      "p",
      null,
      h(
        "label",
        null,
        "Hold fire until the mover is within ",
        h("input", {
          type: "number",
          min: 1,
          max: FAR,
          value: range,
          "data-key": "range",
          onchange: (/** @type {any} */ e) => order(desk, { range: Math.max(1, Math.min(FAR, Number(e.target.value) || FAR)) }),
        }),
        " hexes",
      ),
    ),
  );
}
