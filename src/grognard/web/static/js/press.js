// @ts-check
// A click is a press and a release on one and the same element: if that is drawn anew in between, the click is lost. So while a
// button of the mouse or the space bar is down on something to click, drawing waits.

const CLICKED = "button, a, summary, label, input[type=checkbox], input[type=radio]";
/** @type {Set<() => void>} */
const waiting = new Set();
let down = false;

const release = () => {
  if (!down) return;
  down = false;
  const all = [...waiting];
  waiting.clear();
  all.forEach((draw) => draw());
};
const off = () => {
  if (down) setTimeout(release);
}; // the click comes first

document.addEventListener(
  "pointerdown",
  (e) => {
    down =
      e.pointerType === "mouse" &&
      e.target instanceof Element &&
      e.target.closest(CLICKED) !== null &&
      e.target.closest("[data-drag]") === null;
  },
  true,
);
document.addEventListener(
  "keydown",
  (e) => {
    if (e.key === " " && e.target instanceof Element && e.target.closest(CLICKED)) down = true;
  },
  true,
);
document.addEventListener(
  "keyup",
  (e) => {
    if (e.key === " ") off();
  },
  true,
);
document.addEventListener("pointerup", off, true);
document.addEventListener("pointercancel", off, true);
document.addEventListener(
  "pointermove",
  (e) => {
    if (down && e.buttons === 0) off();
  },
  true,
); // let go outside the window
addEventListener("blur", off);

/** The press has become something else, a drag: there will be no click to lose. */
export const freed = release;

/** Draws now, or as soon as the hand is off. @param {() => void} draw */
export function offhand(draw) {
  if (down) waiting.add(draw);
  else draw();
}
