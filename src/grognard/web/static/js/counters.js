// @ts-check
// A counter: facts in, SVG out, 100 by 100. Two levels of detail: full, and compact for small sizes (bigger box and
// figures, no turned text). The box is cream for leg and amber for mobile; a reduced unit has a white band, readable
// without colour; its formation has a stripe with a letter.
import { s } from "./dom.js";

/** @typedef {import("./games/presentation.js").Unit} Unit */
/** @typedef {import("./games/presentation.js").Dress} Dress */

const SIZES = { company: "I", battalion: "II", regiment: "III", brigade: "X", division: "XX", corps: "XXX" };

/** Strokes inside a box of 60 by 40. @type {Record<string, () => any[]>} */
const SYMBOLS = {
  infantry: () => [cross()],
  armor: () => [oval()],
  mechanized: () => [cross(), oval()],
  parachute: () => [cross(), s("path.box", { d: "M19 38a5.5 5.5 0 0 1 11 0a5.5 5.5 0 0 1 11 0" })],
  glider: () => [cross(), s("path", { d: "M17 34H43M30 27V38", "stroke-width": 4 })],
  commando: () => [cross(), s("text.cdo", { x: 30, y: 37, "font-size": 14 }, "CDO")],
  sp_at: () => [s("path", { d: "M6 40L30 4L54 40" }), s("rect", { x: 14, y: 14, width: 32, height: 15, rx: 7.5 })],
  aa: () => [s("path", { d: "M0 40C4 12 56 12 60 40" })],
  motor: () => [cross(), s("path", { d: "M30 0V40" })],
  artillery: () => [dot()],
  sp_artillery: () => [oval(), dot()],
  recon: () => [s("path", { d: "M0 40L60 0" })],
  armored_recon: () => [oval(), s("path", { d: "M0 40L60 0" })],
  anti_tank: () => [s("path", { d: "M0 40L30 2L60 40" })],
  engineer: () => [oval(), s("path", { d: "M19 26V14H41V26M30 14V26" })],
  flail: () => [oval(), s("path", { d: "M30 0V10M30 30V40" })],
  machine_gun: () => [cross(), s("text.cdo", { x: 30, y: 38, "font-size": 14 }, "MG")],
  flame: () => [oval(), s("path", { d: "M24 26C24 20 30 20 29 13C34 17 37 21 35 26Z" })],
  hq: () => [s("text.cdo", { x: 30, y: 29, "font-size": 25 }, "HQ")],
  supply: () => [s("path", { d: "M0 29H60" })],
  aircraft: () => [s("path.dot", { d: "M30 4L34 16L54 24V29L34 25L33 33L39 37V39H21V37L27 33L26 25L6 29V24L26 16Z" })],
};
const dot = () => s("circle.dot", { cx: 30, cy: 20, r: 6.5 });
const cross = () => s("path", { d: "M0 0L60 40M60 0L0 40" });
const oval = () => s("rect", { x: 11, y: 10, width: 38, height: 20, rx: 10 });

/** Designation and parent, as they stand on a counter. @param {Unit} unit @param {Dress} dress @returns {[string, string]} */
export function designation(unit, dress) {
  const own = dress.short[unit.id];
  if (own) return own;
  const [first, ...rest] = unit.id.split("/");
  return [first, rest.join("/")];
}

/** A name to call a unit by. @param {Unit} unit */
export const callName = (unit) => unit.label ?? unit.id;

/** How a counter lies on the map where it is more than full or reduced: its figures, its other side up, steps left of steps.
 * @typedef {{figures: string, turned: boolean, pips: number[] | null}} Face */

/** The drawing of a counter, as a group of 100 by 100. @param {Unit} unit @param {Dress} dress
 * @param {{reduced?: boolean, compact?: boolean, face?: Face | null}} [how] */
