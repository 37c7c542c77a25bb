// @ts-check
// A stack on its way: MF left, and for the hex under the pointer what the enemies that are known could do on the way there.
import { h } from "../../dom.js";
import { counter } from "./counters.js";
import { fates } from "./panels.js";
import { percent, signed } from "../parts.js";
import { isAttack } from "./aim.js";

/** @typedef {import("../frame.js").Desk} Desk */

const PAUSE_MS = 120; // a pointer on its way across the map asks nothing

/** @param {Desk} desk */
export const isOnWay = (desk) => desk.model.mine && /\bway\b/.test(desk.table.purpose ?? "");

/** What is known of the stack, with the hex under the pointer if it can go there. @param {Desk} desk @returns {any} */
export function wayOf(desk) {
  if (!isOnWay(desk)) return null;
  const hex = desk.own.aimed;
  return desk.see("way", hex ? { hex } : {}) ?? desk.see("way");
}

/** Whether the stack has spent and declared nothing: another unit may be chosen. @param {Desk} desk */
export const isUntouched = (desk) => Boolean(wayOf(desk)?.untouched);

/** The pointer or the cursor rests on a hex. @param {Desk} desk @param {string | null} hex */
export function pointAt(desk, hex) {
  if (!isOnWay(desk) && !isAttack(desk.own.who) && !/^rout /.test(desk.own.who ?? "")) return;
  clearTimeout(desk.own.pointing);
  desk.own.pointing = setTimeout(() => {
    const aimed = hex && desk.own.goals?.includes(hex) ? hex : null;
    if (aimed === desk.own.aimed) return;
    desk.own.aimed = aimed;
    desk.changed();
  }, PAUSE_MS);
}

/** The hexes of the way under the pointer, from where the stack stands. @param {Desk} desk @returns {string[] | null} */
export function pathOf(desk) {
  const found = wayOf(desk),
    start = desk.table.units?.[found?.units[0]]?.hex;
  return found?.to ? [start, ...found.to.path].filter(Boolean) : null;
}

/** @param {Desk} desk */
export function wayPanel(desk) {
  const found = wayOf(desk);
  if (!found) return false;
  return h(
    "section.ff-fire.ff-way",
    { "aria-label": "The stack on its way" },
    h(
      "div.dk-row.nowrap",
      null,
      found.units.map((/** @type {string} */ id) => small(desk, id)),
      pips(found),
    ),
    h("p", null, h("b", null, found.words), `: ${found.left} of ${found.mf} MF left`),
    found.to
      ? destination(found.to)
      : desk.own.goals?.length > 0 &&
          h(
            "p.muted",
            null,
            isTap()
              ? "Tap a lit hex to see who could fire at you there; tap it again to go."
              : "Point at a lit hex to see who could fire at you there.",
          ),
  );
}

/** Where a finger cannot point, the way that is shown is a button. @param {Desk} desk */
export function goThere(desk) {
  const hex = isTap() && wayOf(desk)?.to?.hex;
  if (!hex) return false;
  const near = `go ${hex}`,
    order = desk.model.actions.includes(near) ? near : `onward ${hex}`;
  return h("button.primary", { type: "button", "data-key": "go-there", onclick: () => void desk.send(order) }, `Go to ${hex}`);
}

/** Whether nothing can be pointed at without a tap. */
export const isTap = () => matchMedia("(hover: none)").matches;

/** @param {Desk} desk @param {string} id */
const small = (desk, id) => desk.table.units?.[id] && counter(/** @type {any} */ (desk.table.units[id]), 44);

/** One mark an MF: spent, to be spent on the way under the pointer, left. @param {any} found */
function pips(found) {
  const after = found.to ? found.to.left : found.left,
    marks = Array.from({ length: Math.ceil(found.mf) }, (_, k) => found.mf - k);
  return h(
    "div.ff-pips",
    { "aria-hidden": "true" },
    marks.map((n) => h("i", { class: n > found.left ? "spent" : n > after ? "next" : "" })),
  );
}

/** @param {any} to */
function destination(to) {
  const through = to.path.length > 1 ? ` by ${to.path.slice(0, -1).join(", ")}` : "",
    worst = to.worst === to.hex ? to.hex : `${to.worst}, the worst hex of the way`,
    isQuiet = to.fires.length === 0 && to.suspects.length === 0;
  return [
    h("p", null, h("b", null, `To ${to.hex}: ${to.mf} MF`), `${through}; ${to.left} left`),
    h("h3", null, `Who could fire at you ${isQuiet ? "on the way" : `in ${worst}`}`),
    to.fires.length === 0 && h("p", null, "No enemy that you know of."),
    to.fires.map(fire),
    to.suspects.length > 0 && h("p", null, `Not known, with a view of ${to.worst}: "?" in ${to.suspects.join(", ")}.`),
    h("small.muted", null, "Infantry and machine guns that you know of; hidden units, vehicles and artillery are not counted."),
  ];
}

/** @param {any} one */
const fire = (one) => [
  h(
    "p.ff-answer",
    null,
    h("b", null, `${one.hex}, range ${one.range}`),
    ` · ${one.firepower} FP, ${signed(one.drm)}`,
    h("span", null, `${percent(one.hurts)} broken or worse`),
  ),
  fates(one),
  h("small.muted", null, one.modifiers.map((/** @type {any} */ m) => `${m.because} ${signed(m.amount)}`).join(", ")),
];
