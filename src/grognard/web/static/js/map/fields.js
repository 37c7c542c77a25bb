// @ts-check
// From hex data to smooth shapes. One scalar field per terrain class, sampled on a fine grid:
//   field(p) = share of the class among the nearby hexes, gaussian by distance, after a small noise warp of p.
// The 0.5 contour of a field is the drawn outline. Every class, river, road and boundary goes through the same warp,
// so that all outlines agree and never leave their hexsides by more than about a tenth of a hex.
import { H, at, chain, hexId, rowColumn } from "./hexgrid.js";

/** @typedef {import("./hexgrid.js").Point} Point */
/** @typedef {{x0: number, x1: number, y0: number, y1: number}} Box */
/** @typedef {Record<string, {t: string, name?: string}>} Hexes */

const WARP = 0.11;
const SAMPLES = 13; // per hex width
const KINDS = ["sea", "woods", "bocage", "flooded", "city", "beach", "hill"];
const SPREADS = ["woods", "bocage", "flooded"]; // run on beyond the map; towns and cities do not

/** A fixed random number for a place, so that the map is the same for everybody. @param {number} i @param {number} j */
export function hash(i, j, k = 0) {
  let n = Math.imul(i, 374761393) ^ Math.imul(j, 668265263) ^ Math.imul(k + 7, 2246822519);
  n = Math.imul(n ^ (n >>> 13), 1274126177);
  return ((n ^ (n >>> 16)) >>> 0) / 4294967296;
}

/** Value noise in [-1, 1]. @param {number} x @param {number} y */
export function noise(x, y, k = 0) {
  const i = Math.floor(x), j = Math.floor(y), u = x - i, v = y - j;
  const a = u * u * (3 - 2 * u), b = v * v * (3 - 2 * v);
  const top = hash(i, j, k) * (1 - a) + hash(i + 1, j, k) * a;
  const low = hash(i, j + 1, k) * (1 - a) + hash(i + 1, j + 1, k) * a;
  return (top * (1 - b) + low * b) * 2 - 1;
}

/** @param {number} x @param {number} y */
const warp = (x, y) => ({
  x: WARP * (noise(x * 1.7, y * 1.7, 1) + 0.55 * noise(x * 4.3, y * 4.3, 2)),
  y: WARP * (noise(x * 1.7, y * 1.7, 3) + 0.55 * noise(x * 4.3, y * 4.3, 4)),
});

/** Moves a drawn point the way the contours were moved. @param {Point} p */
export function bend(p) {
  const w = warp(p.x, p.y);
  return { x: p.x - w.x, y: p.y - w.y };
}

/** How far the rows and columns of a map run. @param {Hexes} hexes */
export function extent(hexes) {
  const cells = Object.keys(hexes).map(rowColumn), rows = cells.map(([r]) => r), columns = cells.map(([, c]) => c);
  return { r0: Math.min(...rows), r1: Math.max(...rows), c0: Math.min(...columns), c1: Math.max(...columns) };
}

/** Terrain of any cell: beyond the map the nearest hex is repeated, so that nothing stops at the border. @param {Hexes} hexes */
function terrainOf(hexes) {
  const e = extent(hexes), coast = Object.values(hexes).some((h) => h.t === "sea"); // a map without sea has land in the north as well
  return (/** @type {number} */ r, /** @type {number} */ c) => {
    const own = hexes[hexId(r, c)];
    if (own) return own.t;
    if (coast && r >= e.r1 - 1) return "sea";
    const near = hexes[hexId(Math.max(e.r0, Math.min(e.r1, r)), Math.max(e.c0, Math.min(e.c1, c)))]?.t ?? "clear";
    return SPREADS.includes(near) ? near : "clear";
  };
}

