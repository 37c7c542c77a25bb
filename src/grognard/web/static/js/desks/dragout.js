// @ts-check
// A counter of the panel is dragged onto the map of a desk.
import { freed } from "../press.js";
import { ghost } from "./phd/counters.js";

/** @typedef {import("./frame.js").Desk} Desk */

const FAR = 7; // pixels a press may waver before it is a drag

/** `take` gives the picture in hand when the drag begins; `drop` is told the hex it ends on.
 * @param {Desk} desk @param {PointerEvent} down @param {() => Element} take @param {(hex: string | null) => void} drop */
export function dragOut(desk, down, take, drop) {
  if (down.pointerType === "touch" || down.button) return; // a finger scrolls the panel: it taps who, then where
  /** @type {ReturnType<typeof ghost> | null} */
  let hand = null;
  const move = (/** @type {PointerEvent} */ e) => {
    if (!hand && Math.hypot(e.clientX - down.clientX, e.clientY - down.clientY) < FAR) return;
    if (!hand) {
      freed();
      hand = ghost(take());
    }
    hand.to(e.clientX, e.clientY);
  };
  const up = (/** @type {PointerEvent} */ e) => {
    document.removeEventListener("pointermove", move);
    document.removeEventListener("pointerup", up);
    document.removeEventListener("pointercancel", up);
    if (!hand) return;
    hand.off();
    const { chart } = desk.own,
      r = chart?.box.getBoundingClientRect(),
      over = document.elementFromPoint(e.clientX, e.clientY);
    if (e.type === "pointerup" && chart?.box.contains(over)) drop(chart.hex(e.clientX - r.left, e.clientY - r.top));
    else desk.changed();
  };
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", up);
  document.addEventListener("pointercancel", up);
}
