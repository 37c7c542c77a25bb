// @ts-check
// Compass, title and scale, anchored in the open sea.
import { at } from "./hexgrid.js";

/** @typedef {{row: number, column: number, title: string, subtitle: string, scale: string[], note?: string}} Cartouche */

/** @param {CanvasRenderingContext2D} ctx @param {import("./palette.js").Palette} ink @param {import("./camera.js").View} view @param {Cartouche} words */
export function drawCartouche(ctx, ink, view, words) {
  const o = at(words.row, words.column),
    u = Math.max(0.5, Math.min(1.6, view.scale / 44));
  ctx.save();
  ctx.translate(view.X(o.x), view.Y(o.y));
  ctx.scale(u, u);
  ctx.fillStyle = ctx.strokeStyle = ink.seaInk;
  compass(ctx, ink);
  ctx.textAlign = "left";
  ctx.textBaseline = "alphabetic";
  ctx.font = `700 21px ${ink.fontMap}`;
  ctx.letterSpacing = "2.4px";
  ctx.fillText(words.title.toUpperCase(), -82, -10);
  ctx.letterSpacing = "0px";
  ctx.font = `italic 500 11.5px ${ink.fontMap}`;
  ctx.fillText(words.subtitle, -82, 7);
  scale(ctx, ink, view.scale / u, words);
  ctx.restore();
}

/** @param {CanvasRenderingContext2D} ctx @param {import("./palette.js").Palette} ink */
function compass(ctx, ink) {
  ctx.save();
  ctx.translate(-122, 2);
  ctx.lineWidth = 1;
  ctx.globalAlpha = 0.85;
  for (const r of [25, 22]) {
    ctx.beginPath();
    ctx.arc(0, 0, r, 0, 7);
    ctx.stroke();
  }
  ctx.beginPath();
  for (let k = 0; k < 36; k++) {
    const a = (k * Math.PI) / 18;
    ctx.moveTo(Math.cos(a) * 22, Math.sin(a) * 22);
    ctx.lineTo(Math.cos(a) * 25, Math.sin(a) * 25);
  }
  ctx.stroke();
  for (let k = 0; k < 8; k++) {
    ctx.save();
    ctx.rotate((k * Math.PI) / 4);
    for (const side of [1, -1]) {
      ctx.beginPath();
      ctx.moveTo(0, k % 2 ? -13 : -20);
      ctx.lineTo(3.6 * side, -4.6);
      ctx.lineTo(0, 0);
      ctx.closePath();
      ctx.fillStyle = side === 1 ? ink.seaInk : ink.seaShallow;
      ctx.fill();
      if (side === -1) ctx.stroke();
    }
    ctx.restore();
  }
  ctx.globalAlpha = 1;
  ctx.fillStyle = ink.seaInk;
  ctx.font = `700 12px ${ink.fontMap}`;
  ctx.textAlign = "center";
  ctx.fillText("N", 0, -29);
  ctx.restore();
}

/** Two hexes long. @param {CanvasRenderingContext2D} ctx @param {import("./palette.js").Palette} ink @param {number} hex @param {Cartouche} words */
function scale(ctx, ink, hex, words) {
  ctx.lineWidth = 1.1;
  ctx.strokeRect(-82, 15, hex * 2, 4.5);
  ctx.fillRect(-82, 15, hex, 4.5);
  ctx.font = `500 9.5px ${ink.font}`;
  words.scale.forEach((text, k) => {
    ctx.textAlign = k ? "center" : "left";
    ctx.fillText(text, -82 + hex * k, 31);
  });
  ctx.textAlign = "left";
  ctx.globalAlpha = 0.8;
  if (words.note) ctx.fillText(words.note, -82 + hex * 2 + 28, 31);
  ctx.globalAlpha = 1;
}
