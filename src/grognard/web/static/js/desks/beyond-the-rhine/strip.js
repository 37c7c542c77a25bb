// @ts-check
// The strip of all turns: arrivals as stacked bars, ground odds below, and a hand to scrub the whole desk with.
import { h, s } from "../../dom.js";
import { long, months, nice } from "./dates.js";

/** @typedef {import("../frame.js").Desk} Desk */
const GROUPS = ["US", "CW", "FR"],
  GROUNDS = ["dry", "mud", "snow"];
const W = 1040,
  H = 82,
  BASE = 52;

/** The turn looked at. @param {Desk} desk @returns {number} */
export const looked = (desk) => (desk.playback?.open && desk.past?.turn) || (desk.own.look ?? desk.own.calendar.now);
/** @param {Desk} desk @param {number | null} n */
export function look(desk, n) {
  const { turns, now } = desk.own.calendar,
    first = turns[0].n,
    last = turns[turns.length - 1].n;
  const to = n === null ? null : Math.max(first, Math.min(last, n));
  desk.own.look = to === now ? null : to;
  desk.changed();
}

/** @param {Desk} desk */
export function strip(desk) {
  const { turns, now } = desk.own.calendar,
    n = looked(desk),
    first = turns[0].n,
    wide = (W - 12) / turns.length;
  const x = (/** @type {number} */ k) => 6 + (k - first) * wide,
    art = [];
  months(turns).forEach(([name, a, b], k) =>
    art.push(
      s("rect", { x: x(a), y: 0, width: x(b + 1) - x(a), height: H, class: k % 2 ? "month" : "month odd" }),
      s("text.m", { x: (x(a) + x(b + 1)) / 2, y: H - 5 }, name),
    ),
  );
  for (const t of turns) {
    let y = BASE;
    for (const g of GROUPS) {
      const count = t.entries
          .filter((/** @type {any} */ e) => e.group === g && e.kind === "arrive")
          .reduce((/** @type {number} */ sum, /** @type {any} */ e) => sum + (e.units?.length ?? 0), 0),
        tall = Math.min(count * 1.9, 26);
      if (count)
        art.push(
          s("rect", {
            x: x(t.n) + 1,
            y: (y -= tall),
            width: wide - 2,
            height: tall - 0.8,
            class: `g-${g}${t.n < now ? " past" : ""}`,
          }),
        );
    }
    const rolled = desk.own.past?.[t.n]?.ground,
      ground = rolled ? { [rolled]: 1 } : t.ground;
    let top = BASE + 3;
    for (const k of GROUNDS)
      if (ground[k]) {
        art.push(s("rect", { x: x(t.n) + 1, y: top, width: wide - 2, height: ground[k] * 10, class: `w-${k}` }));
        top += ground[k] * 10;
      }
  }
  const mid = x(n) + wide / 2,
    here = turns.find((/** @type {any} */ t) => t.n === n);
  if (n !== now && now >= first) art.push(s("line.now", { x1: x(now) + wide / 2, x2: x(now) + wide / 2, y1: 4, y2: H - 18 }));
  art.push(
    s("line.hand", { x1: mid, x2: mid, y1: 0, y2: H - 18 }),
    s("rect.flag", { x: Math.min(W - 58, Math.max(2, mid - 28)), y: 0, width: 56, height: 18, rx: 9 }),
    s("text.flag", { x: Math.min(W - 30, Math.max(30, mid)), y: 13 }, nice(here.date)),
  );
  const at = (/** @type {PointerEvent} */ e) => {
    const box = /** @type {Element} */ (e.currentTarget).getBoundingClientRect();
    look(desk, first + Math.floor((((e.clientX - box.left) / box.width) * W - 6) / wide));
  };
  const key = (/** @type {KeyboardEvent} */ e) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1, PageUp: -9, PageDown: 9 }[e.key];
    if (by) look(desk, looked(desk) + by);
    else if (e.key === "Home") look(desk, first);
    else if (e.key === "End") look(desk, turns[turns.length - 1].n);
    else return;
    e.preventDefault();
    e.stopPropagation();
  };
  return h(
    "div.dk-card.rh-strip",
    null,
    s(
      "svg",
      {
        viewBox: `0 0 ${W} ${H}`,
        role: "slider",
        tabindex: 0,
        "data-key": "strip",
        "aria-label": "Campaign calendar",
        "aria-valuemin": first,
        "aria-valuemax": turns[turns.length - 1].n,
        "aria-valuenow": n,
        "aria-valuetext": `turn ${n}, ${long(here.date)}`,
        onkeydown: key,
        onpointerdown: (/** @type {PointerEvent} */ e) => {
          desk.own.dragging = true;
          at(e);
        },
        onpointermove: (/** @type {PointerEvent} */ e) => {
          if (e.buttons) at(e);
        },
      },
      art,
    ),
    h(
      "div.rh-key",
      { "aria-hidden": "true" },
      GROUPS.map((g) => h("span", null, h("i", { class: `g-${g}` }), g)),
      GROUNDS.map((g) => h("span", null, h("i", { class: `w-${g}` }), g)),
    ),
  );
}
