// @ts-check
// Why a click on the map was refused: units by their names, and the line of sight where that is the cause.
import { h } from "../../dom.js";
import { refusal } from "../orders.js";
import { aim, hold } from "./look.js";

/** @typedef {import("../frame.js").Desk} Desk */

const NOT_SEEN = "ASL-A6.11";
const UNIT = /(\S+ )?\b([ug]v?\d+)\b/g;

/** A sentence in which every unit has its printed value. @param {string} text @param {Record<string, any>} units */
export const named = (text, units) =>
  text.replace(UNIT, (all, before = "", id) => {
    const label = units[id]?.label;
    return !label || label === all ? all : `${before}${label}`;
  });

/** @param {Desk} desk */
export function refusedPanel(desk) {
  const said = desk.own.refused?.seq === desk.table.seq ? desk.own.refused : null;
  if (!said) return false;
  const units = desk.table.units ?? {},
    rulings = said.verdict.rulings.map((/** @type {any} */ r) => ({ ...r, because: named(r.because, units) })),
    from = units[said.order.split(" ")[1]]?.hex,
    isUnseen = from && from !== said.hex && rulings.some((/** @type {any} */ r) => r.clause === NOT_SEEN);
  return h(
    "div",
    { role: "alert" },
    refusal(desk, said.order, { ...said.verdict, rulings }),
    isUnseen &&
      h(
        "button",
        { type: "button", "data-key": "why-unseen", onclick: () => lookAt(desk, from, said.hex) },
        `What bars the view from ${from} to ${said.hex}?`,
      ),
  );
}

/** The line of sight between two hexes, with its cross-section. @param {Desk} desk @param {string} from @param {string} to */
function lookAt(desk, from, to) {
  hold(desk, from);
  aim(desk, to);
}
