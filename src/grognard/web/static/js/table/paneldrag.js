// @ts-check
// Counters dragged from the side panel to the map, with the same effect as dragging them on the map.
import { counterPicture } from "../counters.js";
import { h } from "../dom.js";
import { freed } from "../press.js";

/** @typedef {import("./play.js").Play} Play */

const SLOP = 6; // pixels a pointer may wander and still be a click

/** Lets the buttons of units in a panel be dragged. @param {HTMLElement} panel @param {HTMLElement} map @param {Play} play */
export function panelDrag(panel, map, play) {
  /** @type {{id: string, x: number, y: number, ghost: HTMLElement | null} | null} */
  let held = null;
  const inside = (/** @type {PointerEvent} */ e) => {
    const box = map.getBoundingClientRect(),
      under = document.elementFromPoint(e.clientX, e.clientY);
    return under && map.contains(under) ? play.board.hexAt(e.clientX - box.left, e.clientY - box.top) : null;
  };
  panel.addEventListener("pointerdown", (e) => {
    const button = e.target instanceof Element ? e.target.closest("button[data-unit]") : null,
      id = button?.getAttribute("data-unit") ?? "";
    if (e.button === 0 && e.pointerType === "mouse" && id) held = { id, x: e.clientX, y: e.clientY, ghost: null };
  });
  /** The counter under the pointer, once it has left the place where it was pressed. @param {PointerEvent} e */
  const taken = (e) => {
    if (!held || held.ghost) return held?.ghost ?? null;
    if (Math.hypot(e.clientX - held.x, e.clientY - held.y) <= SLOP) return null;
    if (!play.grab(held.id)) {
      held = null;
      return null;
    }
    freed(); // no click will follow
    held.ghost = ghost(play, held.id);
    return held.ghost;
  };
  const move = (/** @type {PointerEvent} */ e) => {
    const carried = taken(e);
    if (!carried) return;
    e.preventDefault();
    carried.style.transform = `translate(${e.clientX - 26}px, ${e.clientY - 26}px)`;
    play.hover(inside(e));
  };
  const up = (/** @type {PointerEvent} */ e) => {
    const was = held;
    held = null;
    if (!was?.ghost) return;
    was.ghost.remove();
    const click = (/** @type {Event} */ c) => c.stopPropagation();
    addEventListener("click", click, { capture: true, once: true }); // the end of a drag is no click
    setTimeout(() => removeEventListener("click", click, { capture: true }));
    play.drop(e.type === "pointerup" ? inside(e) : null);
  };
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", up);
  document.addEventListener("pointercancel", up);
  return () => {
    document.removeEventListener("pointermove", move);
    document.removeEventListener("pointerup", up);
    document.removeEventListener("pointercancel", up);
  };
}

/** @param {Play} play @param {string} id */
function ghost({ model }, id) {
  const unit = /** @type {any} */ (model.units.get(id)),
    box = h("div.dragged", { "aria-hidden": "true" }, counterPicture(unit, model.dress, { compact: true }));
  document.body.append(box);
  return box;
}
