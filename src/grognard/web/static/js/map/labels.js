// @ts-check
// Names on the map. Where a game's dress says so they follow rivers, coast and woods; the rest sit on their hexes.
import { calm, nodeCurve } from "./curves.js";
import { H, R, at, centre, neighbours } from "./hexgrid.js";
import { write, writeAlong } from "./lettering.js";

/** @typedef {import("./grid.js").Rect} Rect */
/** @typedef {import("./hexgrid.js").Point} Point */
/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {import("./palette.js").Palette} Palette */
/** @typedef {import("./camera.js").View} View */
/** Sizes are in hex widths, kept between a least and a greatest number of pixels.
 * @typedef {[number, number, number]} Span */
/** @typedef {{text: string, kind: string, along?: [number, number][], river?: string, boundary?: boolean,
 *   rows?: [number, number], lift?: Span | null, size?: Span}} CurvedName */
/** @typedef {{text: string, x: number, row: number, size: Span, track?: Span, kind?: string, align?: CanvasTextAlign}} FixedName */
/** @typedef {{spelling: Record<string, string>, nudge: Record<string, [number, number]>, curved: CurvedName[],
 *   fixed: FixedName[]}} Lettering */

/** How each kind of curved name is written. @type {Record<string, {weight: number, italic: boolean, ink: string, track: Span, size: Span, halo: Span, alpha: number}>} */
const KINDS = {
  region: { weight: 600, italic: true, ink: "regionInk", size: [0.27, 11, 30], track: [0.15, 5, 17], halo: [0.06, 2.5, 5], alpha: 0.7 },
  sea: { weight: 400, italic: true, ink: "seaInk", size: [0.36, 14, 38], track: [0.13, 5, 15], halo: [0, 0, 0], alpha: 0.7 },
  beach: { weight: 700, italic: false, ink: "swordInk", size: [0.32, 12, 36], track: [0.13, 4, 15], halo: [0.07, 2.5, 5], alpha: 1 },
  river: { weight: 500, italic: true, ink: "waterInk", size: [0.25, 10, 24], track: [0.03, 1.5, 3], halo: [0.05, 3, 4], alpha: 1 },
  wood: { weight: 500, italic: true, ink: "woodInk", size: [0.185, 8.5, 17], track: [0.008, 0.4, 1], halo: [0.05, 3, 4], alpha: 1 },
  boundary: { weight: 500, italic: true, ink: "boundary", size: [0.2, 9.5, 18], track: [0.04, 1.4, 4], halo: [0.04, 2.5, 3], alpha: 1 },
};

const spanAt = (/** @type {number} */ scale) => (/** @type {Span} */ [f, lo, hi]) => Math.max(lo, Math.min(hi, f * scale));

/** @param {CanvasRenderingContext2D} ctx @param {Geometry} geo @param {Palette} ink @param {View} view @param {Lettering} names
 * @param {Set<string>} occupied @returns {Rect[]} the boxes of the names, for the hex numbers to keep clear of */
export function drawLabels(ctx, geo, ink, view, names, occupied) {
  const span = spanAt(view.scale), screen = (/** @type {Point} */ p) => ({ x: view.X(p.x), y: view.Y(p.y) });
  for (const name of names.curved) {
    const k = KINDS[name.kind], line = lineOf(geo, name).map(screen);
    writeAlong(ctx, ink, name.text, line, {
      size: span(name.size ?? k.size), weight: k.weight, italic: k.italic, colour: ink[k.ink], track: span(k.track), halo: span(k.halo), alpha: k.alpha,
      lift: name.lift ? Math.sign(name.lift[0]) * span([Math.abs(name.lift[0]), name.lift[1], name.lift[2]]) : 0,
    });
  }
  const boxes = places(ctx, geo, ink, view, names, occupied);
  for (const name of names.fixed) {
    const p = screen({ x: name.x, y: -name.row * H }), sign = name.kind === "sign";
    if (sign && name.align === "left" && p.x + name.text.length * span(name.size) * 0.5 > view.width) continue; // half a sign points nowhere
    write(ctx, ink, name.text, p.x, p.y, {
      size: span(name.size), weight: sign ? 500 : 740, italic: sign, colour: sign ? ink.signInk : ink.label,
      track: name.track ? span(name.track) : 0, halo: span([0.08, 3, 6]), align: name.align,
    });
  }
  return boxes;
}

/** The line a curved name follows, in world units. @param {Geometry} geo @param {CurvedName} name */
function lineOf(geo, name) {
  if (name.along) return nodeCurve(name.along.map(([r, c]) => at(r, c)));
  const all = name.boundary ? geo.boundary : geo.rivers.find((r) => r.name === name.river)?.points ?? [];
  const [low, high] = name.rows ?? [0, 99];
  return calm(all.filter((p) => -p.y / H > low && -p.y / H < high));
}

/** Towns first, then beaches, hamlets and woods. Tried: lower rim, upper rim; under a counter just below it. A name that
 * finds no free place is left out: the card of its hex has it. @param {CanvasRenderingContext2D} ctx @param {Geometry} geo
 * @param {Palette} ink @param {View} view @param {Lettering} names @param {Set<string>} occupied */
function places(ctx, geo, ink, view, names, occupied) {
  /** @type {Rect[]} */
  const boxes = [];
  const rank = (/** @type {string} */ id) => ({ town: 0, beach: 1 })[geo.hexes[id].t] ?? 2;
  const span = spanAt(view.scale), done = new Set();
  const named = geo.dry.filter((id) => geo.hexes[id].name && geo.hexes[id].t !== "city").sort((a, b) => rank(a) - rank(b));
  for (const id of named) {
    const hex = geo.hexes[id], own = hex.name ?? "", text = names.spelling[own] ?? own;
    if (!text || done.has(text) || (view.scale < 30 && rank(id) === 2)) continue;
    done.add(text);
    const p = centre(id), [dx, dy] = names.nudge[own] ?? [0, 0], small = rank(id) === 2, wood = hex.t === "woods";
    const size = span(small ? [0.165, 8.5, 17] : [0.185, 9.5, 19]), x = view.X(p.x + dx), half = text.length * size * 0.29;
    if (x < -150 || x > view.width + 150) continue;
    const [, , , , se, sw] = neighbours(id), below = occupied.has(se) || occupied.has(sw);
    const under = view.scale < 60 ? 0.53 : 0.49;
    const tries = occupied.has(id) ? (below ? [] : [under]) : below ? [-R * 0.56] : [R * 0.8 + dy, -R * 0.56];
    const free = tries.map((d) => view.Y(p.y + d)).find((y) => clear(boxes, [x - half, y - size / 2, x + half, y + size / 2]));
    if (free === undefined) continue;
    boxes.push([x - half, free - size / 2, x + half, free + size / 2]);
    write(ctx, ink, text, x, free, { size, weight: small ? 500 : 640, italic: wood, colour: wood ? ink.woodInk : ink.label, halo: span([0.06, 2.6, 4.5]) });
  }
  return boxes;
}

/** @param {Rect[]} boxes @param {Rect} c */
const clear = (boxes, c) => !boxes.some((o) => c[0] < o[2] && c[2] > o[0] && c[1] < o[3] && c[3] > o[1]);
