// @ts-check
// What runs over the ground: rivers, roads, bridges, and the roofs of towns and hamlets.
import { bend, hash, noise } from "./fields.js";
import { node } from "./geometry.js";
import { centre, rowColumn } from "./hexgrid.js";

/** @typedef {import("./hexgrid.js").Point} Point */
/** @typedef {import("./terrain.js").Brush} Brush */

const UNBUILT = /cliffs|mouth|^Bois|Wood$/; // named places where nobody lives

/** @param {Brush} b */
export function drawNetwork(b) {
  rivers(b);
  mouths(b);
  townGround(b);
  roads(b);
  bridges(b);
  roofs(b);
}

/** @param {CanvasRenderingContext2D} ctx @param {Point[]} points */
export function trace(ctx, points) {
  ctx.beginPath();
  points.forEach((p, k) => (k ? ctx.lineTo(p.x, p.y) : ctx.moveTo(p.x, p.y)));
}

/** A stream grows on its way. @param {CanvasRenderingContext2D} ctx @param {Point[]} points @param {number} w0 @param {number} w1 @param {string} colour */
function taper(ctx, points, w0, w1, colour, extra = 0) {
  ctx.strokeStyle = colour;
  ctx.lineCap = ctx.lineJoin = "round";
  const n = points.length, step = 6;
  for (let i = 0; i < n - 1; i += step) {
    ctx.lineWidth = w0 + (w1 - w0) * Math.pow(i / n, 1.6) + extra;
    trace(ctx, points.slice(i, i + step + 1));
    ctx.stroke();
  }
}

/** Bank, water, a light thread. @param {Brush} b */
function rivers({ ctx, geo, ink }) {
  ctx.save();
  ctx.clip(geo.land, "evenodd");
  for (const r of geo.rivers) taper(ctx, r.points, r.width[0], r.width[1], ink.riverBank, 0.045);
  for (const r of geo.rivers) taper(ctx, r.points, r.width[0], r.width[1], ink.river, 0.004);
  ctx.globalAlpha = 0.5;
  for (const r of geo.rivers) taper(ctx, r.points, r.width[0] * 0.36, r.width[1] * 0.42, ink.riverHi);
  ctx.restore();
}

/** A trumpet that opens the coastline and fades into the sea. @param {Brush} b */
function mouths({ ctx, geo, ink }) {
  for (const river of geo.rivers) {
    const hit = river.points.findIndex((p) => geo.fields.sample("sea", p.x, p.y) > 0.5);
    if (hit < 6) continue;
    const q = river.points[hit - 5], p = river.points[hit], length = Math.hypot(p.x - q.x, p.y - q.y), w = river.width[1] * 0.48, end = length + 0.42;
    ctx.save();
    ctx.translate(q.x, q.y);
    ctx.rotate(Math.atan2(p.y - q.y, p.x - q.x));
    const g = ctx.createLinearGradient(0, 0, end, 0);
    g.addColorStop(0, ink.river);
    g.addColorStop(Math.min(0.9, length / end), ink.riverMouth);
    g.addColorStop(1, ink.riverMouth0);
    ctx.fillStyle = g;
    ctx.beginPath();
    ctx.moveTo(0, -w);
    ctx.quadraticCurveTo(length * 0.8, -w, end, -w * 3.4);
    ctx.lineTo(end, w * 3.4);
    ctx.quadraticCurveTo(length * 0.8, w, 0, w);
    ctx.fill();
    ctx.restore();
  }
}

/** @param {Brush} b */
function townGround({ ctx, geo, ink }) {
  ctx.fillStyle = ink.town;
  ctx.globalAlpha = 0.75;
  for (const id of geo.dry) {
    if (geo.hexes[id].t !== "town") continue;
    const [r, c] = rowColumn(id), n = node(r, c);
    ctx.beginPath();
    ctx.ellipse(n.x, n.y, 0.32, 0.27, 0.4 * noise(r, c, 5), 0, 7);
    ctx.fill();
  }
  ctx.globalAlpha = 1;
}

