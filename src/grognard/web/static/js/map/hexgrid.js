// @ts-check
// Hex arithmetic for pointy-top maps with even rows half a hex east. Maps are numbered RRCC with row 01 in the south,
// or CCRR with row 01 in the north: then the row counted here is the printed one below zero, and all else is the same.
// World unit = one hex width; y grows downwards on screen, so y = -row * H.

/** @typedef {{x: number, y: number}} Point */

export const H = Math.sqrt(3) / 2; // distance between rows
export const R = 1 / Math.sqrt(3); // centre to corner

let fromNorth = false; // one page shows one map

/** How the map on this page is numbered. @param {"RRCC" | "CCRR"} style */
export function numbering(style) {
  fromNorth = style === "CCRR";
}

/** Row and column of a hex number. @param {string} id @returns {[number, number]} */
export const rowColumn = (id) => (fromNorth ? [-Number(id.slice(2)), Number(id.slice(0, 2))] : [Number(id.slice(0, 2)), Number(id.slice(2))]);

const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
/** Hex number of a row and a column. @param {number} r @param {number} c */
export const hexId = (r, c) => (fromNorth ? two(c) + two(-r) : two(r) + two(c));

const shift = (/** @type {number} */ r) => ((r & 1) === 0 ? 0.5 : 0);

/** Centre of a cell, also outside the map. @param {number} r @param {number} c @returns {Point} */
export const at = (r, c) => ({ x: c + shift(r), y: -r * H });

/** Centre of a hex. @param {string} id */
export function centre(id) {
  const [r, c] = rowColumn(id);
  return at(r, c);
}

/** The six neighbours, clockwise from west. @param {number} r @param {number} c @returns {[number, number][]} */
export function around(r, c) {
  const k = (r & 1) === 0 ? 1 : 0;
  return [[r, c - 1], [r + 1, c - 1 + k], [r + 1, c + k], [r, c + 1], [r - 1, c + k], [r - 1, c - 1 + k]];
}

/** @param {string} id */
export function neighbours(id) {
  const [r, c] = rowColumn(id);
  return around(r, c).map(([a, b]) => hexId(a, b));
}

/** Six corners of a hex, scaled by k. @param {Point} p */
export function corners(p, k = 1) {
  return [0, 1, 2, 3, 4, 5].map((i) => {
    const a = (Math.PI / 180) * (60 * i - 90);
    return { x: p.x + R * k * Math.cos(a), y: p.y + R * k * Math.sin(a) };
  });
}

/** The two corners neighbouring centres share. @param {Point} a @param {Point} b @returns {[Point, Point]} */
export function edge(a, b) {
  const mx = (a.x + b.x) / 2, my = (a.y + b.y) / 2, dx = b.x - a.x, dy = b.y - a.y, h = R / 2;
  return [{ x: mx - dy * h, y: my + dx * h }, { x: mx + dy * h, y: my - dx * h }];
}

/** The hex under a point: the nearest centre among the rows that can hold it. @param {number} x @param {number} y */
export function pick(x, y) {
  const r0 = Math.round(-y / H);
  let best = { d: 9, r: 0, c: 0 };
  for (let r = r0 - 1; r <= r0 + 1; r++) {
    const c = Math.round(x - shift(r)), p = at(r, c), d = Math.hypot(p.x - x, p.y - y);
    if (d < best.d) best = { d, r, c };
  }
  return hexId(best.r, best.c);
}

const key = (/** @type {Point} */ p) => `${Math.round(p.x * 1000)},${Math.round(p.y * 1000)}`;

/** Chains a bag of segments into polylines, open chains first, then loops. @param {[Point, Point][]} segments */
export function chain(segments) {
  /** @type {Map<string, number[]>} */
  const ends = new Map();
  segments.forEach((s, i) => s.forEach((p) => ends.set(key(p), [...(ends.get(key(p)) ?? []), i])));
  const used = new Set();
  /** @type {Point[][]} */
  const lines = [];
  const walk = (/** @type {number} */ first, /** @type {Point} */ from) => {
    const line = [from];
    /** @type {number | undefined} */
    let j = first;
    let p = from;
    while (j !== undefined && !used.has(j)) {
      used.add(j);
      const s = segments[j];
      p = key(s[0]) === key(p) ? s[1] : s[0];
      line.push(p);
      j = ends.get(key(p))?.find((n) => !used.has(n));
    }
    lines.push(line);
  };
  for (const list of ends.values()) {
    if (list.length !== 1 || used.has(list[0])) continue;
    const s = segments[list[0]];
    walk(list[0], ends.get(key(s[0]))?.length === 1 ? s[0] : s[1]);
  }
  segments.forEach((s, i) => { if (!used.has(i)) walk(i, s[0]); });
  return lines;
}

/** Outline of a set of hexes, as chains of corners. @param {Iterable<string>} ids */
export function outline(ids) {
  const cells = new Set(ids);
  /** @type {[Point, Point][]} */
  const segments = [];
  for (const id of cells) {
    const [r, c] = rowColumn(id);
    for (const [a, b] of around(r, c)) if (!cells.has(hexId(a, b))) segments.push(edge(at(r, c), at(a, b)));
  }
  return chain(segments);
}
