// @ts-check
// The ground: sea, coast, fields, bocage, floods, beaches, woods, cities. Drawn in world units, one hex width = 1.
import { hash, noise } from "./fields.js";
import { hills } from "./hills.js";
import { centre, rowColumn, H } from "./hexgrid.js";

/** @typedef {import("./hexgrid.js").Point} Point */
/** @typedef {import("./fields.js").Box} Box */
/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {import("./palette.js").Palette} Palette */
/** @typedef {CanvasRenderingContext2D} Ctx */
/** What a brush needs: the context, the shapes, the colours, pixels a hex, device pixels a pixel, the box to fill.
 * @typedef {{ctx: Ctx, geo: Geometry, ink: Palette, scale: number, dpr: number, box: Box}} Brush */

const ROUND = Math.PI * 2;

/** The ground, from the sea up. @param {Brush} b */
export function drawGround(b) {
  const { ctx, geo } = b;
  sea(b);
  shore(b);
  ctx.save();
  ctx.clip(geo.land, "evenodd");
  fields(b);
  bocage(b);
  hills(b);
  floods(b);
  beaches(b);
  woods(b);
  cities(b);
  ctx.restore();
  coastline(b);
}

/** Only inside the sampled box: its own edge is no coast. @param {Brush} b */
function coastline({ ctx, geo, ink, scale }) {
  const { x0, x1, y0, y1 } = geo.fields.box;
  ctx.save();
  ctx.beginPath();
  ctx.rect(x0 + 0.2, y0 + 0.2, x1 - x0 - 0.4, y1 - y0 - 0.4);
  ctx.clip();
  ctx.lineJoin = "round";
  ctx.strokeStyle = ink.coast;
  ctx.lineWidth = Math.max(0.022, 1.1 / scale);
  ctx.stroke(geo.areas.sea);
  ctx.restore();
}

/** @param {Ctx} ctx @param {Point[]} q */
const polygon = (ctx, q) => {
  ctx.beginPath();
  q.forEach((p, k) => (k ? ctx.lineTo(p.x, p.y) : ctx.moveTo(p.x, p.y)));
  ctx.closePath();
};
/** @param {Ctx} ctx @param {number} x @param {number} y @param {number} r */
const disc = (ctx, x, y, r) => {
  ctx.beginPath();
  ctx.arc(x, y, r, 0, ROUND);
  ctx.fill();
};

/** Irregular fields: a jittered, gently bent grid of quads; `test` keeps those inside a region.
 * @param {Box} box @param {number} cell @param {number} seed @param {(p: Point) => boolean} test
 * @param {(q: Point[], c: Point, h: number, h2: number) => void} each */
function parcels(box, cell, seed, test, each) {
  const w = cell, d = cell * 0.72;
  const corner = (/** @type {number} */ i, /** @type {number} */ j) => {
    const x = i * w + (hash(i, j, seed) - 0.5) * w * 0.5, y = j * d + (hash(i, j, seed + 1) - 0.5) * d * 0.5;
    const a = 0.8 * (0.35 + 0.5 * noise(x * 0.22, y * 0.22, seed)); // a slow change of direction
    return { x: x + a * noise(x * 0.35, y * 0.35, seed + 2) + y * 0.18, y: y + a * noise(x * 0.35, y * 0.35, seed + 3) - x * 0.12 };
  };
  // the grid leans: undo the lean at the corners of the box to know which cells can fall into it
  const lean = 1 + 0.18 * 0.12, us = [], vs = [];
  for (const x of [box.x0, box.x1]) for (const y of [box.y0, box.y1]) { us.push((x - 0.18 * y) / lean); vs.push((y + 0.12 * x) / lean); }
  const i0 = Math.floor((Math.min(...us) - 1.2) / w), i1 = Math.ceil((Math.max(...us) + 1.2) / w);
  const j0 = Math.floor((Math.min(...vs) - 1.2) / d), j1 = Math.ceil((Math.max(...vs) + 1.2) / d);
  for (let j = j0; j < j1; j++) for (let i = i0; i < i1; i++) {
    const q = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
    const c = { x: (q[0].x + q[2].x) / 2, y: (q[0].y + q[2].y) / 2 };
    if (c.x < box.x0 - w || c.x > box.x1 + w || c.y < box.y0 - w || c.y > box.y1 + w || !test(c)) continue;
    each(q, c, hash(i, j, seed + 4), hash(i, j, seed + 5));
  }
}

