// @ts-check
// Whose ground it is, drawn over the map: Tactical Locations, areas of control, the FEBA, No-Man's Land, cut-off ground.
import { border, fill, hatch, smooth, stroke, walk } from "./lines.js";

/** @typedef {import("./lines.js").Pen} Pen */
/** @typedef {import("./land.js").Land} Land */

export const SIDES = /** @type {const} */ (["us", "german"]);
export const INK = { us: "#0b5c8a", german: "#8a2f10" };
const WASH = { us: "rgba(11,92,138,.12)", german: "rgba(138,47,16,.07)" };
/** Overlays: key, words, what is lit. */
export const OVERLAYS = /** @type {const} */ ([
  ["T", "tl", "Tactical Locations", "TL"],
  ["A", "tac", "Areas of control", "TAC"],
  ["F", "feba", "FEBA", "FEBA"],
  ["N", "nml", "No-Man’s Land", "NML"],
  ["I", "cut", "Cut off", "Cut off"],
  ["O", "none", "Uncontrolled", "Uncontrolled"],
]);

/** @param {Pen} pen @param {Land} m @param {Record<string, string[]>} ground @param {Set<string>} shown */
export function zones(pen, m, ground, shown) {
  const s = m.grid.size,
    set = (/** @type {string} */ name) => new Set(ground[name] ?? []),
    loops = (/** @type {string} */ name) => border(m.grid, set(name)).map((l) => smooth(l, 2));
  pen.save();
  pen.beginPath();
  pen.rect(0, 0, m.grid.width, m.grid.height);
  pen.clip();
  if (shown.has("none"))
    fill(pen, loops("uncontrolled"), hatch(pen, "rgba(60,60,60,.35)", Math.max(8, s * 0.6), 1, Math.max(0.8, s * 0.04)));
  if (shown.has("tac"))
    for (const side of SIDES) {
      const area = loops(`${side}_tac`);
      fill(pen, area, WASH[side]);
      fill(
        pen,
        area,
        hatch(
          pen,
          INK[side] + (side === "us" ? "40" : "30"),
          Math.max(7, s * 0.38),
          side === "us" ? 1 : -1,
          Math.max(0.8, s * 0.04),
        ),
      );
    }
  if (shown.has("nml")) {
    const area = loops("no_mans_land");
    fill(pen, area, "rgba(60,56,50,.20)");
    fill(pen, area, hatch(pen, "rgba(30,26,20,.30)", Math.max(6, s * 0.36), 1, Math.max(0.7, s * 0.035), true));
  }
  if (shown.has("cut"))
    for (const side of SIDES) stroke(pen, loops(`${side}_isolated_tac`), s * 0.16, INK[side], [s * 0.3, s * 0.22]);
  if (shown.has("feba")) for (const side of SIDES) front(pen, m, set(`${side}_feba`), side);
  if (shown.has("tl")) pins(pen, m, ground);
  pen.restore();
}

/** A ribbon that never runs along the edge of the map, half-moons (US) or teeth (German) towards the enemy.
 * @param {Pen} pen @param {Land} m @param {Set<string>} inside @param {"us" | "german"} side */
function front(pen, m, inside, side) {
  const s = m.grid.size,
    lines = border(m.grid, inside, false).map((l) => smooth(l, 2));
  stroke(pen, lines, s * 0.3, "rgba(255,250,240,.85)");
  stroke(pen, lines, s * 0.16, INK[side]);
  pen.fillStyle = INK[side];
  for (const l of lines)
    for (const p of walk(l, s * 0.75, s * 0.4)) {
      const cos = Math.cos(p.angle),
        sin = Math.sin(p.angle),
        out = inside.has(m.grid.at(p.x - sin * s * 0.4, p.y + cos * s * 0.4) ?? "") ? -1 : 1;
      pen.beginPath();
      if (side === "us")
        pen.arc(
          p.x - sin * s * 0.06 * out,
          p.y + cos * s * 0.06 * out,
          s * 0.17,
          p.angle + (out > 0 ? 0 : Math.PI),
          p.angle + (out > 0 ? Math.PI : 2 * Math.PI),
        );
      else {
        pen.moveTo(p.x - cos * s * 0.17, p.y - sin * s * 0.17);
        pen.lineTo(p.x + cos * s * 0.17, p.y + sin * s * 0.17);
        pen.lineTo(p.x - sin * s * 0.3 * out, p.y + cos * s * 0.3 * out);
      }
      pen.fill();
    }
}

/** A pin a Location: disc, diamond or square says whose, not the colour alone. @param {Pen} pen @param {Land} m @param {Record<string, string[]>} ground */
function pins(pen, m, ground) {
  const s = m.grid.size,
    k = s * 0.2,
    us = new Set(ground.us_controlled),
    german = new Set(ground.german_controlled);
  pen.lineWidth = Math.max(1.2, s * 0.07);
  for (const id of ground.tactical_locations ?? []) {
    const c = m.grid.centre(id),
      x = c.x + s * 0.56,
      y = c.y + s * 0.34;
    pen.beginPath();
    if (us.has(id)) pen.arc(x, y, k, 0, 7);
    else if (german.has(id)) {
      pen.moveTo(x, y - k * 1.25);
      pen.lineTo(x + k * 1.25, y);
      pen.lineTo(x, y + k * 1.25);
      pen.lineTo(x - k * 1.25, y);
      pen.closePath();
    } else pen.rect(x - k * 0.8, y - k * 0.8, k * 1.6, k * 1.6);
    pen.strokeStyle = us.has(id) || german.has(id) ? "#fffaf0" : "#444";
    pen.fillStyle = us.has(id) ? INK.us : german.has(id) ? INK.german : "#fffaf0";
    pen.stroke();
    pen.fill();
  }
}