/** All fields of a map. @param {Hexes} hexes */
export function buildFields(hexes) {
  const e = extent(hexes);
  /** @type {Box} */
  const box = { x0: e.c0 - 6, x1: e.c1 + 7, y0: -(e.r1 + 7.5) * H, y1: (3.5 - e.r0 + 1) * H };
  const W = Math.round((box.x1 - box.x0) * SAMPLES) + 1, D = Math.round((box.y1 - box.y0) * SAMPLES) + 1;
  const share = fill(hexes, box, W, D);

  const sample = (/** @type {string} */ kind, /** @type {number} */ x, /** @type {number} */ y) => {
    const u = (x - box.x0) * SAMPLES, v = (y - box.y0) * SAMPLES, i = Math.floor(u), j = Math.floor(v);
    if (i < 0 || j < 0 || i >= W - 1 || j >= D - 1) return 0;
    const a = u - i, b = v - j, f = share[kind], o = j * W + i;
    return (f[o] * (1 - a) + f[o + 1] * a) * (1 - b) + (f[o + W] * (1 - a) + f[o + W + 1] * a) * b;
  };
  const contour = (/** @type {string} */ kind, level = 0.5) => marching(share[kind], W, D, box, level);
  return { box, sample, contour };
}

/** @param {Hexes} hexes @param {Box} box @param {number} W @param {number} D */
function fill(hexes, box, W, D) {
  /** @type {Record<string, Float32Array>} */
  const share = Object.fromEntries(KINDS.map((k) => [k, new Float32Array(W * D)]));
  const steep = 1 / (2 * 0.3 * 0.3), terrain = terrainOf(hexes), sums = new Float64Array(KINDS.length);
  /** @type {Map<number, number>} */
  const known = new Map();
  const kind = (/** @type {number} */ r, /** @type {number} */ c) => {
    const k = r * 1000 + c;
    let v = known.get(k);
    if (v === undefined) known.set(k, (v = KINDS.indexOf(terrain(r, c))));
    return v;
  };
  for (let j = 0; j < D; j++) for (let i = 0; i < W; i++) {
    const px = box.x0 + i / SAMPLES, py = box.y0 + j / SAMPLES, w = warp(px, py), x = px + w.x, y = py + w.y;
    const r0 = Math.round(-y / H);
    let sum = 0;
    sums.fill(0);
    for (let r = r0 - 2; r <= r0 + 2; r++) {
      const c0 = Math.round(x - ((r & 1) === 0 ? 0.5 : 0));
      for (let c = c0 - 1; c <= c0 + 1; c++) {
        const p = at(r, c), d = (p.x - x) ** 2 + (p.y - y) ** 2;
        if (d > 1.7) continue;
        const g = Math.exp(-d * steep), t = kind(r, c);
        sum += g;
        if (t >= 0) sums[t] += g;
      }
    }
    for (let k = 0; k < KINDS.length; k++) share[KINDS[k]][j * W + i] = sums[k] / sum;
  }
  return share;
}

/** Marching squares: closed rings in world units. @param {Float32Array} f @param {number} W @param {number} D @param {Box} box @param {number} level */
function marching(f, W, D, box, level) {
  const value = (/** @type {number} */ i, /** @type {number} */ j) =>
    i <= 0 || j <= 0 || i >= W - 1 || j >= D - 1 ? -1 : f[j * W + i] - level;
  /** @type {[Point, Point][]} */
  const found = [];
  const cross = (/** @type {number} */ i, /** @type {number} */ j, /** @type {number} */ k, /** @type {number} */ l) => {
    const a = value(i, j), b = value(k, l), t = a / (a - b);
    return { x: box.x0 + (i + (k - i) * t) / SAMPLES, y: box.y0 + (j + (l - j) * t) / SAMPLES };
  };
  for (let j = 0; j < D - 1; j++) for (let i = 0; i < W - 1; i++) {
    const c = (value(i, j) > 0 ? 8 : 0) | (value(i + 1, j) > 0 ? 4 : 0) | (value(i + 1, j + 1) > 0 ? 2 : 0) | (value(i, j + 1) > 0 ? 1 : 0);
    if (c === 0 || c === 15) continue;
    const top = () => cross(i, j, i + 1, j), right = () => cross(i + 1, j, i + 1, j + 1);
    const low = () => cross(i, j + 1, i + 1, j + 1), left = () => cross(i, j, i, j + 1);
    if (c === 1 || c === 14) found.push([left(), low()]);
    else if (c === 2 || c === 13) found.push([low(), right()]);
    else if (c === 3 || c === 12) found.push([left(), right()]);
    else if (c === 4 || c === 11) found.push([top(), right()]);
    else if (c === 6 || c === 9) found.push([top(), low()]);
    else if (c === 7 || c === 8) found.push([left(), top()]);
    else found.push([left(), c === 5 ? top() : low()], [c === 5 ? low() : top(), right()]);
  }
  return chain(found);
}
