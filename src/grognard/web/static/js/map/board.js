// @ts-check
// The map as one thing: terrain tiles, names, overlays, counters, arrows, in layers over each other.
import { Camera, STEP } from "./camera.js";
import { drawCartouche } from "./cartouche.js";
import { buildGeometry } from "./geometry.js";
import { gestures } from "./gestures.js";
import { drawNumbers } from "./grid.js";
import { H, centre, numbering, pick } from "./hexgrid.js";
import { drawLabels } from "./labels.js";
import { palette } from "./palette.js";
import { Pieces } from "./pieces.js";
import { Tiles } from "./tiles.js";
import { h } from "../dom.js";

/** @typedef {import("./overlays.js").Over} Over */
/** @typedef {{over: (o: Over) => void, arrows: (ctx: CanvasRenderingContext2D, o: Over) => void}} Paint */
/** @typedef {{click: (hex: string, unit: string | null, touch: boolean) => void, hover: (hex: string | null, unit?: string | null) => void, aside: () => void, hold: (hex: string) => void,
 *   grab?: (unit: string) => boolean, drop?: (hex: string | null) => void, press: (unit: string) => void, moved: () => void}} Ears */

const GLIDE_MS = 250;
const LEGIBLE = 39; // pixels a hex, below which a counter is a speck
const SMALL = 600; // pixels: a screen on which the front is shown in part, at seven hexes across

export class Board {
  /** @param {HTMLElement} box @param {import("./geometry.js").MapData} map @param {import("../games/presentation.js").Dress} dress @param {Ears | null} ears */
  constructor(box, map, dress, ears) {
    this.box = box;
    this.dress = dress;
    this.ears = ears;
    numbering(dress.numbering ?? "RRCC");
    this.geo = buildGeometry(map, dress.streams);
    this.ink = palette();
    const e = this.geo.extent;
    const top = Object.values(map.hexes).some((hex) => hex.t === "sea") ? -0.35 : 0.75; // half a row of sea may be cut off
    this.camera = new Camera({ x0: e.c0 - 0.6, x1: e.c1 + 1.1, y0: -(e.r1 + top) * H, y1: (0.75 - e.r0) * H });
    this.tiles = new Tiles(
      this.geo,
      () => this.ink,
      () => this.draw(),
    );
    const layer = (/** @type {string} */ name) => h(`canvas.${name}`, { "aria-hidden": "true" });
    /** @type {HTMLCanvasElement} */
    this.ground = layer("ground");
    /** @type {HTMLCanvasElement} */
    this.names = layer("names");
    /** @type {HTMLCanvasElement} */
    this.over = layer("over");
    /** @type {HTMLCanvasElement} */
    this.arrows = layer("arrows");
    this.pieces = new Pieces(dress, { press: (id) => ears?.press(id) });
    box.prepend(this.ground, this.over, this.names, this.pieces.root, this.arrows); // a highlight never covers a name
    /** @type {import("./pieces.js").Shown} */
    this.shown = {
      pieces: [],
      badges: [],
      counted: false,
      front: null,
      beachheads: [],
      dropZones: [],
      selected: null,
      able: new Set(),
      chosen: new Set(),
      fanned: null,
      lifted: false,
    };
    /** @type {string[]} hexes that can be chosen */
    this.open = [];
    /** @type {Paint} */
    this.paint = { over: () => {}, arrows: () => {} };
    this.named = true;
    /** @type {import("./camera.js").View | null} the view the names were written for */
    this.lettered = null;
    this.letters = ""; // what they were written for
    this.moving = false;
    this.frame = 0;
    this.framed = false; // the front is shown and not the whole map
    this.still = 0;
    this.fitted = true;
    this.looked = false; // at the units
    new ResizeObserver(() => this.resize()).observe(box);
    this.resize();
    if (ears) this.listen(ears);
  }

