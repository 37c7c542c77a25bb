// @ts-check
// The ground of the tactical map, painted from hex data alone: levels, the fields between the hedges, grain, brush, the
// draw and its stream.
import { lettered } from "./grid.js";
import { border, box, chance, clip, fill, label, mix, SANS, smooth, stroke, walk, wobble } from "./lines.js";

/** @typedef {import("./lines.js").Pen} Pen */
/** @typedef {import("./grid.js").Point} Point */
/** @typedef {{id: string, terrain: string, level: number, building?: string, road?: boolean, bridge?: boolean, sunken_lane?: boolean,
 *   multi_hex?: boolean, two_story_house?: boolean, steeple?: boolean}} HexRow */
/** @typedef {{columns: number, rows: number, hexes: HexRow[], sides: {a: string, b: string, type: string}[],
 *   lines: {name: string, kind: string, hexes: string[]}[], names: {text: string, hex: string, angle?: number, size?: number, pale?: boolean}[],
 *   intersections: string[]}} MapData */
/** @typedef {ReturnType<typeof survey>} Land */

/** @type {Record<number, string>} */
const LEVEL = { 0: "#cbd7a3", 1: "#e5dbab", 2: "#d9c48d", 3: "#c6a86f", 4: "#b08d57" };
const SUNK = new Set(["gully", "stream"]);

/** Reads the map once for a scale: hexes, hexsides, and the fields between the hedges. @param {MapData} data @param {number} size */
export function survey(data, size) {
  const grid = lettered(data.columns, data.rows, size),
    hex = new Map(data.hexes.map((h) => [h.id, h])),
    side = new Map();
  for (const e of data.sides) {
    side.set(`${e.a}|${e.b}`, e.type);
    side.set(`${e.b}|${e.a}`, e.type);
  }
  const low = (/** @type {string} */ id) => hex.get(id)?.terrain === "gully";
  /** @type {Map<string, number>} */
  const field = new Map();
  let count = 0;
  for (const first of hex.keys()) {
    if (field.has(first)) continue;
    const queue = [first];
    field.set(first, ++count);
    for (let a = queue.pop(); a; a = queue.pop())
      for (const b of grid.neighbours(a))
        if (b && !field.has(b) && !side.has(`${a}|${b}`) && low(a) === low(b)) {
          field.set(b, count);
          queue.push(b);
        }
  }
  /** @type {Map<number, number>} the way each field is mown */
  const angle = new Map();
  for (let n = 1; n <= count; n++) {
    const r = chance(`field${n}`);
    angle.set(n, (Math.round(r() * 6) * Math.PI) / 6 + r() * 0.2);
  }
  return { data, grid, hex, side, field, angle };
}

/** @param {Land} m @param {(h: HexRow) => unknown} test @returns {Set<string>} */
export const where = (m, test) => new Set([...m.hex.values()].filter(test).map((h) => h.id));

/** The line through the middles of hexes, led on past the edge of the map. @param {Land} m @param {string[]} ids @returns {Point[]} */
export function middles(m, ids) {
  const { grid } = m,
    points = ids.map(grid.centre),
    a = points[0],
    b = points[points.length - 1];
  const on = (/** @type {Point} */ p, /** @type {Point} */ q) => ({ x: p.x + (p.x - q.x) * 1.4, y: p.y + (p.y - q.y) * 1.4 });
  const rim = (/** @type {Point} */ p) =>
    p.x < 1 || p.y < grid.high * 0.6 || p.x > grid.width - 1 || p.y > grid.height - grid.high * 0.6;
  const found = [...points];
  if (rim(a)) found.unshift(on(a, points[1]));
  if (rim(b)) found.push(on(b, points[points.length - 2]));
  return found;
}