/** Deep tone, then bands of lighter water hugging the coast, then waterlines. @param {Brush} b */
function sea({ ctx, geo, ink, scale, box }) {
  const top = -geo.extent.r1 * H, g = ctx.createLinearGradient(0, top, 0, top + 5.5 * H);
  g.addColorStop(0, ink.seaDeep);
  g.addColorStop(1, ink.sea);
  ctx.fillStyle = g;
  ctx.fillRect(box.x0 - 1, box.y0 - 1, box.x1 - box.x0 + 2, box.y1 - box.y0 + 2);
  ctx.save();
  ctx.clip(geo.areas.sea);
  ctx.lineJoin = "round";
  ctx.strokeStyle = ink.seaShallow;
  for (let k = 0; k < 16; k++) {
    ctx.globalAlpha = 0.055 + 0.006 * k;
    ctx.lineWidth = 2.3 * Math.pow(1 - k / 16, 1.35) + 0.1;
    ctx.stroke(geo.areas.sea);
  }
  ctx.strokeStyle = ink.surf;
  geo.areas.waterlines.forEach((path, k) => {
    ctx.globalAlpha = 0.5 - 0.11 * k;
    ctx.lineWidth = Math.max(0.016, 0.9 / scale);
    ctx.stroke(path);
  });
  ctx.restore();
}

/** The land, with a soft shadow on the water. @param {Brush} b */
function shore({ ctx, geo, ink, scale, dpr }) {
  ctx.save();
  ctx.shadowColor = ink.coastShadow;
  ctx.shadowBlur = 0.1 * scale * dpr;
  ctx.fillStyle = ink.clear;
  ctx.fill(geo.land, "evenodd");
  ctx.restore();
}

/** @param {Brush} b */
function fields({ ctx, geo, ink, box }) {
  ctx.globalAlpha = 0.55;
  parcels(box, 0.46, 20, (p) => geo.fields.sample("sea", p.x, p.y) < 0.6, (q, _, h) => {
    ctx.fillStyle = h < 0.34 ? ink.field1 : h < 0.62 ? ink.field2 : h < 0.8 ? ink.field3 : ink.clear;
    polygon(ctx, q);
    ctx.fill();
  });
  ctx.globalAlpha = 1;
}

/** Small fields between hedges beaded with bushes. @param {Brush} b */
function bocage({ ctx, geo, ink, scale, box }) {
  ctx.save();
  ctx.clip(geo.areas.bocage);
  ctx.fillStyle = ink.bocage;
  ctx.fillRect(box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0);
  /** @type {[Point, Point][]} */
  const hedges = [];
  ctx.globalAlpha = 0.75;
  parcels(box, 0.27, 40, (p) => geo.fields.sample("bocage", p.x, p.y) > 0.4, (q, _, h, h2) => {
    ctx.fillStyle = h < 0.3 ? ink.bocage1 : h < 0.55 ? ink.bocage2 : ink.bocage;
    polygon(ctx, q);
    ctx.fill();
    if (h2 > 0.1) hedges.push([q[0], q[1]]);
    if (h2 < 0.88) hedges.push([q[0], q[3]]);
  });
  ctx.lineCap = "round";
  ctx.strokeStyle = ctx.fillStyle = ink.hedge;
  ctx.lineWidth = 0.022;
  const far = scale < 60, bushes = new Path2D(), lines = new Path2D();
  for (const [p, q] of hedges) {
    lines.moveTo(p.x, p.y);
    lines.lineTo(q.x, q.y);
    if (scale > 26) for (let t = 0.15; t < 1; t += 0.22) {
      const x = p.x + (q.x - p.x) * t, y = p.y + (q.y - p.y) * t, r = 0.016 + 0.014 * hash(Math.round(p.x * 97 + t * 50), Math.round(p.y * 89), 3);
      bushes.moveTo(x + r, y);
      bushes.arc(x, y, r, 0, ROUND);
    }
  }
  ctx.globalAlpha = far ? 0.42 : 0.72;
  ctx.stroke(lines);
  ctx.globalAlpha = far ? 0.6 : 0.9;
  ctx.fill(bushes);
  ctx.restore();
}

/** A wash, level dashes of uneven length, tufts of reed. @param {Brush} b */
function floods({ ctx, geo, ink, scale, box }) {
  const wet = (/** @type {number} */ x, /** @type {number} */ y) => geo.fields.sample("flooded", x, y);
  ctx.fillStyle = ink.flooded;
  ctx.globalAlpha = 0.92;
  ctx.fill(geo.areas.flooded);
  ctx.save();
  ctx.clip(geo.areas.flooded);
  ctx.strokeStyle = ink.floodInk;
  ctx.lineCap = "butt";
  ctx.globalAlpha = 0.6;
  ctx.lineWidth = Math.max(0.013, 0.8 / scale);
  ctx.beginPath();
  const left = geo.fields.box.x0; // rows start at the same place whatever is being painted
  for (let row = Math.floor(box.y0 / 0.085); row * 0.085 < box.y1; row++) {
    for (let x = left - 0.5 * hash(row, 1, 9), i = 0; x < box.x1; i++) {
      const length = 0.1 + 0.2 * hash(row, i, 10), y = row * 0.085;
      if (x > box.x0 - 0.4 && wet(x, y) > 0.4) { ctx.moveTo(x, y); ctx.lineTo(x + length, y); }
      x += length + 0.05 + 0.13 * hash(row, i, 11);
    }
  }
  ctx.stroke();
  ctx.restore();
  ctx.strokeStyle = ink.reed;
  ctx.lineCap = "round";
  ctx.lineWidth = 0.016;
  ctx.globalAlpha = 0.85;
  ctx.beginPath();
  for (const id of geo.dry) {
    if (geo.hexes[id].t !== "flooded") continue;
    const p = centre(id), [r, c] = rowColumn(id);
    for (let k = 0; k < 5; k++) {
      const x = p.x + (hash(r, c, k) - 0.5) * 0.8, y = p.y + (hash(r, c, k + 20) - 0.5) * 0.9;
      if (wet(x, y) < 0.6) continue;
      for (const d of [-0.045, -0.015, 0.018, 0.048]) { ctx.moveTo(x + d * 0.5, y); ctx.lineTo(x + d, y - 0.085 + Math.abs(d)); }
    }
  }
  ctx.stroke();
  ctx.globalAlpha = 0.8;
  ctx.strokeStyle = ink.floodInk;
  ctx.lineWidth = 0.014;
  ctx.stroke(geo.areas.flooded);
  ctx.globalAlpha = 1;
}

