// @ts-check
// Where the eye is: pixels a hex and the point of the world at the middle of the screen.

/** What drawing code is given. @typedef {{scale: number, width: number, height: number, dpr: number, x0: number, x1: number,
 *   y0: number, y1: number, X: (x: number) => number, Y: (y: number) => number}} View */

export const STEP = 1.25;
const FRAMED = 84; // pixels a hex: a part of the map that is framed is not drawn larger
const LEAST = 18,
  MOST = 170;

export class Camera {
  /** @param {import("./fields.js").Box} bounds the world that can be looked at */
  constructor(bounds) {
    this.bounds = bounds;
    this.scale = 45;
    this.x = (bounds.x0 + bounds.x1) / 2;
    this.y = (bounds.y0 + bounds.y1) / 2;
    this.width = this.height = 1;
    this.dpr = 1;
    this.cover = { top: 0, right: 0, bottom: 0 }; // pixels of the screen that something lies on
  }

  /** Pixels a hex, rounded as the tiles are, so that they fit. @param {number} scale */
  set(scale) {
    this.scale = Math.round(scale * this.dpr * 100) / 100 / this.dpr;
    return this.scale;
  }

  /** @returns {View} */
  view() {
    const { scale, width, height, dpr, x, y } = this;
    return {
      scale,
      width,
      height,
      dpr,
      X: (u) => (u - x) * scale + width / 2,
      Y: (v) => (v - y) * scale + height / 2,
      x0: x - width / 2 / scale,
      x1: x + width / 2 / scale,
      y0: y - height / 2 / scale,
      y1: y + height / 2 / scale,
    };
  }

  /** @param {number} px @param {number} py */
  world(px, py) {
    return { x: this.x + (px - this.width / 2) / this.scale, y: this.y + (py - this.height / 2) / this.scale };
  }

  /** Pixels a hex at which the whole map is seen. */
  get whole() {
    const b = this.bounds,
      wide = (this.width - this.cover.right) / (b.x1 - b.x0),
      tall = (this.height - this.cover.top - this.cover.bottom) / (b.y1 - b.y0);
    // on a small screen a whole map would be a stamp: it fills one way, and the other is left to the finger
    if (this.height > this.width * 1.2) return Math.max(LEAST, wide, Math.min(tall, wide * 1.7));
    return Math.max(LEAST, this.height < 500 ? Math.max(tall, Math.min(wide, tall * 1.7)) : Math.min(wide, tall));
  }

  /** @param {{x: number, y: number} | null} [about] what to keep in sight where not all can be @param {number} [least] pixels a hex */
  fit(about = null, least = 0) {
    const b = this.bounds,
      { top, right, bottom } = this.cover,
      scale = this.set(Math.max(this.whole, least));
    const middle = (
      /** @type {number} */ lo,
      /** @type {number} */ hi,
      /** @type {number} */ room,
      /** @type {number | undefined} */ wish,
    ) => {
      const half = room / 2 / scale;
      return wish === undefined || half * 2 >= hi - lo ? (lo + hi) / 2 : Math.max(lo + half, Math.min(hi - half, wish));
    };
    this.x = middle(b.x0, b.x1, this.width - right, about?.x) + right / 2 / scale;
    this.y = middle(b.y0, b.y1, this.height - top - bottom, about?.y) + (bottom - top) / 2 / scale;
  }

  /** Shows a part of the map, as large as it fits; on a small screen hexes keep a size. @param {{x0: number, y0: number, x1: number, y1: number}} part @param {number} least pixels a hex */
  frame(part, least) {
    const { top, right, bottom } = this.cover,
      wide = (this.width - right) / (part.x1 - part.x0),
      tall = (this.height - top - bottom) / (part.y1 - part.y0);
    this.centre(
      { x: (part.x0 + part.x1) / 2, y: (part.y0 + part.y1) / 2 },
      Math.max(this.whole, least, Math.min(wide, tall, FRAMED)),
    );
  }

  /** Zooms towards a point of the screen. @param {number} factor @param {number} px @param {number} py */
  zoom(factor, px = this.width / 2, py = this.height / 2) {
    const before = this.world(px, py);
    this.set(Math.max(Math.min(LEAST, this.whole), Math.min(MOST, this.scale * factor)));
    const after = this.world(px, py);
    this.pan((before.x - after.x) * -this.scale, (before.y - after.y) * -this.scale);
  }

  /** Moves the map by pixels, without losing sight of it. @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
    const b = this.bounds,
      w = this.width / 2 / this.scale,
      h = this.height / 2 / this.scale;
    const keep = (/** @type {number} */ v, /** @type {number} */ lo, /** @type {number} */ hi) =>
      lo > hi ? (lo + hi) / 2 : Math.max(lo, Math.min(hi, v));
    const slack = 0.6; // of half a screen beyond the edge
    this.x = keep(this.x, b.x0 + w * slack, b.x1 - w * slack + this.cover.right / this.scale);
    this.y = keep(this.y, b.y0 + h * slack, b.y1 - h * slack + this.cover.bottom / this.scale);
  }

  /** @param {{x: number, y: number}} p */
  centre(p, scale = this.scale) {
    this.set(Math.max(LEAST, Math.min(MOST, scale)));
    this.x = p.x + this.cover.right / 2 / this.scale;
    this.y = p.y + (this.cover.bottom - this.cover.top) / 2 / this.scale;
    this.pan(0, 0);
  }
}
