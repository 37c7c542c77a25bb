// @ts-check
// Smooth lines through hexsides and hex centres, and paths made of them.
import { bend } from "./fields.js";

/** @typedef {import("./hexgrid.js").Point} Point */

const middle = (/** @type {Point} */ a, /** @type {Point} */ b) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** Rings as a path, smoothed through the middles of their segments. @param {Point[][]} rings */
export function ringPath(rings) {
  const path = new Path2D();
  for (const ring of rings) {
    if (ring.length < 6) continue;
    const n = ring.length - 1, m = (/** @type {number} */ i) => middle(ring[i % n], ring[(i + 1) % n]), s = m(0);
    path.moveTo(s.x, s.y);
    for (let i = 1; i <= n; i++) {
      const q = m(i);
      path.quadraticCurveTo(ring[i % n].x, ring[i % n].y, q.x, q.y);
    }
    path.closePath();
  }
  return path;
}

/** Straight lines as a path. @param {Point[][]} lines */
export function linePath(lines, close = false) {
  const path = new Path2D();
  for (const line of lines) {
    line.forEach((q, i) => (i ? path.lineTo(q.x, q.y) : path.moveTo(q.x, q.y)));
    if (close) path.closePath();
  }
  return path;
}

/** A chain of hexsides as a smooth line: their middles are knots, shared corners are controls. @param {Point[]} line */
export function sideCurve(line, step = 8) {
  const last = line[line.length - 1];
  const closed = line.length > 3 && Math.hypot(line[0].x - last.x, line[0].y - last.y) < 1e-3;
  const points = closed ? [...line.slice(0, -1), line[0], line[1]] : line;
  const out = closed ? [] : [line[0]];
  for (let i = 1; i < points.length - 1; i++) {
    const a = middle(points[i - 1], points[i]), b = middle(points[i], points[i + 1]), c = points[i];
    for (let s = 0; s <= step; s++) {
      const t = s / step, u = 1 - t;
      out.push({ x: u * u * a.x + 2 * u * t * c.x + t * t * b.x, y: u * u * a.y + 2 * u * t * c.y + t * t * b.y });
    }
  }
  if (!closed) out.push(last);
  return out.map(bend);
}

/** Catmull-Rom through points; the ghosts only give the tangents at the ends.
 * @param {Point[]} p @param {Point | null} [before] @param {Point | null} [after] */
export function nodeCurve(p, before = null, after = null, step = 10) {
  const q = [before ?? p[0], ...p, after ?? p[p.length - 1]];
  /** @type {Point[]} */
  const out = [];
  for (let i = 1; i < q.length - 2; i++) for (let s = 0; s < step; s++) {
    const t = s / step, [a, b, c, d] = [q[i - 1], q[i], q[i + 1], q[i + 2]];
    const f = (/** @type {"x" | "y"} */ k) => 0.5 * (2 * b[k] + (c[k] - a[k]) * t
      + (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]) * t * t + (3 * b[k] - a[k] - 3 * c[k] + d[k]) * t * t * t);
    out.push({ x: f("x"), y: f("y") });
  }
  out.push(p[p.length - 1]);
  return out;
}

/** A line averaged over its neighbours, so that letters along it do not dance. @param {Point[]} line */
export function calm(line, reach = 14) {
  return line.map((_, i) => {
    const w = line.slice(Math.max(0, i - reach), i + reach + 1);
    return { x: w.reduce((a, p) => a + p.x, 0) / w.length, y: w.reduce((a, p) => a + p.y, 0) / w.length };
  });
}
