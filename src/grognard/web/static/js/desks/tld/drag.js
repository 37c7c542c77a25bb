// @ts-check
// Dragging by mouse, finger and pen, and by the keyboard through `lift` and `put`. Knows nothing of what is dragged: it
// finds elements with `data-drag` and `data-drop`, and asks whether the one may go to the other.
import { h } from "../../dom.js";

/** @typedef {{
 *   touch: (id: string) => void, lift: (id: string) => void, over: (id: string, place: string | null) => void, drop: (id: string, place: string, at: {x: number, y: number}) => void,
 *   off: () => void, press: (id: string) => void}} Hands */

const SLOP = 5,
  HOLD = 220; // pixels before a mouse drags; milliseconds before a finger does

/** @param {HTMLElement} box @param {Hands} hands @returns {{busy: () => boolean}} */
export function dragging(box, hands) {
  /** @type {{id: string, from: HTMLElement, x: number, y: number, ghost: HTMLElement | null, place: string | null, touch: boolean, pointer: number} | null} */
  let held = null;
  let timer = 0;

  const begin = () => {
    if (!held || held.ghost) return;
    const face = held.from.querySelector("svg")?.cloneNode(true) ?? document.createTextNode(held.id);
    held.ghost = h("div.tld-ghost", { "aria-hidden": "true" }, face);
    document.body.append(/** @type {Node} */ (held.ghost));
    held.from.classList.add("lifted");
    box.classList.add("dragging");
    if (held.touch) navigator.vibrate?.(12);
    hands.lift(held.id);
    follow(held.x, held.y);
  };
  const follow = (/** @type {number} */ x, /** @type {number} */ y) => {
    if (!held?.ghost) return;
    held.ghost.style.transform = `translate(${x - 31}px, ${y - 31}px) rotate(-5deg)`;
    const place = under(x, y);
    if (place === held.place) return;
    held.place = place;
    hands.over(held.id, place);
  };
  const under = (/** @type {number} */ x, /** @type {number} */ y) =>
    document.elementFromPoint(x, y)?.closest("[data-drop]")?.getAttribute("data-drop") ?? null;
  const end = () => {
    clearTimeout(timer);
    held?.ghost?.remove();
    held?.from.classList.remove("lifted");
    box.classList.remove("dragging");
    held = null;
  };

  box.addEventListener("pointerdown", (e) => {
    const from = e.target instanceof Element ? /** @type {HTMLElement | null} */ (e.target.closest("[data-drag]")) : null;
    if (!from || e.button > 0 || held) return;
    held = {
      id: from.dataset.drag ?? "",
      from,
      x: e.clientX,
      y: e.clientY,
      ghost: null,
      place: null,
      touch: e.pointerType !== "mouse",
      pointer: e.pointerId,
    };
    hands.touch(held.id);
    if (held.touch) timer = setTimeout(begin, HOLD);
  });
  const move = (/** @type {PointerEvent} */ e) => {
    if (!held || e.pointerId !== held.pointer) return;
    const far = Math.hypot(e.clientX - held.x, e.clientY - held.y);
    if (!held.ghost && far > SLOP) {
      if (held.touch) return end();
      begin();
    } // a finger that moves at once scrolls
    if (held?.ghost) follow(e.clientX, e.clientY);
  };
  const up = (/** @type {PointerEvent} */ e) => {
    if (!held || e.pointerId !== held.pointer) return;
    const { id, ghost, place } = held;
    end();
    if (!ghost) return hands.press(id);
    if (e.type === "pointerup" && place !== null) hands.drop(id, place, { x: e.clientX, y: e.clientY });
    else hands.off();
  };
  box.addEventListener("pointermove", move);
  box.addEventListener("pointerup", up);
  box.addEventListener("pointercancel", up);
  box.addEventListener("pointerleave", (e) => {
    if (held && !held.ghost && e.pointerId === held.pointer) end();
  });
  // outside the box the drag goes on until the button is let go
  document.addEventListener("pointermove", (e) => {
    if (held?.ghost && !(e.target instanceof Node && box.contains(e.target))) move(e);
  });
  document.addEventListener("pointerup", (e) => {
    if (held?.ghost && !(e.target instanceof Node && box.contains(e.target))) up(e);
  });
  box.addEventListener(
    "touchmove",
    (e) => {
      if (held?.ghost) e.preventDefault();
    },
    { passive: false },
  );
  box.addEventListener("contextmenu", (e) => {
    if (held?.touch) e.preventDefault();
  });
  return { busy: () => Boolean(held?.ghost) };
}
