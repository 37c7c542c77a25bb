// @ts-check
// Operational counters of desks: facts in, SVG out, 92 by 92, in the colours of the nations.
import { s } from "../dom.js";

/** @typedef {{nation?: string, type?: string, size?: string, value?: string, left?: string, right?: string, title?: string, band?: string, word?: string}} Facts */

/** Coat and box. @type {Record<string, [string, string]>} */
const COATS = {
  British: ["#cdae72", "#ead6ab"],
  Canadian: ["#b98d5a", "#e0bd92"],
  US: ["#98a36a", "#c9d0a5"],
  French: ["#8fa8c4", "#c4d3e2"],
  Polish: ["#c58f8f", "#e6c3c3"],
  Belgian: ["#c9b98c", "#e6dcbc"],
  Dutch: ["#d3a55c", "#ecd0a0"],
  German: ["#9aa3a8", "#ccd2d5"],
  SS: ["#2b2b2b", "#6a6a6a"],
  Luftwaffe: ["#9db6cf", "#cfdce9"],
  neutral: ["#ded7c5", "#f3eedf"],
};
/** @type {Record<string, string>} */
const SIZES = {
  division: "XX",
  brigade: "X",
  group: "X",
  regiment: "III",
  battalion: "II",
  company: "I",
  corps: "XXX",
  army: "XXXX",
};
/** @type {Record<string, string>} */
const WORDS = { hq: "HQ", commando: "CDO", mg: "MG", marine: "M", breakdown: "bd" };

const line = (/** @type {string} */ d) => () => s("path", { d });
const dark = (/** @type {string} */ d) => () => s("path", { d, class: "ink" });
const cross = line("M22 28 70 62M70 28 22 62"),
  oval = () => s("rect", { x: 30, y: 37, width: 32, height: 16, rx: 8 }),
  dot = () => s("circle", { cx: 46, cy: 45, r: 6, class: "ink" });
const roof = line("M22 62 46 30 70 62"),
  slash = line("M22 62 70 28");

/** Strokes in the box. @type {Record<string, (() => any)[]>} */
const GLYPHS = {
  infantry: [cross],
  armour: [oval],
  mechanized: [cross, oval],
  motor: [cross, line("M46 28V62")],
  airborne: [cross, line("M38 61q4-8 8 0q4-8 8 0")],
  glider: [cross, line("M46 50v9m-10 0h20")],
  commando: [cross],
  marine: [cross],
  mg: [cross],
  breakdown: [cross],
  mountain: [cross, dark("M40 62l6-10 6 10z")],
  recon: [slash],
  armoured_recon: [oval, slash],
  anti_tank: [roof],
  tank_destroyer: [oval, roof],
  artillery: [dot],
  sp_artillery: [oval, dot],
  rocket: [dot, line("M40 58l6-5 6 5")],
  engineer: [line("M32 54V38h28v16M46 38v16")],
  special: [oval, line("M46 28v9M46 53v9")],
  hq: [],
  supply: [line("M22 53h48")],
  aa: [line("M22 62C26 36 66 36 70 62")],
  pontoon: [line("M28 52V42h10v10M41 52V42h10v10M54 52V42h10v10")],
  truck: [
    line("M26 52V36h24v16M50 42h10l6 8v2"),
    () => s("circle", { cx: 34, cy: 56, r: 4 }),
    () => s("circle", { cx: 58, cy: 56, r: 4 }),
  ],
  fighter: [line("M46 32v26M28 42h36M38 57h16")],
  bomber: [line("M46 31v28M24 41h44M37 58h18M35 37v8M57 37v8")],
  bridge: [line("M26 38q6 6 12 6h16q6 0 12-6M26 54q6-6 12-6h16q6 0 12 6")],
  cavalry: [slash],
};

/** The drawing, as a group of 92 by 92. @param {Facts} c */
export function counterArt(c) {
  const nation = COATS[c.nation ?? ""] ? String(c.nation) : "neutral",
    [coat, box] = COATS[nation],
    ink = nation === "SS" ? "#fff" : "#16181a",
    type = c.type ?? "infantry";
  const word = c.word ?? WORDS[type] ?? "",
    value = c.value ?? "",
    fit = value.length > 8 ? 14 : value.length > 6 ? 17 : value.length > 5 ? 19 : 22;
  return s(
    "g",
    { color: ink },
    s("rect", { x: 1.5, y: 1.5, width: 89, height: 89, rx: 9, fill: coat, stroke: "rgba(0,0,0,.5)", "stroke-width": 2.4 }),
    s("path", { d: "M4 84V12q0-8 8-8h72", fill: "none", stroke: "rgba(255,255,255,.45)", "stroke-width": 2.4 }),
    c.band && s("rect", { x: 3, y: 66, width: 86, height: 3.4, fill: c.band }),
    s(
      "g",
      { stroke: ink, "stroke-width": 2.8, fill: "none", "stroke-linejoin": "round" },
      s("rect", { x: 22, y: 28, width: 48, height: 34, fill: box }),
      (GLYPHS[type] ?? []).map((draw) => {
        const e = draw();
        if (e.classList.contains("ink")) e.setAttribute("fill", ink);
        return e;
      }),
    ),
    word &&
      s(
        "text",
        { x: 46, y: type === "hq" ? 52 : 60, "font-size": type === "hq" ? 20 : 12, "font-weight": 800, fill: ink },
        word,
      ),
    s("text", { x: 46, y: 23, "font-size": 17, "font-weight": 800, fill: ink, "letter-spacing": 1 }, SIZES[c.size ?? ""] ?? ""),
    s("text", { x: 46, y: 84, "font-size": fit, "font-weight": 800, fill: ink }, value),
    c.left &&
      s(
        "text",
        { transform: "translate(16 45) rotate(-90)", "font-size": c.left.length > 5 ? 11 : 14, "font-weight": 700, fill: ink },
        c.left,
      ),
    c.right &&
      s(
        "text",
        { transform: "translate(85 45) rotate(-90)", "font-size": c.right.length > 5 ? 11 : 14, "font-weight": 600, fill: ink },
        c.right,
      ),
  );
}

/** A counter as a picture of its own. @param {Facts} c @param {number} [size] */
export const counter = (c, size = 44) =>
  s(
    "svg.dk-ctr",
    { viewBox: "0 0 92 92", width: size, height: size, role: "img", "aria-label": c.title ?? c.value ?? c.type ?? "counter" },
    counterArt(c),
  );
