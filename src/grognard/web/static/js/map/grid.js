// @ts-check
// The hex grid, the veil over what is out of play, the sector boundary, and the hex numbers.
import { linePath } from "./curves.js";
import { R, around, at, centre, edge, hexId, rowColumn } from "./hexgrid.js";
import { trace } from "./network.js";

/** @typedef {import("./terrain.js").Brush} Brush */
/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {import("./camera.js").View} View */
/** @typedef {[number, number, number, number]} Rect */

/** @type {WeakMap<Geometry, {wet: Path2D, dry: Path2D}>} */
const sides = new WeakMap();

/** Each hexside once, those at sea apart. @param {Geometry} geo */
function hexsides(geo) {
  let found = sides.get(geo);
  if (found) return found;
  found = { wet: new Path2D(), dry: new Path2D() };
  for (const id of geo.ids) {
    const [r, c] = rowColumn(id), p = at(r, c);
    around(r, c).forEach(([a, b], k) => {
      const other = geo.hexes[hexId(a, b)];
      if (other && k > 2) return;
      const [u, v] = edge(p, at(a, b)), path = geo.hexes[id].t === "sea" || other?.t === "sea" ? found?.wet : found?.dry;
      path?.moveTo(u.x, u.y);
      path?.lineTo(v.x, v.y);
    });
  }
  sides.set(geo, found);
  return found;
}

/** @param {Brush} b */
export function drawGrid({ ctx, geo, ink, scale, box }) {
  const veil = new Path2D();
  veil.rect(box.x0 - 2, box.y0 - 2, box.x1 - box.x0 + 4, box.y1 - box.y0 + 4);
  veil.addPath(linePath(geo.play, true));
  ctx.fillStyle = ink.veil;
  ctx.fill(veil, "evenodd");
  const { wet, dry } = hexsides(geo);
  ctx.lineWidth = Math.max(0.011, 0.75 / scale);
  ctx.lineCap = "round";
  ctx.strokeStyle = ink.hexSea;
  ctx.stroke(wet);
  ctx.strokeStyle = ink.hex;
  ctx.stroke(dry);
  // the boundary stands beside its water, on the far bank
  ctx.lineJoin = "round";
  trace(ctx, geo.boundary.map((p) => ({ x: p.x - 0.12, y: p.y + 0.05 })));
  ctx.strokeStyle = ink.boundary;
  ctx.globalAlpha = 0.16;
  ctx.lineWidth = 0.34;
  ctx.stroke();
  ctx.globalAlpha = 0.95;
  ctx.lineWidth = 0.055;
  ctx.setLineDash([0.26, 0.1, 0.035, 0.1]);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.globalAlpha = 1;
}

/** Hex numbers in screen pixels, clear of the boxes of names. @param {CanvasRenderingContext2D} ctx @param {Geometry} geo
 * @param {import("./palette.js").Palette} ink @param {View} view @param {Rect[]} keepOff @param {(id: string) => boolean} hide */
export function drawNumbers(ctx, geo, ink, view, keepOff, hide) {
  const size = Math.max(7, Math.min(12, 0.135 * view.scale)), half = size * 1.15;
  if (view.scale < 30) return;
  ctx.font = `500 ${size}px ${ink.font}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  for (const id of geo.ids) {
    const p = centre(id), x = view.X(p.x), y = view.Y(p.y - R * 0.8), t = geo.hexes[id].t;
    if (x < -20 || y < -20 || x > view.width + 20 || y > view.height + 20 || hide(id)) continue;
    if (keepOff.some((b) => x + half > b[0] && x - half < b[2] && y + size * 0.4 > b[1] && y - size * 0.4 < b[3])) continue;
    ctx.fillStyle = t === "sea" ? ink.numSea : t === "woods" || t === "city" ? ink.numDark : ink.num;
    ctx.fillText(id, x, y);
  }
}
