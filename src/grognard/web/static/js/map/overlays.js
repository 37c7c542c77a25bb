// @ts-check
// What is laid over the ground while somebody chooses: reach, targets, zones, routes. Drawn in world units.
import { linePath, nodeCurve } from "./curves.js";
import { centre, corners, outline } from "./hexgrid.js";

/** @typedef {import("./palette.js").Palette} Palette */
/** @typedef {import("./camera.js").View} View */
/** @typedef {{ctx: CanvasRenderingContext2D, ink: Palette, view: View}} Over */

/** @param {string} id */
export const hexPath = (id, k = 1) => linePath([corners(centre(id), k)], true);
/** @param {Iterable<string>} ids */
export const areaPath = (ids) => linePath(outline(ids), true);

/** A number of movement points, halves as a sign. @param {string | number} value */
export function points(value) {
  const n = Number(value);
  return Number.isFinite(n) && n % 1 ? (Math.floor(n) || "") + "½" : String(value);
}

/** @type {Map<string, CanvasPattern | null>} */
const hatches = new Map();

/** @param {CanvasRenderingContext2D} ctx @param {string} colour @param {number} gap */
function hatch(ctx, colour, gap) {
  const key = colour + gap;
  if (!hatches.has(key)) {
    const c = document.createElement("canvas"),
      g = /** @type {CanvasRenderingContext2D} */ (c.getContext("2d"));
    c.width = c.height = gap * 2;
    g.strokeStyle = colour;
    g.lineWidth = 2;
    g.beginPath();
    for (let k = -1; k < 3; k++) {
      g.moveTo(k * gap, gap * 2);
      g.lineTo(k * gap + gap * 2, 0);
    }
    g.stroke();
    hatches.set(key, ctx.createPattern(c, "repeat"));
  }
  return hatches.get(key) ?? colour;
}

/** A hatch in screen pixels although the context is in world units. @param {Over} o @param {Path2D} path @param {string} colour @param {number} gap */
function fillHatch({ ctx, view }, path, colour, gap) {
  ctx.save();
  ctx.clip(path);
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.fillStyle = hatch(ctx, colour, gap);
  ctx.fillRect(0, 0, view.width * view.dpr, view.height * view.dpr);
  ctx.restore();
}

/** Everything outside is dimmed: the eye goes where the choice is. @param {Over} o @param {Iterable<string>} ids */
export function spotlight({ ctx, ink, view }, ids, alpha = 0.3) {
  const p = areaPath(ids);
  p.rect(view.x0 - 2, view.y0 - 2, view.x1 - view.x0 + 4, view.y1 - view.y0 + 4);
  ctx.save();
  ctx.globalAlpha = alpha;
  ctx.fillStyle = ink.dim;
  ctx.fill(p, "evenodd");
  ctx.restore();
}

/** Hexes that may be chosen: lightened, with a firm rim and a figure; an octagon where an enemy is next to it.
 * @param {Over} o @param {Map<string, string>} hexes hex to figure @param {Set<string>} near @param {string[]} also */
export function reach(o, hexes, near, also = []) {
  const { ctx, ink, view } = o,
    area = areaPath([...hexes.keys(), ...also]),
    px = 1 / view.scale;
  ctx.fillStyle = ink.lit;
  ctx.fill(area);
  for (const id of hexes.keys()) if (near.has(id)) fillHatch(o, hexPath(id, 0.97), ink.stopHatch, 6);
  ctx.lineJoin = "round";
  ctx.strokeStyle = ink.halo;
  ctx.lineWidth = 5 * px;
  ctx.stroke(area);
  ctx.strokeStyle = ink.legal;
  ctx.lineWidth = 2.4 * px;
  ctx.stroke(area);
  for (const [id, text] of hexes) figure(o, id, text, near.has(id));
}

