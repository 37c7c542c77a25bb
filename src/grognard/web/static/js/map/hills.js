// @ts-check
// High ground: a warm plate with a shadow to the south-east and hachures that run up the slope.
import { hash } from "./fields.js";

/** @param {import("./terrain.js").Brush} b */
export function hills({ ctx, geo, ink, scale, dpr, box }) {
  ctx.save();
  ctx.shadowColor = ink.coastShadow;
  ctx.shadowBlur = 0.16 * scale * dpr;
  ctx.shadowOffsetX = ctx.shadowOffsetY = 0.05 * scale * dpr;
  ctx.fillStyle = ink.hill;
  ctx.fill(geo.areas.hill);
  ctx.restore();
  ctx.strokeStyle = ink.hillInk;
  ctx.lineWidth = Math.max(0.016, 0.7 / scale);
  ctx.lineCap = "round";
  ctx.globalAlpha = 0.62;
  ctx.beginPath();
  for (const [x, y, dx, dy, length] of slopes(geo)) {
    if (x < box.x0 || x > box.x1 || y < box.y0 || y > box.y1) continue;
    ctx.moveTo(x + dx * 0.03, y + dy * 0.03);
    ctx.lineTo(x + dx * length, y + dy * length);
  }
  ctx.stroke();
  ctx.globalAlpha = 1;
}

/** @type {WeakMap<object, [number, number, number, number, number][]>} */
const known = new WeakMap();

/** Foot, direction and length of every hachure. @param {import("./geometry.js").Geometry} geo */
function slopes(geo) {
  let found = known.get(geo);
  if (found) return found;
  found = [];
  const high = (/** @type {number} */ x, /** @type {number} */ y) => geo.fields.sample("hill", x, y), e = 0.06;
  for (const ring of geo.fields.contour("hill", 0.44)) for (let i = 0; i < ring.length; i += 1) {
    const { x, y } = ring[i], gx = high(x + e, y) - high(x - e, y), gy = high(x, y + e) - high(x, y - e), g = Math.hypot(gx, gy);
    if (g > 0) found.push([x, y, gx / g, gy / g, 0.16 + 0.1 * hash(Math.round(x * 90), Math.round(y * 90), 8)]);
  }
  known.set(geo, found);
  return found;
}
