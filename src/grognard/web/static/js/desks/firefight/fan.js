// @ts-check
// The counters of a stack side by side, above the hex that the pointer rests on: where the map is small they lie in a pile.
import { h } from "../../dom.js";
import { counter } from "./counters.js";
import { ordered, ROOM } from "./stacks.js";

/** @typedef {import("../frame.js").Desk} Desk */

const PAUSE_MS = 350; // a pointer on its way across the map opens nothing
const PX = 44; // the width of a counter
const EDGE = 4; // px to the edge of the map

/** What lies in a pile in a hex. @param {Desk} desk @param {string | null} hex */
function piled(desk, hex) {
  const here = (hex && desk.own.ground?.stacks?.[hex]) || [];
  return here.length > 1 && desk.own.chart?.size < ROOM && !desk.past ? here : null;
}

/** The pointer is over a hex, or over none. @param {Desk} desk @param {string | null} hex */
export function fanOut(desk, hex) {
  if (desk.own.fan?.hex === hex && hex) return;
  clearTimeout(desk.own.fanning);
  close(desk);
  if (hex && piled(desk, hex)) desk.own.fanning = setTimeout(() => open(desk, hex), PAUSE_MS);
}

/** What was laid out may have changed: it is drawn again, or goes. @param {Desk} desk */
export function refreshFan(desk) {
  const { fan, ground } = desk.own;
  if (!fan || (fan.ground === ground && !desk.past)) return;
  close(desk);
  open(desk, fan.hex);
}

/** @param {Desk} desk */
function close(desk) {
  desk.own.fan?.box.remove();
  desk.own.fan = null;
}

/** @param {Desk} desk @param {string} hex */
function open(desk, hex) {
  const here = piled(desk, hex),
    { chart, ground } = desk.own;
  if (!here || !chart.box.isConnected) return;
  const box = h(
    "div.float.ff-fan",
    { "aria-hidden": "true" },
    ordered(here).map((one) => counter(one, PX)),
  );
  chart.box.after(box);
  place(box, chart, hex);
  desk.own.fan = { box, hex, ground };
}

/** Above the hex, or beneath it where there is no room. @param {HTMLElement} box @param {any} chart @param {string} hex */
function place(box, chart, hex) {
  const { clientWidth, clientHeight } = chart.box,
    middle = chart.world.grid.centre(hex),
    x = clientWidth / 2 + (middle.x - chart.x) * chart.size - box.offsetWidth / 2,
    y = clientHeight / 2 + (middle.y - chart.y) * chart.size,
    above = y - chart.size - box.offsetHeight;
  box.style.left = `${Math.max(EDGE, Math.min(x, clientWidth - box.offsetWidth - EDGE))}px`;
  box.style.top = `${above < EDGE ? y + chart.size : above}px`;
}