/** @param {Over} o @param {string} id @param {string} text @param {boolean} stop */
function figure({ ctx, ink, view }, id, text, stop) {
  const p = centre(id),
    x = view.X(p.x),
    y = view.Y(p.y),
    small = view.scale < 28,
    r = text && !small ? Math.max(8.5, view.scale * 0.17) : Math.max(4, view.scale * (small ? 0.15 : 0.09));
  if (x < -r || y < -r || x > view.width + r || y > view.height + r) return;
  ctx.save();
  ctx.setTransform(view.dpr, 0, 0, view.dpr, 0, 0);
  ctx.globalAlpha = 0.93;
  ctx.fillStyle = stop ? ink.bad : ink.legal;
  ctx.beginPath();
  if (stop)
    for (let k = 0; k < 8; k++)
      ctx.lineTo(x + Math.cos(((k + 0.5) * Math.PI) / 4) * r * 1.08, y + Math.sin(((k + 0.5) * Math.PI) / 4) * r * 1.08);
  else ctx.arc(x, y, r, 0, 7);
  ctx.closePath();
  ctx.fill();
  ctx.globalAlpha = 1;
  if (small || !text) return ctx.restore();
  ctx.fillStyle = ink.onAccent;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.font = `700 ${Math.max(view.scale < 38 ? 9 : 10, view.scale * (text.length > 1 ? 0.165 : 0.19))}px ${ink.font}`;
  ctx.fillText(text, x, y + 0.5);
  ctx.restore();
}

/** A rim. @param {Over} o @param {string} id @param {string} colour @param {number[] | null} dash in pixels */
export function ring({ ctx, ink, view }, id, colour, width = 3, k = 0.97, dash = null) {
  const px = 1 / view.scale,
    path = hexPath(id, k);
  ctx.lineJoin = "round";
  ctx.strokeStyle = ink.halo;
  ctx.lineWidth = (width + 3) * px;
  ctx.stroke(path);
  ctx.setLineDash((dash ?? []).map((d) => d * px));
  ctx.strokeStyle = colour;
  ctx.lineWidth = width * px;
  ctx.stroke(path);
  ctx.setLineDash([]);
}

/** @param {Over} o @param {string} id @param {string} colour */
export function tint({ ctx }, id, colour) {
  ctx.fillStyle = colour;
  ctx.fill(hexPath(id));
}

/** Hexes next to an enemy: light red with a diagonal hatch. @param {Over} o @param {Iterable<string>} ids */
export function zones(o, ids) {
  for (const id of ids) {
    tint(o, id, o.ink.zoc);
    fillHatch(o, hexPath(id), o.ink.zocHatch, 8);
  }
}

/** Hexes in one hatch. @param {Over} o @param {string[]} ids @param {string} colour @param {number} gap */
export const hatched = (o, ids, colour, gap) => fillHatch(o, areaPath(ids), colour, gap);

/** A smooth line through hexes. @param {Over} o @param {string[]} ids @param {string} colour @param {{width?: number, dash?: number[] | null, alpha?: number}} [how] */
export function route({ ctx, ink }, ids, colour, { width = 0.08, dash = null, alpha = 1 } = {}) {
  const line = linePath([nodeCurve(ids.map(centre), null, null, 12)]);
  ctx.save();
  ctx.globalAlpha = alpha;
  ctx.lineJoin = "round";
  ctx.lineCap = dash ? "butt" : "round";
  ctx.strokeStyle = ink.halo;
  ctx.lineWidth = width + 0.06;
  ctx.stroke(line);
  ctx.setLineDash(dash ?? []);
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.stroke(line);
  ctx.restore();
}

/** A no: disc with a cross. @param {Over} o @param {string} id */
export function cross({ ctx, ink }, id, r = 0.2) {
  const p = centre(id),
    k = r * 0.45;
  ctx.save();
  ctx.translate(p.x, p.y);
  ctx.fillStyle = ink.bad;
  ctx.strokeStyle = ink.halo;
  ctx.lineWidth = 0.05;
  ctx.beginPath();
  ctx.arc(0, 0, r, 0, 7);
  ctx.fill();
  ctx.stroke();
  ctx.strokeStyle = ink.onAccent;
  ctx.lineWidth = 0.06;
  ctx.lineCap = "round";
  ctx.beginPath();
  ctx.moveTo(-k, -k);
  ctx.lineTo(k, k);
  ctx.moveTo(k, -k);
  ctx.lineTo(-k, k);
  ctx.stroke();
  ctx.restore();
}

/** A short arrow over a hexside, above the counters. @param {CanvasRenderingContext2D} ctx in pixels @param {View} view
 * @param {string} from @param {string} to @param {Palette} ink */
