// @ts-check
// Hexes in lettered columns, flat side up: A..Z, AA..GG from west to east, numbers from north to south, even columns half
// a hex higher. World unit = the radius of a hex; pixels are world units times the scale a map is painted at.

/** @typedef {{x: number, y: number}} Point */
/** @typedef {ReturnType<typeof lettered>} Grid */

export const TALL = Math.sqrt(3);
const ODD = [
    [0, -1],
    [1, 0],
    [1, 1],
    [0, 1],
    [-1, 1],
    [-1, 0],
  ],
  EVEN = [
    [0, -1],
    [1, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
    [-1, -1],
  ];

/** @param {number} c */
const letters = (c) => (c <= 26 ? String.fromCharCode(64 + c) : String.fromCharCode(38 + c).repeat(2));

/** @param {number} columns @param {number} rows @param {number} size pixels of a hex's radius */
export function lettered(columns, rows, size) {
  const high = TALL * size,
    index = new Map(Array.from({ length: columns }, (_, i) => [letters(i + 1), i + 1]));
  /** @param {string} id @returns {[number, number]} */
  const parse = (id) => {
    const [, c, r] = /** @type {RegExpExecArray} */ (/^([A-Z]+)(\d+)$/.exec(id));
    return [index.get(c) ?? 0, Number(r)];
  };
  /** @param {number} c @param {number} r @returns {Point} */
  const spot = (c, r) => ({ x: (c - 1) * 1.5 * size, y: (r - 1) * high + (c % 2 ? high / 2 : 0) });
  /** @param {string} id */
  const centre = (id) => spot(...parse(id));
  return {
    columns,
    rows,
    size,
    high,
    width: (columns - 1) * 1.5 * size,
    height: (rows - 0.5) * high,
    parse,
    centre,
    /** @param {number} c @param {number} r */
    name: (c, r) => letters(c) + r,
    /** N, NE, SE, S, SW, NW; nothing beyond the edge. @param {string} id @returns {(string | null)[]} */
    neighbours(id) {
      const [c, r] = parse(id);
      return (c % 2 ? ODD : EVEN).map(([dc, dr]) =>
        c + dc >= 1 && c + dc <= columns && r + dr >= 1 && r + dr <= rows ? letters(c + dc) + (r + dr) : null,
      );
    },
    /** The hex under a point, or none. @param {number} x @param {number} y @returns {string | null} */
    at(x, y) {
      const guess = Math.round(x / (1.5 * size)) + 1;
      let best = null,
        least = size * size;
      for (let c = guess - 1; c <= guess + 1; c++)
        for (let k = -1; k <= 1; k++) {
          const r = Math.round((y - (c % 2 ? high / 2 : 0)) / high) + 1 + k;
          if (c < 1 || c > columns || r < 1 || r > rows) continue;
          const p = spot(c, r),
            d = (p.x - x) ** 2 + (p.y - y) ** 2;
          if (d < least) {
            least = d;
            best = letters(c) + r;
          }
        }
      return best;
    },
    /** @param {string} id @returns {Point[]} */
    corners(id, k = 1) {
      const p = centre(id);
      return Array.from({ length: 6 }, (_, i) => ({
        x: p.x + k * size * Math.cos((i * Math.PI) / 3),
        y: p.y + k * size * Math.sin((i * Math.PI) / 3),
      }));
    },
    /** The ends of the side between two neighbours. @param {string} a @param {string} b @returns {[Point, Point]} */
    side(a, b) {
      const p = centre(a),
        q = centre(b),
        x = (p.x + q.x) / 2,
        y = (p.y + q.y) / 2,
        d = Math.hypot(q.x - p.x, q.y - p.y);
      const u = ((-(q.y - p.y) / d) * size) / 2,
        v = (((q.x - p.x) / d) * size) / 2;
      return [
        { x: x + u, y: y + v },
        { x: x - u, y: y - v },
      ];
    },
  };
}
