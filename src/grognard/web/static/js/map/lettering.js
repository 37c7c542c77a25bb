// @ts-check
// Two ways to write on a map: haloed text at a point, and text along a line. In screen pixels, crisp at any zoom.

/** @typedef {import("./hexgrid.js").Point} Point */
/** @typedef {import("./palette.js").Palette} Palette */
/** @typedef {{size: number, weight?: number, italic?: boolean, colour?: string, track?: number, halo?: number,
 *   align?: CanvasTextAlign, lift?: number, alpha?: number}} Hand */

/** @param {Palette} ink @param {Hand} hand */
const font = (ink, { size, weight = 600, italic = false }) => `${italic ? "italic " : ""}${weight} ${size}px ${ink.fontMap}`;

/** @param {CanvasRenderingContext2D} ctx @param {Palette} ink @param {string} text @param {number} x @param {number} y @param {Hand} hand */
export function write(ctx, ink, text, x, y, hand) {
  ctx.font = font(ink, hand);
  ctx.letterSpacing = (hand.track ?? 0) + "px";
  ctx.textAlign = hand.align ?? "center";
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  if (hand.halo !== 0) {
    ctx.strokeStyle = ink.halo;
    ctx.lineWidth = hand.halo ?? 3;
    ctx.strokeText(text, x, y);
  }
  ctx.fillStyle = hand.colour ?? ink.label;
  ctx.fillText(text, x, y);
  ctx.letterSpacing = "0px";
}

/** Text along a line, centred on it, `lift` pixels to its left. @param {CanvasRenderingContext2D} ctx @param {Palette} ink
 * @param {string} text @param {Point[]} line @param {Hand} hand */
export function writeAlong(ctx, ink, text, line, hand) {
  if (line.length < 2) return;
  const { size, track = 2, lift = 0, halo = 3, alpha = 1 } = hand;
  const points = line[0].x > line[line.length - 1].x ? [...line].reverse() : line, far = [0];
  for (let i = 1; i < points.length; i++) far.push(far[i - 1] + Math.hypot(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y));
  const total = far[far.length - 1];
  const spot = (/** @type {number} */ d) => {
    let i = 1;
    while (i < far.length - 1 && far[i] < d) i++;
    const t = (d - far[i - 1]) / (far[i] - far[i - 1] || 1), a = points[i - 1], b = points[i];
    return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
  };
  ctx.save();
  ctx.font = font(ink, { weight: 500, italic: true, ...hand });
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  ctx.globalAlpha = alpha;
  const letters = [...text], widths = letters.map((ch) => ctx.measureText(ch).width + track);
  if (widths.reduce((a, b) => a + b, 0) > total * 1.2) return ctx.restore(); // no room: letters would heap up at the ends
  let d = (total - widths.reduce((a, b) => a + b, 0)) / 2;
  const set = letters.map((ch, i) => {
    const m = d + widths[i] / 2, a = spot(Math.max(0, m - size * 0.7)), b = spot(Math.min(total, m + size * 0.7)), p = spot(m);
    d += widths[i];
    const angle = Math.atan2(b.y - a.y, b.x - a.x);
    return { ch, angle, x: p.x + Math.sin(angle) * lift, y: p.y - Math.cos(angle) * lift };
  });
  const base = ctx.getTransform();
  for (const fill of halo ? [false, true] : [true]) for (const g of set) {
    ctx.setTransform(base);
    ctx.translate(g.x, g.y);
    ctx.rotate(g.angle);
    if (fill) {
      ctx.fillStyle = hand.colour ?? ink.label;
      ctx.fillText(g.ch, 0, 0);
    } else {
      ctx.strokeStyle = ink.halo;
      ctx.lineWidth = halo;
      ctx.strokeText(g.ch, 0, 0);
    }
  }
  ctx.restore();
}
