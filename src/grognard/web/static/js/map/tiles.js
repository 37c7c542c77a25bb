// @ts-check
// The terrain in tiles, painted once per zoom and theme; while new ones are made the old ones are stretched.
import { drawGrid } from "./grid.js";
import { drawNetwork } from "./network.js";
import { drawGround } from "./terrain.js";

/** @typedef {import("./camera.js").View} View */
/** @typedef {{canvas: HTMLCanvasElement, scale: number, i: number, j: number, used: number}} Tile */

const SIZE = 256; // device pixels
const KEEP = 360; // tiles, a quarter of a megabyte each
const MOST = 3; // layers of stretched tiles over each other
const BUDGET = 8,
  HASTE = 40; // milliseconds of painting before the page is given a breath; where nothing is to be seen yet

export class Tiles {
  /** @param {import("./geometry.js").Geometry} geo @param {() => import("./palette.js").Palette} ink @param {() => void} ready */
  constructor(geo, ink, ready) {
    this.geo = geo;
    this.ink = ink;
    this.ready = ready;
    /** @type {Map<string, Tile>} */
    this.tiles = new Map();
    this.clock = 0;
    this.pending = 0;
    /** @type {{view: View, scale: number, bare: boolean} | null} bare: there is nothing to stretch meanwhile */
    this.wanted = null;
  }

  /** Throws everything away: the theme has changed. */
  clear() {
    this.tiles.clear();
  }

  /** Paints what there is of a view and sees to the rest. @param {CanvasRenderingContext2D} ctx in device pixels @param {View} view @param {boolean} moving */
  draw(ctx, view, moving) {
    const scale = Math.round(view.scale * view.dpr * 100) / 100;
    this.clock++;
    ctx.imageSmoothingEnabled = true;
    ctx.imageSmoothingQuality = moving ? "low" : "high";
    const missing = this.cells(view, scale).filter(([i, j]) => !this.tiles.has(`${scale}:${i}:${j}`));
    const { under, bare } = missing.length ? this.stopgaps(view, scale) : { under: [], bare: false };
    for (const other of under) this.blit(ctx, view, other);
    this.blit(ctx, view, scale);
    this.wanted = missing.length ? { view, scale, bare } : null;
    if (missing.length && !moving) this.schedule();
  }

  /** The scales to stretch meanwhile, the one to be drawn first first: the nearest, and under it the next, until nothing is
   * left open. Every further layer would be drawn for nothing. @param {View} view @param {number} scale */
  stopgaps(view, scale) {
    const known = [...new Set([...this.tiles.values()].map((t) => t.scale))].filter((s) => s !== scale);
    known.sort((a, b) => Math.abs(Math.log(a / scale)) - Math.abs(Math.log(b / scale)));
    const whole = known.findIndex((s) => this.covers(view, s));
    return { under: known.slice(0, whole < 0 ? MOST : whole + 1).reverse(), bare: whole < 0 };
  }

  /** @param {View} view @param {number} scale */
  covers(view, scale) {
    const k = scale / SIZE,
      many = ((view.x1 - view.x0) * k + 1) * ((view.y1 - view.y0) * k + 1);
    return many < KEEP && this.cells(view, scale).every(([i, j]) => this.tiles.has(`${scale}:${i}:${j}`));
  }

  schedule() {
    if (this.pending) return;
    this.pending = requestAnimationFrame(() => {
      this.pending = 0;
      this.work();
    });
  }

  /** Paints missing tiles, those near the middle first, a few at a time. */
  work() {
    if (!this.wanted) return;
    const { view, scale, bare } = this.wanted,
      start = performance.now();
    const cx = (((view.x0 + view.x1) / 2) * scale) / SIZE,
      cy = (((view.y0 + view.y1) / 2) * scale) / SIZE;
    const missing = this.cells(view, scale).filter(([i, j]) => !this.tiles.has(`${scale}:${i}:${j}`));
    missing.sort((a, b) => Math.hypot(a[0] + 0.5 - cx, a[1] + 0.5 - cy) - Math.hypot(b[0] + 0.5 - cx, b[1] + 0.5 - cy));
    for (const [i, j] of missing) {
      this.tiles.set(`${scale}:${i}:${j}`, this.paint(scale, view.dpr, i, j));
      if (performance.now() - start > (bare ? HASTE : BUDGET)) break;
    }
    this.forget();
    this.ready();
  }

  /** @param {View} view @param {number} scale @returns {[number, number][]} */
  cells(view, scale) {
    /** @type {[number, number][]} */
    const found = [];
    const k = scale / SIZE;
    for (let j = Math.floor(view.y0 * k); j <= Math.floor(view.y1 * k); j++)
      for (let i = Math.floor(view.x0 * k); i <= Math.floor(view.x1 * k); i++) found.push([i, j]);
    return found;
  }

  /** @param {number} scale @param {number} dpr @param {number} i @param {number} j @returns {Tile} */
  paint(scale, dpr, i, j) {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = SIZE;
    const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
    const w = SIZE / scale,
      pad = 0.1,
      x0 = i * w,
      y0 = j * w;
    ctx.setTransform(scale, 0, 0, scale, -x0 * scale, -y0 * scale);
    const brush = {
      ctx,
      geo: this.geo,
      ink: this.ink(),
      scale: scale / dpr,
      dpr,
      box: { x0: x0 - pad, x1: x0 + w + pad, y0: y0 - pad, y1: y0 + w + pad },
    };
    drawGround(brush);
    drawNetwork(brush);
    drawGrid(brush);
    return { canvas, scale, i, j, used: this.clock };
  }

  /** @param {CanvasRenderingContext2D} ctx @param {View} view @param {number} scale of the tiles */
  blit(ctx, view, scale) {
    for (const t of this.tiles.values()) {
      if (t.scale !== scale) continue;
      const w = SIZE / t.scale,
        x = view.X(t.i * w) * view.dpr,
        y = view.Y(t.j * w) * view.dpr,
        size = w * view.scale * view.dpr;
      if (x > view.width * view.dpr || y > view.height * view.dpr || x + size < 0 || y + size < 0) continue;
      t.used = this.clock;
      const exact = Math.abs(size - SIZE) < 0.05; // counted from one rounded point, so that tiles meet without a seam
      if (exact)
        ctx.drawImage(t.canvas, Math.round(view.X(0) * view.dpr) + t.i * SIZE, Math.round(view.Y(0) * view.dpr) + t.j * SIZE);
      else ctx.drawImage(t.canvas, x, y, size + 0.6, size + 0.6);
    }
  }

  forget() {
    if (this.tiles.size <= KEEP) return;
    const old = [...this.tiles].sort((a, b) => a[1].used - b[1].used).slice(0, this.tiles.size - KEEP);
    for (const [key] of old) this.tiles.delete(key);
  }
}
