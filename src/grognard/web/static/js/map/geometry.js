// @ts-check
// The shapes of a map, worked out once from its data: areas, rivers, roads, boundary, the outline of play.
import { bend, buildFields, extent, noise } from "./fields.js";
import { nodeCurve, ringPath, sideCurve } from "./curves.js";
import { at, centre, chain, edge, outline, rowColumn } from "./hexgrid.js";

/** @typedef {import("./hexgrid.js").Point} Point */
/** @typedef {{name: string, hexsides: [string, string][]}} Sides */
/** @typedef {{hexes: import("./fields.js").Hexes, rivers: Sides[], boundary: Sides[], zones: Record<string, string[]>,
 *   bridges: {hexside: [string, string], carries?: string}[], roads: {kind: string, name?: string, path: string[]}[]}} MapData */
/** @typedef {{name: string, of: string[], width: [number, number], spring?: boolean, joins?: boolean}} Stream */
/** @typedef {ReturnType<typeof buildGeometry>} Geometry */

/** @param {MapData} map @param {Stream[]} streams which rivers and boundary stretches make one stream, and how wide */
export function buildGeometry(map, streams) {
  const fields = buildFields(map.hexes), ids = Object.keys(map.hexes);
  const area = (/** @type {string} */ k, level = 0.5) => ringPath(fields.contour(k, level));
  const areas = {
    sea: area("sea"), woods: area("woods", 0.47), bocage: area("bocage"), flooded: area("flooded", 0.48),
    city: area("city", 0.46), beach: area("beach", 0.42), hill: area("hill", 0.44), waterlines: [0.66, 0.8, 0.9, 0.965].map((l) => area("sea", l)),
  };
  const land = new Path2D();
  land.rect(fields.box.x0, fields.box.y0, fields.box.x1 - fields.box.x0, fields.box.y1 - fields.box.y0);
  land.addPath(areas.sea);
  const boundary = longest(map.boundary.flatMap((b) => b.hexsides));
  return {
    hexes: map.hexes, ids, dry: ids.filter((i) => map.hexes[i].t !== "sea"), fields, areas, land,
    rivers: rivers(map, streams), roads: roads(map), bridges: map.bridges,
    boundary: boundary.length ? sideCurve(boundary) : [], play: playable(ids, boundary), extent: extent(map.hexes),
  };
}

/** The longest line a bag of hexsides makes. @param {[string, string][]} sides */
function longest(sides) {
  const lines = chain(sides.map(([a, b]) => edge(centre(a), centre(b))));
  return lines.sort((a, b) => b.length - a.length)[0] ?? [];
}

/** @param {MapData} map @param {Stream[]} streams */
function rivers(map, streams) {
  const all = [...map.boundary, ...map.rivers];
  /** @type {Stream[]} */
  const known = streams.length ? streams : map.rivers.map((r) => ({ name: r.name, of: [r.name], width: /** @type {[number, number]} */ ([0.06, 0.14]) }));
  return known.map((stream) => {
    let line = longest(all.filter((s) => stream.of.includes(s.name)).flatMap((s) => s.hexsides));
    if (line.length < 2) return { ...stream, points: [] };
    if (line[0].y < line[line.length - 1].y) line = line.reverse(); // the source is in the south
    const a = line[0], y = line[line.length - 2], z = line[line.length - 1];
    if (!stream.spring) line = [{ x: a.x + 0.3, y: a.y + 1.7 }, { x: a.x - 0.1, y: a.y + 0.8 }, ...line];
    return { ...stream, points: sideCurve(stream.joins ? line : [...line, { x: z.x + (z.x - y.x) * 0.4, y: z.y - 0.42 }]) };
  });
}

/** Where the roads of a hex meet: near its centre. @param {number} r @param {number} c */
export function node(r, c) {
  const p = at(r, c), k = 0.09;
  return bend({ x: p.x + k * noise(p.x * 3.1, p.y * 3.1, 11), y: p.y + k * noise(p.x * 3.1, p.y * 3.1, 12) });
}

/** Every hex-to-hex stretch once; its tangents come from the road it belongs to. @param {MapData} map */
function roads(map) {
  const seen = new Set(), e = extent(map.hexes);
  /** @type {{kind: string, points: Point[]}[]} */
  const found = [];
  for (const road of map.roads) {
    const cells = road.path.map(rowColumn), last = cells[cells.length - 1], before = cells[cells.length - 2];
    if (cells[0][1] === e.c0) cells.unshift([cells[0][0], e.c0 - 2], [cells[0][0], e.c0 - 1]);
    if (last[1] === e.c0) cells.push([last[0], e.c0 - 1], [last[0], e.c0 - 2]);
    else if (last[1] === e.c1) cells.push([last[0], e.c1 + 1], [last[0], e.c1 + 2]);
    else if (last[0] === e.r0 && map.hexes[road.path[road.path.length - 1]].t !== "city") {
      cells.push([e.r0 - 1, last[1] + (last[1] - before[1] >= 0 ? 0 : -1)], [e.r0 - 2, last[1]]);
    }
    const points = cells.map(([r, c]) => node(r, c));
    /** @type {number | null} */
    let run = null;
    const flush = (/** @type {number} */ end) => {
      if (run !== null) found.push({ kind: road.kind, points: nodeCurve(points.slice(run, end + 1), points[run - 1], points[end + 1]) });
      run = null;
    };
    for (let i = 0; i + 1 < cells.length; i++) {
      const k = [cells[i].join(), cells[i + 1].join()].sort().join("|");
      if (seen.has(k)) { flush(i); continue; }
      seen.add(k);
      run ??= i;
      if (i + 2 === cells.length) flush(i + 1);
    }
  }
  return found;
}

/** The outline of play: exact hexsides along the map edge, the smooth curve along the boundary.
 * @param {string[]} ids @param {Point[]} boundary */
function playable(ids, boundary) {
  const key = (/** @type {Point} */ p) => `${Math.round(p.x * 100)},${Math.round(p.y * 100)}`;
  const on = new Set(boundary.map(key)), loop = outline(ids)[0].slice(0, -1);
  if (!boundary.length) return [loop];
  const first = loop.findIndex((p, i) => !on.has(key(p)) && on.has(key(loop[(i + loop.length - 1) % loop.length])));
  const rest = [...loop.slice(first), ...loop.slice(0, first)].filter((p) => !on.has(key(p)));
  const curve = sideCurve(boundary), away = (/** @type {Point} */ p) => Math.hypot(rest[0].x - p.x, rest[0].y - p.y);
  return [[...rest, ...(away(curve[0]) < away(curve[curve.length - 1]) ? [...curve].reverse() : curve)]];
}
