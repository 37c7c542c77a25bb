// @ts-check
// Mouse, touch and pen on the map: drag, wheel, pinch, click, hover, long press; a counter that can act is carried.

/** @typedef {{click: (px: number, py: number, target: Element | null, touch: boolean) => void, hover: (px: number, py: number, target: Element | null) => void,
 *   grab?: (target: Element | null, px: number, py: number) => boolean, carry?: (px: number, py: number) => void, drop?: (px: number, py: number, let_go: boolean) => void, leave: () => void, aside: () => void, hold: (px: number, py: number) => void, pan: (dx: number, dy: number) => void,
 *   zoom: (factor: number, px: number, py: number) => void, rest: () => void}} Hands */

const SLOP = 6; // pixels a finger may wander and still be a click
const HOLD = 420;

/** @param {HTMLElement} box @param {Hands} hands */
export function gestures(box, hands) {
  /** @type {Map<number, {x: number, y: number}>} */
  const down = new Map();
  let moved = 0,
    held = false,
    carrying = false,
    /** @type {number | undefined} */ timer,
    /** @type {number | undefined} */ wheel;
  /** @type {Element | null} */
  let target = null,
    began = { x: 0, y: 0 };
  let r = box.getBoundingClientRect(),
    asked = 0;
  const place = (/** @type {PointerEvent | WheelEvent} */ e) => {
    if (e.type === "pointerdown" || e.timeStamp - asked > 250) {
      r = box.getBoundingClientRect();
      asked = e.timeStamp;
    } // asking costs a layout
    return { x: e.clientX - r.left, y: e.clientY - r.top };
  };
  const apart = () => {
    const [a, b] = [...down.values()];
    return { d: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  };
  const over = (/** @type {Event} */ e) => e.target instanceof Element && e.target.closest(".float") !== null;

  box.addEventListener("pointerdown", (e) => {
    if (over(e) || (e.pointerType === "mouse" && e.button > 1)) return;
    const p = place(e);
    down.set(e.pointerId, p);
    if (down.size === 1) {
      moved = 0;
      held = false;
      began = p;
      target = e.target instanceof Element ? e.target : null;
      clearTimeout(timer);
      if (e.pointerType !== "mouse")
        timer = setTimeout(() => {
          if (moved < SLOP && down.size === 1) {
            held = true;
            hands.hold(p.x, p.y);
          }
        }, HOLD);
    }
  });
  box.addEventListener("pointermove", (e) => {
    const p = place(e),
      from = down.get(e.pointerId);
    if (!from) {
      if (e.pointerType !== "mouse") return;
      if (over(e)) hands.aside();
      else hands.hover(p.x, p.y, e.target instanceof Element ? e.target : null);
      return;
    }
    if (down.size === 2 && !carrying) {
      const before = apart();
      down.set(e.pointerId, p);
      const after = apart();
      hands.pan(after.x - before.x, after.y - before.y);
      if (before.d > 0) hands.zoom(after.d / before.d, after.x, after.y);
      moved = SLOP + 1;
      return;
    }
    const slack = e.pointerType === "mouse" ? SLOP : SLOP * 2,
      before = moved;
    moved += Math.hypot(p.x - from.x, p.y - from.y);
    down.set(e.pointerId, p);
    if (moved <= slack || held) return;
    if (!box.hasPointerCapture(e.pointerId)) box.setPointerCapture(e.pointerId);
    if (before <= slack) carrying = Boolean(hands.grab?.(target, began.x, began.y));
    if (carrying) hands.carry?.(p.x, p.y);
    else hands.pan(p.x - from.x, p.y - from.y);
  });
  const up = (/** @type {PointerEvent} */ e) => {
    const p = place(e),
      mine = down.delete(e.pointerId);
    clearTimeout(timer);
    if (mine && carrying) {
      carrying = false;
      return hands.drop?.(p.x, p.y, e.type !== "pointerup");
    }
    if (mine && e.type === "pointerup" && down.size === 0 && moved <= (e.pointerType === "mouse" ? SLOP : SLOP * 2) && !held)
      hands.click(p.x, p.y, target, e.pointerType !== "mouse");
    if (mine && moved > SLOP) hands.rest();
  };
  box.addEventListener("pointerup", up);
  box.addEventListener("pointercancel", up);
  box.addEventListener("pointerleave", (e) => {
    if (e.pointerType === "mouse") hands.leave();
  });
  box.addEventListener("contextmenu", (e) => {
    if (!over(e)) e.preventDefault();
  });
  box.addEventListener(
    "wheel",
    (e) => {
      if (over(e)) return;
      e.preventDefault();
      const p = place(e),
        lines = e.deltaMode === 1 ? 33 : 1;
      hands.zoom(Math.pow(1.25, -Math.max(-2, Math.min(2, (e.deltaY * lines) / 100))), p.x, p.y);
      clearTimeout(wheel);
      wheel = setTimeout(hands.rest, 140);
    },
    { passive: false },
  );
}