export function attackArrow(ctx, view, from, to, ink) {
  const p = centre(from),
    t = centre(to),
    k = Math.max(0.3, view.scale / 165);
  ctx.save();
  ctx.translate(view.X((p.x + t.x) / 2), view.Y((p.y + t.y) / 2));
  ctx.rotate(Math.atan2(t.y - p.y, t.x - p.x));
  ctx.scale(k, k);
  ctx.beginPath();
  for (const [x, y] of [
    [-26, -9],
    [2, -9],
    [2, -20],
    [28, 0],
    [2, 20],
    [2, 9],
    [-26, 9],
  ])
    ctx.lineTo(x, y);
  ctx.closePath();
  ctx.fillStyle = ink.arrow;
  ctx.strokeStyle = "#fff";
  ctx.lineWidth = 5;
  ctx.lineJoin = "round";
  ctx.stroke();
  ctx.fill();
  ctx.restore();
}

/** Hexes under threat: dots in each, so that it is told without colour from zones and reach. @param {Over} o @param {Iterable<string>} ids @param {string} colour */
export function dotted({ ctx, view }, ids, colour) {
  ctx.save();
  ctx.fillStyle = colour;
  const r = Math.max(1.1, view.scale * 0.028) / view.scale;
  for (const id of ids) {
    for (const p of [...corners(centre(id), 0.62), centre(id)]) {
      ctx.beginPath();
      ctx.arc(p.x, p.y, r, 0, 7);
      ctx.fill();
    }
  }
  ctx.restore();
}