/** Pieces of one terrain that lie in one field. @param {Land} m @param {string} terrain */
export function* parcels(m, terrain) {
  const left = where(m, (h) => h.terrain === terrain);
  for (const id of left) {
    const set = new Set([id]),
      queue = [id];
    left.delete(id);
    for (let a = queue.pop(); a; a = queue.pop())
      for (const b of m.grid.neighbours(a))
        if (b && left.has(b) && m.field.get(a) === m.field.get(b)) {
          left.delete(b);
          set.add(b);
          queue.push(b);
        }
    yield set;
  }
}

/** Rows across an area. @param {Pen} pen @param {ReturnType<typeof box>} area @param {number} angle @param {number} gap @param {string} colour @param {number} width @param {number[]} [dash] */
function rows(pen, area, angle, gap, colour, width, dash) {
  const { d } = area;
  pen.save();
  pen.translate(area.x + area.w / 2, area.y + area.h / 2);
  pen.rotate(angle);
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  if (dash) pen.setLineDash(dash);
  pen.beginPath();
  for (let y = -d / 2, i = 0; y < d / 2; y += gap, i++) {
    pen.moveTo(-d / 2 + (i % 2) * gap, y);
    pen.lineTo(d / 2, y);
  }
  pen.stroke();
  pen.restore();
}

/** Each level is all that lies at it or higher, corners cut, lit from the north-west. @param {Pen} pen @param {Land} m */
export function levels(pen, m) {
  const s = m.grid.size;
  pen.fillStyle = LEVEL[0];
  pen.fillRect(0, 0, m.grid.width, m.grid.height);
  for (let l = 1; l <= 4; l++) {
    const loops = border(
      m.grid,
      where(m, (h) => h.level >= l),
    ).map((x) => smooth(x, 3));
    pen.save();
    pen.shadowColor = "rgba(74,52,16,.5)";
    pen.shadowBlur = s * 0.32;
    pen.shadowOffsetX = s * 0.1;
    pen.shadowOffsetY = s * 0.15;
    fill(pen, loops, LEVEL[l]);
    pen.restore();
    stroke(pen, loops, Math.max(0.8, s * 0.045), mix(LEVEL[l], "#6b4a1c", 0.55));
    if (s > 18)
      for (const loop of loops)
        if (loop.length > 60)
          for (const p of walk(loop, s * 22, s * 5)) {
            const upright = Math.abs(p.angle) > Math.PI / 2 ? p.angle + Math.PI : p.angle;
            label(pen, String(l), p.x, p.y, {
              size: s * 0.32,
              colour: "#6b4a1c",
              halo: LEVEL[l],
              width: 4,
              font: SANS,
              weight: 600,
              angle: upright,
            });
          }
  }
}

/** Every field between hedges has its own faint tint and mowing: the patchwork that makes bocage country. @param {Pen} pen @param {Land} m */
export function fields(pen, m) {
  const { grid, hex, field } = m,
    s = grid.size;
  /** @type {Map<number, Set<string>>} */
  const all = new Map();
  for (const [id, n] of field) all.set(n, (all.get(n) ?? new Set()).add(id));
  for (const [n, set] of all) {
    const tint = chance(`tint${n}`)(),
      loops = border(grid, set).map((x) => smooth(x, 2)),
      first = hex.get([...set][0]);
    pen.save();
    clip(pen, loops);
    pen.fillStyle = tint < 0.45 ? `rgba(120,150,60,${0.05 + tint * 0.16})` : `rgba(255,246,200,${(tint - 0.4) * 0.28})`;
    pen.fillRect(0, 0, grid.width, grid.height);
    if (first && !SUNK.has(first.terrain) && first.terrain !== "woods")
      rows(pen, box(loops), m.angle.get(n) ?? 0, s * 0.3, "rgba(90,100,40,.10)", s * 0.09);
    pen.restore();
  }
}