  /** @param {Ears} ears */
  listen(ears) {
    const at = (/** @type {number} */ px, /** @type {number} */ py) => this.hexAt(px, py);
    // a counter that is clicked does not take the focus: Enter then does what the main button says
    this.box.addEventListener("mousedown", (e) => {
      if (!(e.target instanceof Element) || !e.target.closest(".piece")) return;
      e.preventDefault();
      this.box.focus({ preventScroll: true });
    });
    const unitOf = (/** @type {Element | null} */ target) => target?.closest("[data-unit]")?.getAttribute("data-unit") ?? null;
    gestures(this.box, {
      click: (px, py, target, touch) => ears.click(at(px, py), unitOf(target), touch),
      hover: (px, py, target) => ears.hover(at(px, py), unitOf(target)),
      grab: (target) => {
        const unit = unitOf(target),
          yes = unit !== null && Boolean(ears.grab?.(unit));
        this.pieces.carried = yes && unit ? { unit, x: 0, y: 0 } : null;
        return yes;
      },
      carry: (px, py) => {
        if (this.pieces.carried) Object.assign(this.pieces.carried, { x: px, y: py });
        ears.hover(at(px, py));
        this.draw();
      },
      drop: (px, py, off) => {
        this.pieces.carried = null;
        ears.drop?.(off ? null : at(px, py));
        this.draw();
      },
      leave: () => ears.hover(null),
      aside: () => ears.aside(),
      hold: (px, py) => ears.hold(at(px, py)),
      pan: (dx, dy) => this.move(() => this.camera.pan(dx, dy)),
      zoom: (factor, px, py) => this.move(() => this.camera.zoom(factor, px, py)),
      rest: () => this.rest(),
    });
  }

  /** The hex under a point of the map. @param {number} px @param {number} py @returns {string} */
  hexAt(px, py) {
    const p = this.camera.world(px, py);
    return pick(p.x, p.y);
  }

  /** A change of view under somebody's hands. @param {() => void} change */
  move(change) {
    this.moving = true;
    this.fitted = false;
    change();
    this.draw();
    clearTimeout(this.still);
    this.still = setTimeout(() => this.rest(), 160);
  }

  rest() {
    clearTimeout(this.still);
    this.moving = false;
    this.draw();
  }

  zoomIn() {
    this.step(STEP);
  }
  zoomOut() {
    this.step(1 / STEP);
  }

  /** @param {number} factor */
  step(factor) {
    this.fitted = false;
    this.camera.zoom(factor);
    this.draw();
  }

  /** The front, where the game has one, and at the next press the whole map. */
  fit() {
    const front = this.front(),
      framed = front && !(this.framed && this.fitted); // who has moved the map comes back to the front first
    this.fitted = true;
    this.framed = Boolean(framed);
    this.refit();
    this.draw();
  }

  /** As was asked for last: the front or the whole map. */
  refit() {
    const front = this.framed ? this.front() : null;
    if (front) this.camera.frame(front, this.camera.width < SMALL ? this.camera.width / 7 : LEGIBLE);
    else this.camera.fit(this.about());
  }

  /** The part of the map that matters: the stacks and what the game adds to them; null where a game says nothing of it. */
  front() {
    const hexes = this.shown.front ?? [];
    if (!hexes.length) return null;
    const spots = hexes.map(centre),
      xs = spots.map((p) => p.x),
      ys = spots.map((p) => p.y);
    return { x0: Math.min(...xs) - 0.9, x1: Math.max(...xs) + 0.9, y0: Math.min(...ys) - 0.9, y1: Math.max(...ys) + 1.2 };
  }

  /** The first look: at the whole map, or at where the units are if they would be specks. */
  look() {
    const about = this.about();
    if (this.looked || !about) return;
    this.looked = true;
    if (!this.fitted) return;
    if (this.front()) {
      this.framed = true;
      return this.refit();
    }
    this.fitted = this.camera.whole >= LEGIBLE;
    this.camera.fit(about, LEGIBLE);
  }

  /** The middle of the units on the map; before there are any, of the hexes that can be chosen. */
  about() {
    const spots = (this.shown.pieces.length ? this.shown.pieces.map((p) => p.hex) : this.open).map(centre),
      n = spots.length;
    return n ? { x: spots.reduce((a, p) => a + p.x, 0) / n, y: spots.reduce((a, p) => a + p.y, 0) / n } : null;
  }

  /** Something lies over the edges of the map. @param {number} top @param {number} right @param {number} bottom */
  cover(top, right, bottom) {
    const was = this.camera.cover;
    if (was.top === top && was.right === right && was.bottom === bottom) return;
    this.camera.cover = { top, right, bottom };
    if (this.fitted) this.refit();
    this.draw();
  }