/** Sand, a bright strand along the water, stipple denser towards it. @param {Brush} b */
function beaches({ ctx, geo, ink }) {
  ctx.save();
  ctx.clip(geo.areas.beach);
  ctx.fillStyle = ctx.strokeStyle = ink.beach;
  ctx.globalAlpha = 0.7;
  ctx.fill(geo.areas.beach);
  ctx.globalAlpha = 0.95;
  ctx.lineWidth = 0.62;
  ctx.stroke(geo.areas.sea);
  ctx.strokeStyle = ink.sandHi;
  ctx.lineWidth = 0.34;
  ctx.stroke(geo.areas.sea);
  ctx.fillStyle = ink.sandDot;
  ctx.globalAlpha = 0.6;
  for (const id of geo.dry) {
    if (geo.hexes[id].t !== "beach") continue;
    const p = centre(id), [r, c] = rowColumn(id);
    for (let k = 0; k < 110; k++) {
      const x = p.x + (hash(r, c, k) - 0.5) * 1.2, y = p.y + (hash(r, c, k + 300) - 0.5) * 1.3, d = geo.fields.sample("sea", x, y);
      if (d < 0.5 && hash(r, c, k + 600) < d * 1.6 + 0.16) disc(ctx, x, y, 0.011 + 0.007 * hash(r, c, k + 900));
    }
  }
  ctx.restore();
}

/** A dark floor, then crowns from north to south, each with a lit side. @param {Brush} b */
function woods({ ctx, geo, ink, box }) {
  ctx.fillStyle = ink.woodsFloor;
  ctx.fill(geo.areas.woods);
  for (let j = Math.floor(box.y0 / 0.115) - 1; j < box.y1 / 0.115 + 1; j++) for (let i = Math.floor(box.x0 / 0.125) - 1; i < box.x1 / 0.125 + 1; i++) {
    const x = (i + (j & 1) * 0.5 + (hash(i, j, 50) - 0.5) * 0.7) * 0.125, y = (j + (hash(i, j, 51) - 0.5) * 0.7) * 0.115;
    if (geo.fields.sample("woods", x, y) < 0.5) continue;
    const r = 0.058 + 0.03 * hash(i, j, 52);
    ctx.globalAlpha = 0.35;
    ctx.fillStyle = ink.treeShade;
    disc(ctx, x + 0.02, y + 0.026, r);
    ctx.globalAlpha = 1;
    ctx.fillStyle = hash(i, j, 53) < 0.5 ? ink.woods : ink.woods2;
    disc(ctx, x, y, r);
    ctx.globalAlpha = 0.5;
    ctx.fillStyle = ink.treeHi;
    disc(ctx, x - r * 0.28, y - r * 0.3, r * 0.52);
  }
  ctx.globalAlpha = 1;
}

/** Pale ground, a bent street grid of blocks. @param {Brush} b */
function cities({ ctx, geo, ink, box }) {
  ctx.fillStyle = ink.cityGround;
  ctx.fill(geo.areas.city);
  ctx.save();
  ctx.clip(geo.areas.city);
  ctx.globalAlpha = 0.95;
  parcels(box, 0.2, 70, (p) => geo.fields.sample("city", p.x, p.y) > 0.38, (q, c, h) => {
    if (h < 0.07) return;
    ctx.fillStyle = h < 0.4 ? ink.city : h < 0.75 ? ink.city2 : ink.city3;
    polygon(ctx, q.map((p) => ({ x: c.x + (p.x - c.x) * 0.8, y: c.y + (p.y - c.y) * 0.76 })));
    ctx.fill();
  });
  ctx.restore();
  ctx.strokeStyle = ink.cityEdge;
  ctx.lineWidth = 0.02;
  ctx.stroke(geo.areas.city);
}