/** A hex held by a side: its colour, its letter. @param {Over} o @param {string} id @param {string} colour @param {string} letter */
export function owned(o, id, colour, letter) {
  const { ctx, ink, view } = o,
    p = centre(id);
  ctx.save();
  ctx.globalAlpha = 0.45;
  ctx.fillStyle = colour;
  ctx.fill(hexPath(id, 0.94));
  ctx.restore();
  ring(o, id, ink.label, 2, 0.94);
  ctx.save();
  ctx.setTransform(view.dpr, 0, 0, view.dpr, 0, 0);
  ctx.font = `800 ${Math.max(11, view.scale * 0.26)}px ${ink.font}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.lineWidth = 3;
  ctx.strokeStyle = ink.halo;
  ctx.fillStyle = ink.label;
  const x = view.X(p.x + 0.34),
    y = view.Y(p.y + 0.3);
  ctx.strokeText(letter, x, y);
  ctx.fillText(letter, x, y);
  ctx.restore();
}

/** A small sign on a counter: a tick for moved, a cross for fought. @param {CanvasRenderingContext2D} ctx in pixels @param {Over} o @param {string} hex @param {boolean} moved @param {boolean} fought */
export function token(ctx, { view, ink }, hex, moved, fought) {
  const p = centre(hex),
    r = Math.max(6.5, view.scale * 0.13),
    y = view.Y(p.y - 0.33);
  const sign = (/** @type {number} */ x, /** @type {string} */ colour, /** @type {number[][]} */ strokes) => {
    ctx.fillStyle = colour;
    ctx.strokeStyle = "#fff";
    ctx.lineWidth = 1.6;
    ctx.beginPath();
    ctx.arc(x, y, r, 0, 7);
    ctx.fill();
    ctx.stroke();
    ctx.lineWidth = Math.max(1.8, r * 0.26);
    ctx.lineCap = "round";
    ctx.strokeStyle = ink.onAccent;
    ctx.beginPath();
    for (const [a, b, c, d] of strokes) {
      ctx.moveTo(x + a * r, y + b * r);
      ctx.lineTo(x + c * r, y + d * r);
    }
    ctx.stroke();
  };
  if (moved)
    sign(view.X(p.x + 0.33), ink.good, [
      [-0.5, 0, -0.1, 0.4],
      [-0.1, 0.4, 0.5, -0.4],
    ]);
  if (fought)
    sign(view.X(p.x + (moved ? 0.06 : 0.33)), ink.bad, [
      [-0.4, -0.4, 0.4, 0.4],
      [-0.4, 0.4, 0.4, -0.4],
    ]);
}

/** An arrow along hexes, over the counters; dotted for what is still to come. @param {CanvasRenderingContext2D} ctx in pixels @param {View} view
 * @param {string[]} hexes @param {Palette} ink @param {boolean} [dots] @param {string} [colour] */
export function pathArrow(ctx, view, hexes, ink, dots = false, colour = ink.foe) {
  const way = hexes.map(centre).map((p) => ({ x: view.X(p.x), y: view.Y(p.y) })),
    end = way[way.length - 1],
    before = way[way.length - 2],
    angle = Math.atan2(end.y - before.y, end.x - before.x),
    head = Math.max(8, view.scale * 0.2),
    back = view.scale * 0.36, // the head ends at the rim of the counter
    tip = { x: end.x - Math.cos(angle) * back, y: end.y - Math.sin(angle) * back };
  const line = new Path2D(),
    point = new Path2D();
  line.moveTo(way[0].x, way[0].y);
  for (const p of way.slice(1, -1)) line.lineTo(p.x, p.y);
  line.lineTo(tip.x, tip.y);
  point.moveTo(tip.x - Math.cos(angle - 0.5) * head, tip.y - Math.sin(angle - 0.5) * head);
  point.lineTo(tip.x, tip.y);
  point.lineTo(tip.x - Math.cos(angle + 0.5) * head, tip.y - Math.sin(angle + 0.5) * head);
  ctx.lineCap = ctx.lineJoin = "round";
  for (const [stroke, width] of /** @type {[string, number][]} */ ([
    [ink.halo, 7],
    [colour, 3.5],
  ])) {
    ctx.strokeStyle = stroke;
    ctx.lineWidth = Math.max(width, (width * view.scale) / 60);
    ctx.setLineDash(dots ? [1, ctx.lineWidth * 2] : []);
    ctx.stroke(line);
    ctx.setLineDash([]);
    ctx.stroke(point);
  }
}

/** Where a counter stood: its dashed outline. @param {Over} o @param {string} id @param {string} colour @param {number} alpha */
export function ghost({ ctx, view }, id, colour, alpha) {
  const p = centre(id),
    half = 0.385;
  ctx.save();
  ctx.globalAlpha = alpha;
  ctx.fillStyle = "rgb(128 128 128 / 0.25)";
  ctx.strokeStyle = colour;
  ctx.lineWidth = 2 / view.scale;
  ctx.setLineDash([5 / view.scale, 4 / view.scale]);
  ctx.beginPath();
  ctx.roundRect(p.x - half, p.y - half, 2 * half, 2 * half, 0.07);
  ctx.fill();
  ctx.stroke();
  ctx.restore();
}

/** A number in a disc at the upper right of a hex. @param {CanvasRenderingContext2D} ctx in pixels @param {View} view
 * @param {string} hex @param {string} text @param {Palette} ink @param {boolean} large */
export function disc(ctx, view, hex, text, ink, large) {
  const p = centre(hex),
    r = Math.max(9, view.scale * (large ? 0.19 : 0.14)),
    x = view.X(p.x + 0.4),
    y = view.Y(p.y - 0.42);
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 7);
  ctx.fillStyle = large ? "#fff" : ink.foe;
  ctx.strokeStyle = large ? ink.foe : "#fff";
  ctx.lineWidth = 2.5;
  ctx.fill();
  ctx.stroke();
  letter(ctx, text, x, y, r * 1.15, large ? ink.foe : "#fff", ink);
}

/** A result at the upper left of a hex. @param {CanvasRenderingContext2D} ctx in pixels @param {View} view
 * @param {string} hex @param {string} text @param {string} colour */
export function badge(ctx, view, hex, text, colour) {
  const p = centre(hex),
    d = Math.max(16, view.scale * 0.3),
    w = d * (0.7 + 0.45 * text.length),
    x = view.X(p.x - 0.38),
    y = view.Y(p.y - 0.42);
  ctx.beginPath();
  ctx.roundRect(x - w / 2, y - d / 2, w, d, d / 4);
  ctx.fillStyle = colour;
  ctx.strokeStyle = "#fff";
  ctx.lineWidth = 2;
  ctx.fill();
  ctx.stroke();
  letter(ctx, text, x, y, d * 0.62, "#fff", null);
}

/** @param {CanvasRenderingContext2D} ctx @param {string} text @param {number} x @param {number} y @param {number} size @param {string} colour @param {Palette | null} ink */
function letter(ctx, text, x, y, size, colour, ink) {
  ctx.fillStyle = colour;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.font = `800 ${size}px ${ink?.font ?? "sans-serif"}`;
  ctx.fillText(text, x, y + 0.5);
}