  /** Brings a hex into the middle. @param {string} hex @param {number} [scale] */
  show(hex, scale) {
    this.fitted = false;
    this.camera.centre(centre(hex), scale);
    this.draw();
  }

  /** Brings a hex into sight if it is out of it. @param {string} hex */
  reveal(hex) {
    const v = this.camera.view(),
      p = centre(hex),
      m = 40;
    const { top, right, bottom } = this.camera.cover;
    if (v.X(p.x) < m || v.X(p.x) > v.width - m - right || v.Y(p.y) < m + top || v.Y(p.y) > v.height - m - bottom)
      this.show(hex);
  }

  /** Brings hexes into sight by one movement of the camera; it stays if all of them are. @param {string[]} hexes */
  revealAll(hexes) {
    const v = this.camera.view(),
      m = 40,
      { top, right, bottom } = this.camera.cover,
      spots = hexes.map(centre),
      out = spots.some(
        (p) => v.X(p.x) < m || v.X(p.x) > v.width - m - right || v.Y(p.y) < m + top || v.Y(p.y) > v.height - m - bottom,
      );
    if (!out) return;
    const xs = spots.map((p) => p.x),
      ys = spots.map((p) => p.y),
      wide = Math.max(...xs) - Math.min(...xs) + 3,
      high = Math.max(...ys) - Math.min(...ys) + 3,
      room = Math.min((v.width - right) / wide, (v.height - top - bottom) / high);
    this.fitted = false;
    this.glide(
      { x: (Math.max(...xs) + Math.min(...xs)) / 2, y: (Math.max(...ys) + Math.min(...ys)) / 2 },
      Math.min(v.scale, room),
    );
  }

  /** Where the player looks, so that the map can come back there: what is asked for by the player is never lost to a playback. */
  looking() {
    const { scale, x, y, cover } = this.camera;
    return { x: x - cover.right / 2 / scale, y: y - (cover.bottom - cover.top) / 2 / scale, scale, fitted: this.fitted };
  }

  /** @param {ReturnType<Board["looking"]>} was */
  lookBack(was) {
    this.fitted = was.fitted;
    if (!was.fitted) return this.glide(was, was.scale);
    this.refit();
    this.draw();
  }

