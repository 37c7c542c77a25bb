// @ts-check
// An enemy moves in sight: every shot at it in one list, the best first, each with what it would do. A click declares it.
import { h } from "../../dom.js";
import { words } from "./action_text.js";
import { percent, signed } from "../parts.js";

/** @typedef {import("../frame.js").Desk} Desk */

/** Whether the seat is asked about a shot at a mover. @param {Desk} desk */
const isAsked = (desk) => desk.model.mine && /reaction|First Fire/.test(desk.table.purpose ?? "");

/** The verbs that the list of shots holds. @param {Desk} desk @returns {Set<string>} */
export function answered(desk) {
  const found = isAsked(desk) && desk.see("answers");
  return new Set(found && !found.more ? found.shots.map((/** @type {any} */ one) => one.action.split(" ")[0]) : []);
}

/** Who is on the way, and from which hexes it can be fired at with what chance at best. @param {Desk} desk @returns {{to: string, from: Map<string, number>} | null} */
export function answerLines(desk) {
  const found = isAsked(desk) && desk.see("answers"),
    /** @type {Map<string, number>} */ from = new Map();
  if (!found?.mover?.hex || !found.shots.length) return null;
  for (const one of found.shots) {
    const hex = desk.table.units?.[one.action.split(" ")[1]]?.hex;
    if (hex && one.known) from.set(hex, Math.max(from.get(hex) ?? 0, one.hurts));
  }
  return { to: found.mover.hex, from };
}

/** @param {Desk} desk */
export function answersPanel(desk) {
  const found = isAsked(desk) && desk.see("answers");
  if (!found || !found.shots.length) return false;
  const harms = (/** @type {any} */ one) => !one.known || one.hurts > 0,
    useful = found.shots.some(harms) ? found.shots.filter(harms) : found.shots,
    vain = found.shots.filter((/** @type {any} */ one) => !useful.includes(one));
  return h(
    "section.ff-fire",
    { "aria-label": "What could fire" },
    h("h3", null, "What could fire, the best first"),
    useful.map((/** @type {any} */ one) => shot(desk, one)),
    vain.length > 0 &&
      h(
        "details",
        null,
        h("summary", null, `${vain.length} ${vain.length === 1 ? "shot" : "shots"} that can do no harm`),
        vain.map((/** @type {any} */ one) => shot(desk, one)),
      ),
    h("small.muted", null, "Harm: the unit that is worst off is pinned, broken or worse. Others may join after the choice."),
  );
}

/** @param {Desk} desk @param {any} one */
const shot = (desk, one) =>
  h(
    "button.ff-shot",
    { type: "button", "data-key": `shot ${one.action}`, onclick: () => void declare(desk, one) },
    h("b", null, words(one.action, desk)),
    h("span", null, one.known ? `${percent(one.hurts)} does harm` : "chances after the choice"),
    h("small", null, figures(desk, one)),
  );

/** A shot that rolls at once shows its chances first; chosen again, it is fired. @param {Desk} desk @param {any} one */
function declare(desk, one) {
  if (!one.rolls || `${desk.own.who} ${desk.own.aimed}` === one.action) return desk.send(one.action);
  const parts = one.action.split(" ");
  Object.assign(desk.own, { who: parts.slice(0, -1).join(" "), aimed: parts[parts.length - 1] });
  return desk.changed();
}

/** @param {Desk} desk @param {any} one */
function figures(desk, one) {
  const from = desk.table.units?.[one.action.split(" ")[1]]?.hex,
    power = one.firepower ? `${one.firepower} FP` : one.need ? `to hit ${one.need}` : "";
  return [from && `from ${from}`, power, one.known && `${signed(one.drm)} on the dice`].filter(Boolean).join(", ");
}