/** Golden parcels with stubble rows. @param {Pen} pen @param {Land} m */
export function grain(pen, m) {
  const s = m.grid.size;
  for (const set of parcels(m, "grain")) {
    const loops = border(m.grid, set).map((x) => smooth(x, 2)),
      area = box(loops);
    pen.save();
    clip(pen, loops);
    pen.globalAlpha = 0.82;
    pen.fillStyle = "#e3c565";
    pen.fillRect(area.x, area.y, area.w, area.h);
    pen.globalAlpha = 1;
    rows(
      pen,
      area,
      m.angle.get(m.field.get([...set][0]) ?? 0) ?? 0,
      s * 0.17,
      "rgba(150,106,20,.42)",
      Math.max(0.7, s * 0.045),
      [s * 0.22, s * 0.1],
    );
    pen.restore();
    stroke(pen, loops, s * 0.05, "rgba(150,110,30,.45)");
  }
}

/** Small tufts. @param {Pen} pen @param {Land} m */
export function brush(pen, m) {
  const s = m.grid.size;
  pen.lineWidth = Math.max(0.8, s * 0.045);
  pen.lineCap = "round";
  for (const h of m.hex.values()) {
    if (h.terrain !== "brush") continue;
    const c = m.grid.centre(h.id),
      r = chance(`b${h.id}`);
    for (let i = 0; i < 13; i++) {
      const a = r() * 6.3,
        d = Math.sqrt(r()) * s * 0.72,
        x = c.x + Math.cos(a) * d,
        y = c.y + Math.sin(a) * d,
        k = s * (0.07 + r() * 0.06);
      pen.strokeStyle = r() < 0.5 ? "#7b8a3a" : "#94964a";
      pen.beginPath();
      for (const t of [-0.7, 0, 0.7]) {
        pen.moveTo(x, y);
        pen.lineTo(x + Math.sin(t) * k * 1.6, y - Math.cos(t) * k * 1.9);
      }
      pen.stroke();
    }
  }
}

/** A sunken olive trough with a dark lip, hachures inward and a paler floor. @param {Pen} pen @param {Land} m */
export function draws(pen, m) {
  const s = m.grid.size,
    loops = border(
      m.grid,
      where(m, (h) => SUNK.has(h.terrain)),
    ).map((x) => smooth(x, 3));
  pen.save();
  clip(pen, loops);
  pen.fillStyle = "#8f8a52";
  pen.fillRect(0, 0, m.grid.width, m.grid.height);
  for (const [w, c] of /** @type {[number, string][]} */ ([
    [1, "rgba(52,46,20,.20)"],
    [0.62, "rgba(52,46,20,.24)"],
    [0.3, "rgba(40,34,14,.30)"],
  ]))
    stroke(pen, loops, s * w, c);
  stroke(
    pen,
    m.data.lines.filter((l) => l.kind === "draw").map((l) => smooth(middles(m, l.hexes), 3)),
    s * 0.55,
    "rgba(196,190,120,.38)",
  );
  pen.strokeStyle = "rgba(48,40,16,.5)";
  pen.lineWidth = Math.max(0.6, s * 0.03);
  pen.beginPath();
  for (const l of loops)
    for (const p of walk(l, s * 0.2)) {
      const x = Math.cos(p.angle + Math.PI / 2) * s * 0.24,
        y = Math.sin(p.angle + Math.PI / 2) * s * 0.24;
      pen.moveTo(p.x - x, p.y - y);
      pen.lineTo(p.x + x, p.y + y);
    }
  pen.stroke();
  pen.restore();
  stroke(pen, loops, Math.max(1, s * 0.06), "#5d5426");
}

/** @param {Pen} pen @param {Land} m */
export function streams(pen, m) {
  const s = m.grid.size;
  for (const l of m.data.lines) {
    if (l.kind !== "stream") continue;
    const line = [smooth(wobble(smooth(middles(m, l.hexes), 1), s * 0.34, l.name), 2)];
    stroke(pen, line, s * 0.24, "#dfe6cf");
    stroke(pen, line, s * 0.17, "#2f6ea5");
    stroke(pen, line, s * 0.06, "#8fc0e2");
  }
}
