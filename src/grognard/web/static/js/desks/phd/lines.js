// @ts-check
// Lines and areas made of hexes and hexsides: joined, rounded, walked along, filled and hatched.

/** @typedef {import("./grid.js").Point} Point */
/** @typedef {CanvasRenderingContext2D} Pen */

/** Repeatable chance: the same hex always has the same trees. @param {string} text */
export function chance(text) {
  let h = 1779033703 ^ text.length;
  for (let i = 0; i < text.length; i++) {
    h = Math.imul(h ^ text.charCodeAt(i), 3432918353);
    h = (h << 13) | (h >>> 19);
  }
  return () => {
    h = (h + 0x6d2b79f5) | 0;
    let t = Math.imul(h ^ (h >>> 15), 1 | h);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const key = (/** @type {Point} */ p) => `${Math.round(p.x * 4)},${Math.round(p.y * 4)}`;
const heading = (/** @type {Point} */ a, /** @type {Point} */ b) => Math.atan2(b.y - a.y, b.x - a.x);
const bend = (/** @type {number} */ a, /** @type {number} */ b) => Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b)));

/** Joins loose segments into long lines, straight on where ways part; `split` ends a line there instead, so that runs meet.
 * @param {[Point, Point][]} segments @returns {Point[][]} */
export function chains(segments, split = false) {
  /** @type {Map<string, number[]>} */
  const at = new Map();
  const used = new Set();
  segments.forEach((one, i) =>
    one.forEach((p) => {
      const k = key(p);
      at.set(k, [...(at.get(k) ?? []), i]);
    }),
  );
  const ways = (/** @type {Point} */ p) => at.get(key(p)) ?? [];
  const grow = (/** @type {Point[]} */ line) => {
    for (;;) {
      const end = line[line.length - 1],
        from = heading(line[line.length - 2], end);
      let best = -1,
        turn = 2.2,
        /** @type {Point | null} */ next = null;
      if (split && ways(end).length > 2) return line;
      for (const j of ways(end)) {
        if (used.has(j)) continue;
        const [a, b] = segments[j],
          other = key(a) === key(end) ? b : a,
          d = bend(heading(end, other), from);
        if (d < turn) {
          turn = d;
          best = j;
          next = other;
        }
      }
      if (!next) return line;
      used.add(best);
      line.push(next);
      if (key(next) === key(line[0])) return line;
    }
  };
  const loose = (/** @type {number} */ i) => Math.min(...segments[i].map((p) => ways(p).length));
  const found = [];
  for (const i of segments.map((_, n) => n).sort((a, b) => loose(a) - loose(b))) {
    if (used.has(i)) continue;
    used.add(i);
    let line = grow([...segments[i]]);
    if (key(line[0]) !== key(line[line.length - 1])) line = grow(line.reverse());
    found.push(line);
  }
  return found;
}

/** @param {Point[]} line */
export const isLoop = (line) => line.length > 3 && key(line[0]) === key(line[line.length - 1]);

/** Corners cut, round after round; the ends of an open line stay. @param {Point[]} line @returns {Point[]} */
export function smooth(line, rounds = 2) {
  const loop = isLoop(line);
  let points = loop ? line.slice(0, -1) : line;
  for (let n = 0; n < rounds; n++) {
    const out = loop ? [] : [points[0]];
    for (let i = 0; i < points.length - (loop ? 0 : 1); i++) {
      const a = points[i],
        b = points[(i + 1) % points.length];
      out.push(
        { x: a.x * 0.75 + b.x * 0.25, y: a.y * 0.75 + b.y * 0.25 },
        { x: a.x * 0.25 + b.x * 0.75, y: a.y * 0.25 + b.y * 0.75 },
      );
    }
    if (!loop) out.push(points[points.length - 1]);
    points = out;
  }
  return loop ? [...points, points[0]] : points;
}

/** A hand that is not quite steady. @param {Point[]} line @param {number} amount @param {string} seed */
export function wobble(line, amount, seed) {
  const r = chance(seed),
    last = line.length - 1;
  const out = line.map((p, i) =>
    i === 0 || i === last ? p : { x: p.x + (r() - 0.5) * amount, y: p.y + (r() - 0.5) * amount },
  );
  if (isLoop(line)) out[last] = out[0];
  return out;
}

/** The outline of a set of hexes; the edge of the map is part of it unless that is not wanted.
 * @param {import("./grid.js").Grid} grid @param {Set<string>} set @returns {Point[][]} */
export function border(grid, set, edge = true) {
  /** @type {[Point, Point][]} */
  const segments = [];
  for (const id of set)
    grid.neighbours(id).forEach((n, i) => {
      if (n ? set.has(n) : !edge) return;
      const k = grid.corners(id);
      segments.push(n ? grid.side(id, n) : [k[(i + 4) % 6], k[(i + 5) % 6]]);
    });
  return chains(segments);
}

