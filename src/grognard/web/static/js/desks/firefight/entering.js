// @ts-check
// Units that wait off the map come in one after another: one press ends the move under way and takes up the next of them.
import { h } from "../../dom.js";

/** @typedef {import("../frame.js").Desk} Desk */

const SETS_OUT = /^(lead|drive) (\S+)$/;

/** The units, then the vehicles, that wait off the map and may enter now, as the actions that take them up.
 * @param {string[]} actions @param {Record<string, {hex?: string | null}>} units @returns {string[]} */
export const waitingToEnter = (actions, units) =>
  ["lead", "drive"].flatMap((verb) =>
    actions.filter((a) => {
      const [, does, id] = SETS_OUT.exec(a) ?? [];
      return does === verb && units[id] !== undefined && !units[id].hex;
    }),
  );

/** Which of them is next: none of those that are on their way, or have come onto the map meanwhile.
 * @param {string[]} known as they were when the phase was last chosen from @param {Record<string, {hex?: string | null}>} units @param {string[]} moving ids @returns {string | null} */
export const nextToEnter = (known, units, moving) =>
  waitingToEnter(known, units).find((a) => !moving.includes(a.split(" ")[1])) ?? null;

/** The button that takes up the next unit to enter; `stop`: what else it does, of a move under way. @param {Desk} desk @param {string[]} moving @param {string} stop @param {(action: string) => void} take */
export function enterNext(desk, moving, stop, take) {
  const { units = {} } = /** @type {any} */ (desk.table),
    action = nextToEnter(desk.own.entering ?? [], units, moving);
  if (!action) return false;
  const unit = units[action.split(" ")[1]],
    words = `${stop ? `${stop}; next` : "Next"} to enter: ${unit.label ?? unit.title}`;
  return h(
    "div.dk-row.ff-do",
    null,
    h(
      "button",
      {
        type: "button",
        class: stop ? "" : "primary",
        "data-key": "enter-next",
        title: unit.title,
        onclick: () => take(action),
      },
      words,
      h("kbd", null, "I"),
    ),
  );
}