/** All halos, then casings, then fills, so that junctions merge; trails dashed. @param {Brush} b */
function roads({ ctx, geo, ink }) {
  ctx.lineCap = ctx.lineJoin = "round";
  const stroke = (/** @type {string} */ kind, /** @type {number} */ width, /** @type {string} */ colour, alpha = 1, dash = /** @type {number[]} */ ([])) => {
    ctx.setLineDash(dash);
    ctx.lineWidth = width;
    ctx.strokeStyle = colour;
    ctx.globalAlpha = alpha;
    for (const road of geo.roads) if (road.kind === kind) { trace(ctx, road.points); ctx.stroke(); }
    ctx.setLineDash([]);
    ctx.globalAlpha = 1;
  };
  stroke("lane", 0.1, ink.roadHalo, 0.5);
  stroke("lane", 0.068, ink.laneCase);
  stroke("lane", 0.038, ink.laneFill);
  stroke("trail", 0.085, ink.roadHalo, 0.55);
  stroke("trail", 0.042, ink.trail, 1, [0.13, 0.075]);
  stroke("road", 0.145, ink.roadHalo, 0.5);
  stroke("road", 0.095, ink.roadCase);
  stroke("road", 0.058, ink.roadFill);
  stroke("autobahn", 0.2, ink.roadHalo, 0.5);
  stroke("autobahn", 0.15, ink.roadCase);
  stroke("autobahn", 0.112, ink.roadFill);
  stroke("autobahn", 0.022, ink.roadCase);
}

/** A deck over the water between two flared parapets; a small one where a city has it by rule. @param {Brush} b */
function bridges({ ctx, geo, ink }) {
  for (const bridge of geo.bridges) {
    const [a, b] = bridge.hexside, city = bridge.carries === "city";
    const p = node(...rowColumn(a)), q = node(...rowColumn(b)), ca = centre(a), cb = centre(b);
    const m = city ? bend({ x: (ca.x + cb.x) / 2, y: (ca.y + cb.y) / 2 }) : { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 };
    const long = city ? 0.1 : 0.165, wide = city ? 0.03 : 0.066, flare = city ? 0.02 : 0.05;
    ctx.save();
    ctx.translate(m.x, m.y);
    ctx.rotate(Math.atan2(q.y - p.y, q.x - p.x));
    ctx.fillStyle = city ? ink.bridgeDeck : ink.roadFill;
    ctx.fillRect(-long, -wide, 2 * long, 2 * wide);
    ctx.strokeStyle = ink.bridge;
    ctx.lineWidth = city ? 0.016 : 0.03;
    ctx.lineCap = "butt";
    for (const side of [-1, 1]) {
      trace(ctx, [[-long - flare, wide + flare], [-long, wide], [long, wide], [long + flare, wide + flare]].map(([x, y]) => ({ x, y: y * side })));
      ctx.stroke();
    }
    ctx.restore();
  }
}

/** A score of roofs round the crossroads of a town, six in a hamlet. @param {Brush} b */
function roofs({ ctx, geo, ink, box }) {
  for (const id of geo.dry) {
    const { t, name } = geo.hexes[id], [r, c] = rowColumn(id), n = node(r, c);
    if (n.x < box.x0 - 1 || n.x > box.x1 + 1 || n.y < box.y0 - 1 || n.y > box.y1 + 1) continue;
    if (t === "town") town(ctx, ink, n, r, c);
    else if (name && (t === "clear" || t === "beach" || t === "bocage") && !UNBUILT.test(name)) {
      ctx.fillStyle = ink.roof;
      for (let k = 0; k < 6; k++) ctx.fillRect(n.x + (hash(r, c, 300 + k) - 0.5) * 0.26, n.y + (hash(r, c, 320 + k) - 0.5) * 0.2, 0.05, 0.036);
    }
  }
}

/** @param {CanvasRenderingContext2D} ctx @param {Record<string, string>} ink @param {Point} n @param {number} r @param {number} c */
function town(ctx, ink, n, r, c) {
  const lie = hash(r, c, 60) * 1.2 - 0.6;
  for (let k = 0; k < 22; k++) {
    const a = hash(r, c, 100 + k) * 6.283, d = 0.07 + 0.22 * Math.sqrt(hash(r, c, 140 + k));
    const w = 0.045 + 0.035 * hash(r, c, 180 + k), h = 0.035 + 0.02 * hash(r, c, 220 + k);
    ctx.save();
    ctx.translate(n.x + Math.cos(a) * d, n.y + Math.sin(a) * d * 0.86);
    ctx.rotate(lie + (k % 2 ? 1.57 : 0));
    ctx.fillStyle = ink.roofShade;
    ctx.fillRect(-w / 2 + 0.008, -h / 2 + 0.01, w, h);
    ctx.fillStyle = k % 3 ? ink.roof : ink.roof2;
    ctx.fillRect(-w / 2, -h / 2, w, h);
    ctx.restore();
  }
}