export function counter(unit, dress, { reduced = false, compact = false, face = null } = {}) {
  const base = dress.base(unit),
    [band, letter] = dress.formations[unit.formation] ?? ["#555", ""];
  const figures = face?.figures ?? (reduced && unit.reduced ? unit.reduced : unit.full).join("-");
  const [own, parent] = designation(unit, dress),
    top = compact ? 69 : 67;
  const light = band === "#e8e3d5"; // a pale stripe carries a dark letter
  return s(
    "g.counter",
    { class: `on-${base} ${unit.mobility}` },
    s("rect.plate", { x: 1.5, y: 1.5, width: 97, height: 97, rx: 9 }),
    s("path.shine", { d: "M4 90V12Q4 4 12 4H88" }),
    s("path.shade", { d: "M96 10V88Q96 96 88 96H12" }),
    (reduced || face?.turned) &&
      s("path.strip", { class: face?.turned ? "turned" : "", d: `M3 ${top}H97V88Q97 97 88 97H12Q3 97 3 88Z` }),
    s("rect", { x: 3, y: 8, width: compact ? 14 : 11, height: reduced ? top - 10 : 84, rx: 3, fill: band }),
    s(
      "text.letter",
      { x: compact ? 10 : 8.5, y: compact ? 22 : 19, "font-size": compact ? 15 : 11, class: light ? "dark" : "" },
      letter,
    ),
    symbol(unit, compact),
    face?.pips && pips(face.pips),
    compact
      ? compactText(dress.brief?.(unit) ?? (own && parent ? `${own}/${parent}` : own || parent), figures)
      : fullText(unit, own, parent, figures),
  );
}

/** Steps left as full pips, lost ones as empty. @param {number[]} pips left, of */
const pips = ([left, all]) =>
  Array.from({ length: all }, (_, k) => s("circle.pip", { class: k < left ? "" : "lost", cx: 93, cy: 64 - 9.5 * k, r: 4 }));

/** @param {Unit} unit @param {boolean} compact */
function symbol(unit, compact) {
  const place = compact ? "translate(21 27) scale(1.15 .95)" : "translate(22.5 23)";
  return s(
    "g.symbol",
    { transform: place, "stroke-width": compact ? 4 : 2.8 },
    s("rect.box", { width: 60, height: 40 }),
    SYMBOLS[unit.type]?.() ?? [],
  );
}

/** @param {string} text @param {string} figures */
function compactText(text, figures) {
  return [
    s(
      "text",
      {
        x: 58,
        y: 21.5,
        "font-size": 19,
        "font-weight": 700,
        textLength: Math.min(77, text.length * 11.5),
        lengthAdjust: "spacingAndGlyphs",
      },
      text,
    ),
    s("text", { x: 56.5, y: 93, "font-size": figures.length > 5 ? 25 : 28.5, "font-weight": 800 }, figures),
  ];
}

/** @param {Unit} unit @param {string} own @param {string} parent @param {string} figures */
function fullText(unit, own, parent, figures) {
  return [
    s("text", { x: 51, y: 18.5, "font-size": 14.5, "font-weight": 800 }, SIZES[/** @type {keyof SIZES} */ (unit.size)] ?? ""),
    s("text", { transform: "translate(20.6 43) rotate(-90)", "font-size": own.length > 3 ? 10 : 12, "font-weight": 650 }, own),
    s(
      "text",
      { transform: "translate(92.5 43) rotate(-90)", "font-size": parent.length > 3 ? 10 : 12.5, "font-weight": 650 },
      parent,
    ),
    s("text", { x: 52, y: 91, "font-size": 26.5, "font-weight": 800 }, figures),
  ];
}

/** A counter as a picture of its own, for panels. @param {Unit} unit @param {Dress} dress
 * @param {{reduced?: boolean, compact?: boolean, label?: string}} [how] */
export function counterPicture(unit, dress, how = {}) {
  return s(
    "svg.chit",
    { viewBox: "0 0 100 100", role: "img", "aria-label": how.label ?? unit.name },
    counter(unit, dress, how),
  );
}

/** The anchor of a beachhead. */
export const anchor = () =>
  s(
    "g.anchor",
    null,
    s("circle", { cx: 50, cy: 50, r: 46 }),
    s(
      "g",
      null,
      s("circle", { cx: 50, cy: 27, r: 8 }),
      s("path", { d: "M50 36V77M34 47H66M24 58c2 14 14 20 26 20s24-6 26-20" }),
    ),
  );

/** The parachute of a drop zone. */
export const canopy = () =>
  s(
    "g.anchor",
    null,
    s("circle", { cx: 50, cy: 50, r: 46 }),
    s("g", null, s("path", { d: "M22 48a28 26 0 0 1 56 0ZM22 48L48 80M78 48L52 80M50 22V78" })),
  );
