// @ts-check
// Tactical counters: men, guns, vehicles and what hides them, as SVG.
import { h, s } from "../../dom.js";

/** @typedef {{side: string, kind: string, value?: string, name?: string, mark?: string, title?: string}} Piece */

const MAN = "M-5.6-16h11.2l1.4 1.6h-14zM-6-9q6-3 12 0l3 13h-4l-1 18h-4l-1-13-1 13h-4l-1-18h-3zM-9 6 15-7l1 2L-7 9z";
const man = (/** @type {number} */ x, k = 1) =>
  s("g", { transform: `translate(${x} 34) scale(${k})` }, s("circle", { cx: 0, cy: -15, r: 5.6 }), s("path", { d: MAN }));
const at = (/** @type {string} */ d, y = 38, turn = 0) =>
  s("path", { d, transform: `translate(46 ${y})${turn ? ` rotate(${turn})` : ""}` });
/** @type {Record<string, () => Element[]>} */
const ART = {
  squad: () => [man(30, 0.82), man(46, 0.9), man(62, 0.82)],
  half_squad: () => [man(36, 0.88), man(56, 0.88)],
  crew: () => [man(36, 0.88), man(56, 0.88)],
  leader: () => [man(46, 1.08)],
  hero: () => [man(46, 1.08)],
  vehicle: () => [
    s(
      "g",
      { transform: "translate(46 38)" },
      s("rect", { x: -26, y: -18, width: 52, height: 7, rx: 3 }),
      s("rect", { x: -26, y: 11, width: 52, height: 7, rx: 3 }),
      s("rect", { x: -23, y: -11, width: 46, height: 22, rx: 4, "fill-opacity": 0.55 }),
      s("ellipse", { cx: -3, cy: 0, rx: 12, ry: 8.5 }),
      s("rect", { x: 7, y: -1.8, width: 30, height: 3.6 }),
    ),
  ],
  weapon: () => [at("M-28-3h38v-3h18v4H14v5H-6l-6 14h-5l4-14h-15z")],
  gun: () => [
    s(
      "g",
      { transform: "translate(46 38)" },
      s("circle.ring", { cx: -10, cy: 6, r: 10 }),
      s("path", { d: "M-12 2 30-12l1.4 4L-8 8zM-12 8-30 16l1 3 20-7z" }),
    ),
  ],
  mortar: () => [at("M-4 12 14-22l6 3L4 16zM-14 14h26v4h-26zM6 2l10 14h-4L3 6z", 40)],
  bazooka: () => [at("M-30-4h60l5-3v14l-5-3h-60zM-6 4h5v10h-5z", 38, -12)],
  chit: () => [at("M-32-8h34v-14l30 22-30 22v-14h-34z")],
  fort: () => [at("M-28 14h56l-8-22h-40z"), at("M-30 18h60v4h-60z")],
};

/** A counter as parts of a drawing, 92 units wide about its upper left corner. @param {Piece} c */
export function face(c) {
  const hidden = c.kind === "hidden";
  return [
    s("rect.coat", { x: 1.5, y: 1.5, width: 89, height: 89, rx: 7 }),
    s("path.shine", { d: "M4 84V10q0-6 6-6h74" }),
    s("g.art", null, ART[c.kind]?.() ?? null),
    hidden && s("text.query", { x: 46, y: 66 }, "?"),
    s("text.value", { x: 46, y: 83, class: (c.value ?? "").length > 5 ? "long" : "" }, c.value ?? ""),
    s("text.name", { x: 86, y: 17 }, c.name ?? ""),
    c.mark && [s("circle.mark", { cx: 17, cy: 17, r: 12 }), s("text.marked", { x: 17, y: 22 }, c.mark)],
  ];
}

/** @param {Piece} c */
export const counter = (c, px = 44) =>
  s(
    "svg.phd-ctr",
    {
      viewBox: "0 0 92 92",
      width: px,
      height: px,
      role: "img",
      "aria-label": c.title ?? [c.name, c.value].filter(Boolean).join(" "),
      class: c.side,
    },
    s("title", null, c.title ?? c.value ?? ""),
    face(c),
  );

/** Counters of a hex on top of each other, the first on top, about its middle. @param {Piece[]} pieces @param {number} px @returns {Element[]} */
export function pile(pieces, px) {
  const few = pieces.slice(0, 4),
    k = px / 92;
  return few
    .map((c, i) => ({ c, i }))
    .reverse()
    .map(({ c, i }) => {
      const off = (few.length - 1) * px * 0.06 - i * px * 0.1;
      return s(
        "g.phd-ctr",
        {
          class: c.side,
          transform: `translate(${(off - px / 2).toFixed(1)} ${(off - px / 2).toFixed(1)}) scale(${k.toFixed(4)})`,
        },
        face(c),
      );
    });
}

/** A counter under the hand that carries it. @param {Element} face */
export function ghost(face) {
  const box = h("div.phd-ghost", { "aria-hidden": "true" }, face);
  document.body.append(box);
  return {
    to: (/** @type {number} */ x, /** @type {number} */ y) => {
      box.style.transform = `translate(${x - 24}px, ${y - 24}px) rotate(-4deg)`;
    },
    off: () => box.remove(),
  };
}