/** @param {Pen} pen @param {Point[]} line */
export function trace(pen, line) {
  line.forEach((p, i) => (i ? pen.lineTo(p.x, p.y) : pen.moveTo(p.x, p.y)));
  if (isLoop(line)) pen.closePath();
}

/** @param {Pen} pen @param {Point[][]} lines @param {number} width @param {string} colour @param {number[]} [dash] */
export function stroke(pen, lines, width, colour, dash) {
  pen.save();
  pen.lineJoin = "round";
  pen.lineCap = dash ? "butt" : "round";
  pen.lineWidth = width;
  pen.strokeStyle = colour;
  if (dash) pen.setLineDash(dash);
  pen.beginPath();
  lines.forEach((l) => trace(pen, l));
  pen.stroke();
  pen.restore();
}

/** @param {Pen} pen @param {Point[][]} loops @param {string | CanvasPattern} colour */
export function fill(pen, loops, colour) {
  pen.beginPath();
  loops.forEach((l) => trace(pen, l));
  pen.fillStyle = colour;
  pen.fill("evenodd");
}

/** @param {Pen} pen @param {Point[][]} loops */
export function clip(pen, loops) {
  pen.beginPath();
  loops.forEach((l) => trace(pen, l));
  pen.clip("evenodd");
}

/** Points at even distances along a line, with the direction there. @param {Point[]} line @param {number} step */
export function walk(line, step, start = 0) {
  const out = [];
  let need = start;
  for (let i = 1; i < line.length; i++) {
    const a = line[i - 1],
      b = line[i],
      d = Math.hypot(b.x - a.x, b.y - a.y),
      angle = heading(a, b);
    let t = need;
    for (; t <= d; t += step) out.push({ x: a.x + ((b.x - a.x) * t) / d, y: a.y + ((b.y - a.y) * t) / d, angle });
    need = t - d;
  }
  return out;
}

/** Where a set of lines lies. @param {Point[][]} lines */
export function box(lines) {
  let x = 1e9,
    y = 1e9,
    right = -1e9,
    low = -1e9;
  for (const l of lines)
    for (const p of l) {
      x = Math.min(x, p.x);
      right = Math.max(right, p.x);
      y = Math.min(y, p.y);
      low = Math.max(low, p.y);
    }
  return { x, y, w: right - x, h: low - y, d: Math.hypot(right - x, low - y) };
}

/** A hatch to fill areas with: colour is never the only sign. @param {Pen} pen @param {string} colour @param {number} gap @param {1 | -1} slant */
export function hatch(pen, colour, gap, slant, width = 1.2, cross = false) {
  const canvas = document.createElement("canvas"),
    n = Math.round(gap * 4),
    g = /** @type {Pen} */ (canvas.getContext("2d"));
  canvas.width = canvas.height = n;
  g.strokeStyle = colour;
  g.lineWidth = width;
  for (const way of cross ? [slant, -slant] : [slant])
    for (let i = -n; i < n * 2; i += n / 4) {
      g.beginPath();
      g.moveTo(i, way > 0 ? 0 : n);
      g.lineTo(i + n, way > 0 ? n : 0);
      g.stroke();
    }
  return /** @type {CanvasPattern} */ (pen.createPattern(canvas, "repeat"));
}

/** @typedef {{size: number, colour?: string, halo?: string, width?: number, font?: string, style?: string, weight?: number, spacing?: number, angle?: number}} Letters */
const SERIF = 'Georgia, "Times New Roman", serif';
export const SANS = 'system-ui, "Segoe UI", Helvetica, Arial, sans-serif';

/** @param {Pen} pen @param {string} text @param {number} x @param {number} y @param {Letters} how */
export function label(
  pen,
  text,
  x,
  y,
  {
    size,
    colour = "#1c1e1f",
    halo = "rgba(255,250,240,.85)",
    width = 3,
    font = SERIF,
    style = "",
    weight = 500,
    spacing = 0,
    angle = 0,
  },
) {
  pen.save();
  pen.translate(x, y);
  pen.rotate(angle);
  pen.font = `${style} ${weight} ${size}px ${font}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  if ("letterSpacing" in pen) pen.letterSpacing = `${spacing}px`;
  pen.strokeStyle = halo;
  pen.lineWidth = width;
  pen.lineJoin = "round";
  pen.strokeText(text, 0, 0);
  pen.fillStyle = colour;
  pen.fillText(text, 0, 0);
  pen.restore();
}

/** One colour on its way to another. @param {string} a @param {string} b @param {number} t */
export function mix(a, b, t) {
  const part = (/** @type {string} */ c) => [1, 3, 5].map((i) => parseInt(c.slice(i, i + 2), 16)),
    to = part(b);
  return `#${part(a)
    .map((v, i) =>
      Math.round(v + (to[i] - v) * t)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}