  /** Moves the camera to a point. @param {{x: number, y: number}} to @param {number} scale */
  glide(to, scale) {
    const { camera } = this,
      { right, top, bottom } = camera.cover,
      from = {
        x: camera.x - right / 2 / camera.scale,
        y: camera.y - (bottom - top) / 2 / camera.scale,
        scale: camera.scale,
      },
      began = performance.now(),
      mine = (this.gliding = (this.gliding ?? 0) + 1);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      camera.centre(to, scale);
      return this.draw();
    }
    const step = (/** @type {number} */ now) => {
      if (mine !== this.gliding) return;
      const t = Math.min(1, (now - began) / GLIDE_MS),
        mix = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * t;
      camera.centre({ x: mix(from.x, to.x), y: mix(from.y, to.y) }, mix(from.scale, scale));
      this.draw();
      if (t < 1) requestAnimationFrame(step);
    };
    return void requestAnimationFrame(step);
  }

  /** Where a hex is on the screen, in pixels of the box. @param {string} hex */
  spot(hex) {
    const v = this.camera.view(),
      p = centre(hex);
    return { x: v.X(p.x), y: v.Y(p.y), scale: v.scale };
  }

  /** The theme or the text size has changed. */
  repaint() {
    this.ink = palette();
    this.letters = "";
    this.tiles.clear();
    this.draw();
  }

  resize() {
    const { clientWidth: w, clientHeight: d } = this.box,
      dpr = Math.min(2, window.devicePixelRatio || 1);
    if (!w || !d) return;
    Object.assign(this.camera, { width: w, height: d, dpr });
    for (const c of [this.ground, this.names, this.over, this.arrows]) {
      c.width = Math.round(w * dpr);
      c.height = Math.round(d * dpr);
    }
    this.pieces.root.setAttribute("viewBox", `0 0 ${w} ${d}`);
    if (this.fitted) this.refit();
    this.lettered = null;
    this.letters = ""; // a canvas that changes its size is empty
    this.paintNow();
  }

  draw() {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.paintNow();
    });
  }

  /** In this frame instead of the next: for who is drawing already. */
  flush() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.paintNow();
  }

  paintNow() {
    this.look();
    const view = this.camera.view();
    this.pieces.draw(view, this.shown);
    this.tiles.draw(floor(this.ground, this.ink.paper), view, this.moving);
    if (this.moving && this.lettered) this.carry(view, this.lettered);
    else this.overlay(view);
    this.box.dataset.ready = this.tiles.wanted || this.moving ? "" : "yes";
    this.box.dataset.view = [this.camera.x, this.camera.y, view.scale].map((n) => n.toFixed(4)).join(" "); // tells a test where a hex is
    this.ears?.moved();
  }

  /** Names and overlays anew. @param {import("./camera.js").View} view */
  overlay(view) {
    for (const canvas of [this.names, this.over, this.arrows]) canvas.style.transform = "";
    this.letter(view);
    const o = { ctx: world(this.over, view), ink: this.ink, view };
    this.paint.over(o);
    const arrows = context(this.arrows, view.dpr);
    this.paint.arrows(arrows, o);
    for (const ctx of [o.ctx, arrows]) ctx.canvas.hidden = !inked.get(ctx); // an empty layer costs as much to lay over the map as a full one
    this.lettered = view;
  }

  /** While the map moves under a hand they are only moved along. @param {import("./camera.js").View} view @param {import("./camera.js").View} from */
  carry(view, from) {
    const k = view.scale / from.scale,
      dx = view.X(0) - k * from.X(0),
      dy = view.Y(0) - k * from.Y(0);
    for (const canvas of [this.names, this.over, this.arrows])
      canvas.style.transform = `translate(${dx}px, ${dy}px) scale(${k})`;
  }

  /** @param {import("./camera.js").View} view */
  letter(view) {
    const { dress, geo, ink } = this,
      occupied = this.shown.lifted ? new Set() : new Set(this.shown.pieces.map((p) => p.hex));
    const key = `${view.x0} ${view.y0} ${view.scale} ${view.width} ${view.height} ${this.named} ${[...occupied].join()}`;
    if (key === this.letters) return; // writing is the dearest part of drawing
    this.letters = key;
    const ctx = context(this.names, view.dpr);
    const boxes = this.named ? drawLabels(ctx, geo, ink, view, dress.names, occupied) : [];
    drawNumbers(ctx, geo, ink, view, boxes, (id) => dress.quiet.test(id));
    if (dress.cartouche && this.named) drawCartouche(ctx, ink, view, dress.cartouche);
  }
}

/** The lowest layer, which nothing shines through: it need not be blended with what is behind it. @param {HTMLCanvasElement} canvas @param {string} paper */
function floor(canvas, paper) {
  const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.fillStyle = paper;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  return ctx;
}

/** Whether anything has been drawn on a layer since it was wiped. @type {WeakMap<CanvasRenderingContext2D, boolean>} */
const inked = new WeakMap();
const INK = /** @type {const} */ (["fill", "stroke", "fillText", "strokeText", "fillRect", "strokeRect", "drawImage"]);

/** @param {CanvasRenderingContext2D} ctx */
function notice(ctx) {
  for (const name of INK) {
    const draw = /** @type {(...a: any[]) => void} */ (ctx[name]);
    /** @type {any} */ (ctx)[name] = (/** @type {any[]} */ ...how) => {
      inked.set(ctx, true);
      draw.apply(ctx, how);
    };
  }
}

/** @param {HTMLCanvasElement} canvas @param {number} dpr */
function context(canvas, dpr) {
  const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  if (!inked.has(ctx)) notice(ctx);
  inked.set(ctx, false);
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.clearRect(0, 0, canvas.width, canvas.height);
  ctx.setTransform(dpr, 0, 0, dpr, 0, 0);
  return ctx;
}

/** @param {HTMLCanvasElement} canvas @param {import("./camera.js").View} view */
function world(canvas, view) {
  const ctx = context(canvas, 1),
    k = view.scale * view.dpr;
  ctx.setTransform(k, 0, 0, k, -view.x0 * k, -view.y0 * k);
  return ctx;
}
