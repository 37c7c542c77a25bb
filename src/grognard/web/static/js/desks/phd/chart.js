// @ts-check
// The map on the desk: ground painted once for each size, zones over it, counters above; pan, zoom, hexes under the hand.
import { gestures } from "../../map/gestures.js";
import { h, s as svg } from "../../dom.js";
import { paint } from "./growth.js";
import { ghost } from "./counters.js";
import { lettered, TALL } from "./grid.js";
import { survey } from "./land.js";
import { zones } from "./zones.js";

/** @typedef {import("./lines.js").Pen} Pen */
/** @typedef {{hex: string, label: string, draw: (size: number) => Element[]}} Stack what stands in a hex, drawn as SVG about its middle */
/** @typedef {{stacks: Stack[], ground: Record<string, string[]> | null, shown: Set<string>, picked: string | null, lit: Map<string, string>, way: string[] | null,
 *   figures?: Map<string, string>, threads?: string[][], dangers?: string[][], notes?: Map<string, string>,
 *   sliding?: {from: string, to: string, share: number, draw: (size: number) => Element[]}[]}} Shown
 *   lit: hex to kind of light (`goal`, `target`, `chosen`, `no`, `range`, `played`, ...); figures: a few letters in a hex; threads: lines of fire; dangers: those of the enemy; notes: a few words over a hex and its counters; sliding: counters between two hexes */

/** @typedef {{click: (hex: string | null) => void, hover: (hex: string | null) => void, hold?: (hex: string | null) => void, grab?: (hex: string) => Element | null, drop?: (from: string, to: string | null) => void}} Ears
 *   grab: what is taken up from a hex, as it is to be seen under the hand */

const SIZES = [9, 13, 19, 28, 40, 58]; // pixels of a hex's radius the ground is painted at
const LEAST = 7,
  MOST = 64;
const BAR = 64; // pixels the overlays' switches take of the map

const MIN_COUNTER = 32; // px with its rim: smaller ones cannot be read
const WIDE = 1000; // px: on a narrow screen counters shrink with the map

/** @param {number} k px of half a hex */
const counterSize = (k) => Math.max(innerWidth < WIDE ? 0 : MIN_COUNTER, k * 1.16);

const EDGE = 2; // hex radii beside the map that may be seen: its hexes are not beneath the buttons

/** The middle of the screen, near what is to be seen. @param {number} middle @param {number} half of the screen @param {number} whole the map */
export const within = (middle, half, whole) =>
  whole + 2 * EDGE < 2 * half ? whole / 2 : Math.min(Math.max(middle, half - EDGE), whole + EDGE - half);

export class Chart {
  /** @param {HTMLElement} box @param {import("./land.js").MapData} data
   * @param {Ears} ears */
  constructor(box, data, ears) {
    this.box = box;
    this.data = data;
    this.size = 0;
    this.x = this.y = 0; // the middle of the screen, in hex radii
    /** @type {Shown} */
    this.shown = { stacks: [], ground: null, shown: new Set(), picked: null, lit: new Map(), way: null };
    /** @type {Map<number, HTMLCanvasElement>} */
    this.painted = new Map();
    this.canvas = h("canvas.phd-ground", { "aria-hidden": "true" });
    this.over = svg("svg.phd-units", { role: "list", "aria-label": "Units and marks on the map" });
    box.append(this.canvas, this.over);
    this.frame = 0;
    /** @type {import("./board.js").Board | null} */
    this.board = null;
    this.watch = new ResizeObserver(() => this.resized());
    this.watch.observe(box);
    const at = (/** @type {number} */ px, /** @type {number} */ py) => this.hex(px, py);
    gestures(box, {
      ...this.carrying(ears),
      click: (px, py) => ears.click(at(px, py)),
      hover: (px, py) => ears.hover(at(px, py)),
      leave: () => ears.hover(null),
      aside: () => ears.hover(null),
      hold: (px, py) => {
        ears.hover(at(px, py));
        ears.hold?.(at(px, py));
      },
      pan: (dx, dy) => {
        this.x -= dx / this.size;
        this.y -= dy / this.size;
        this.draw();
      },
      zoom: (factor, px, py) => this.zoom(factor, px, py),
      rest: () => this.draw(),
    });
  }

  /** A counter that may be moved is carried instead of the map. @param {Ears} ears @returns {Pick<import("../../map/gestures.js").Hands, "grab" | "carry" | "drop">} */
  carrying(ears) {
    let from = "",
      /** @type {ReturnType<typeof ghost> | null} */ hand = null;
    return {
      grab: (_, px, py) => {
        const hex = this.hex(px, py),
          face = hex ? ears.grab?.(hex) : null;
        if (!hex || !face) return false;
        [from, hand] = [hex, ghost(face)];
        return true;
      },
      carry: (px, py) => {
        const r = this.box.getBoundingClientRect(),
          over = this.hex(px, py);
        hand?.to(r.left + px, r.top + py);
        this.set({ way: over ? [from, over] : null });
        ears.hover(over);
      },
      drop: (px, py, off) => {
        hand?.off();
        this.set({ way: null });
        if (!off) ears.drop?.(from, this.hex(px, py));
      },
    };
  }

  /** Measures in hex radii. */
  get world() {
    const g = lettered(this.data.columns, this.data.rows, 1);
    return { width: g.width, height: g.height, grid: g };
  }

  leave() {
    this.watch.disconnect();
    cancelAnimationFrame(this.frame);
  }

  resized() {
    const { width, height } = this.box.getBoundingClientRect();
    if (!width || !height) return;
    if (!this.size) {
      const w = this.world;
      this.size = Math.max(LEAST, Math.min(30, Math.max(width / w.width, height / w.height)));
      this.x = w.width / 2;
      this.y = (height / 2 - BAR) / this.size - 0.9;
    } // the northern edge below the bar: reinforcements come there
    this.draw();
  }

  /** @param {number} px @param {number} py */
  hex(px, py) {
    const { clientWidth: w, clientHeight: t } = this.box;
    return this.world.grid.at(this.x + (px - w / 2) / this.size, this.y + (py - t / 2) / this.size);
  }

  /** @param {number} factor @param {number} [px] @param {number} [py] */
  zoom(factor, px = this.box.clientWidth / 2, py = this.box.clientHeight / 2) {
    const dx = px - this.box.clientWidth / 2,
      dy = py - this.box.clientHeight / 2,
      was = this.size;
    this.size = Math.max(LEAST, Math.min(MOST, was * factor));
    this.x += dx / was - dx / this.size;
    this.y += dy / was - dy / this.size;
    this.draw();
  }

  whole() {
    const w = this.world;
    this.size = Math.max(LEAST, Math.min(this.box.clientWidth / w.width, this.box.clientHeight / w.height) * 0.99);
    this.x = w.width / 2;
    this.y = w.height / 2;
    this.draw();
  }

  /** Whether a hex is on the screen. @param {string} hex */
  sees(hex) {
    const c = this.world.grid.centre(hex),
      w = this.box.clientWidth / this.size / 2 - 2,
      t = this.box.clientHeight / this.size / 2 - 2;
    return Math.abs(c.x - this.x) <= w && Math.abs(c.y - this.y) <= t;
  }

  /** Brings a hex into view, with little beside the map. @param {string} hex */
  show(hex) {
    if (!this.sees(hex)) {
      const { width, height, grid } = this.world,
        { x, y } = grid.centre(hex);
      this.x = within(x, this.box.clientWidth / this.size / 2, width);
      this.y = within(y, this.box.clientHeight / this.size / 2, height);
    }
    this.draw();
  }

  /** A board of the player's own instead of our ground, or ours again. @param {import("./board.js").Board | null} board */
  lay(board) {
    this.board = board;
    this.draw();
  }

  /** @param {Partial<Shown>} what */
  set(what) {
    Object.assign(this.shown, what);
    this.draw();
  }

  draw() {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.now();
    });
  }

  /** The ground at the size nearest above what is asked, painted when it is first needed. @param {number} wanted */
  ground(wanted) {
    const size = SIZES.find((one) => one >= wanted * 0.95) ?? SIZES[SIZES.length - 1];
    let canvas = this.painted.get(size);
    if (!canvas) {
      canvas = document.createElement("canvas");
      const m = survey(this.data, size);
      canvas.width = Math.ceil(m.grid.width);
      canvas.height = Math.ceil(m.grid.height);
      paint(/** @type {Pen} */ (canvas.getContext("2d")), m);
      this.painted.set(size, canvas);
      for (const old of [...this.painted.keys()].slice(0, -3)) this.painted.delete(old);
    }
    return { canvas, size };
  }

  now() {
    const { clientWidth: w, clientHeight: t } = this.box,
      dpr = Math.min(2, devicePixelRatio || 1),
      k = this.size;
    if (!w || !t || !k) return;
    const world = this.world,
      slack = 3;
    this.x = Math.max(Math.min(slack, world.width / 2), Math.min(Math.max(world.width - slack, world.width / 2), this.x));
    this.y = Math.max(Math.min(slack, world.height / 2), Math.min(Math.max(world.height - slack, world.height / 2), this.y));
    if (this.canvas.width !== Math.round(w * dpr) || this.canvas.height !== Math.round(t * dpr)) {
      this.canvas.width = Math.round(w * dpr);
      this.canvas.height = Math.round(t * dpr);
    }
    const pen = /** @type {Pen} */ (this.canvas.getContext("2d")),
      { canvas, size } = this.ground(k * dpr),
      left = w / 2 - this.x * k,
      top = t / 2 - this.y * k;
    pen.setTransform(dpr, 0, 0, dpr, 0, 0);
    pen.clearRect(0, 0, w, t);
    pen.imageSmoothingQuality = "high";
    if (this.board) {
      const b = this.board,
        sx = (1.5 * k) / b.dx,
        sy = (TALL * k) / b.dy; // our step for its step, our first hex on its first
      pen.drawImage(b.image, left - b.x0 * sx, top + (TALL * k) / 2 - b.y0 * sy, b.image.width * sx, b.image.height * sy);
      pen.setTransform(dpr, 0, 0, dpr, left * dpr, top * dpr);
      pen.strokeStyle = "rgb(0 0 0 / 0.35)";
      pen.lineWidth = 1;
      pen.stroke(this.net(k));
      pen.setTransform(dpr, 0, 0, dpr, 0, 0);
    } else pen.drawImage(canvas, left, top, (canvas.width * k) / size, (canvas.height * k) / size);
    if (this.shown.ground && this.shown.shown.size) {
      pen.translate(left, top);
      zones(pen, this.land(k), this.shown.ground, this.shown.shown);
    }
    this.marks(left, top, w, t);
    this.box.dataset.view = [this.x, this.y, k].map((n) => n.toFixed(4)).join(" "); // tells a test where a hex is
  }

  /** Our hexes as lines, to lie over a board of the player's own. @param {number} k */
  net(k) {
    const path = new Path2D(),
      { grid } = this.land(k);
    for (let c = 1; c <= grid.columns; c++)
      for (let r = 1; r <= grid.rows; r++)
        grid
          .corners(grid.name(c, r))
          .forEach((/** @type {{x: number, y: number}} */ p, /** @type {number} */ i) =>
            i ? path.lineTo(p.x, p.y) : path.moveTo(p.x, p.y),
          );
    return path;
  }

  /** Only what zones need, at the size of the moment. @param {number} k @returns {any} */
  land(k) {
    return { grid: lettered(this.data.columns, this.data.rows, k) };
  }

  /** @param {number} left @param {number} top @param {number} w @param {number} t */
  marks(left, top, w, t) {
    const k = this.size,
      grid = lettered(this.data.columns, this.data.rows, k),
      { stacks, picked, lit, way, threads, dangers, notes, figures, sliding } = this.shown;
    const place = (/** @type {string} */ id) => {
      const c = grid.centre(id);
      return { x: c.x + left, y: c.y + top };
    };
    const seen = (/** @type {{x: number, y: number}} */ p) =>
      p.x > -2 * k && p.y > -2 * k && p.x < w + 2 * k && p.y < t + 2 * k;
    const ring = (/** @type {string} */ id, /** @type {string} */ name, scale = 0.94) =>
      svg("polygon", {
        class: name,
        points: grid
          .corners(id, scale)
          .map((c) => `${(c.x + left).toFixed(1)},${(c.y + top).toFixed(1)}`)
          .join(" "),
      });
    const taken = new Set(stacks.map((stack) => stack.hex)); // a dot would lie beneath the counters
    const parts = [...lit]
      .filter(([id]) => seen(place(id)))
      .flatMap(([id, kind]) =>
        kind === "goal"
          ? [
              svg("circle.phd-goal", { cx: place(id).x, cy: place(id).y, r: Math.max(2.5, k * 0.17) }),
              ...(taken.has(id) ? [ring(id, "phd-goal-ring", 0.9)] : []),
            ]
          : [ring(id, `phd-${kind}`, 0.9)],
      );
    for (const [id, text] of figures ?? [])
      if (seen(place(id))) parts.push(svg("text.phd-figure", { x: place(id).x, y: place(id).y + k * 0.7 }, text));
    if (way && way.length > 1)
      parts.push(
        svg("polyline.phd-way", { points: way.map((id) => `${place(id).x.toFixed(1)},${place(id).y.toFixed(1)}`).join(" ") }),
      );
    for (const thread of threads ?? []) {
      const points = thread.map((id) => `${place(id).x.toFixed(1)},${place(id).y.toFixed(1)}`).join(" ");
      parts.push(svg("polyline.phd-thread.under", { points }), svg("polyline.phd-thread", { points }));
    }
    for (const line of dangers ?? []) {
      const points = line.map((id) => `${place(id).x.toFixed(1)},${place(id).y.toFixed(1)}`).join(" ");
      parts.push(svg("polyline.phd-thread.under", { points }), svg("polyline.phd-thread.foe", { points }));
    }
    for (const stack of stacks) {
      const p = place(stack.hex);
      if (seen(p))
        parts.push(
          svg(
            "g.phd-stack",
            {
              role: "listitem",
              "aria-label": stack.label,
              "data-hex": stack.hex,
              transform: `translate(${p.x.toFixed(1)} ${p.y.toFixed(1)})`,
            },
            stack.draw(counterSize(k)),
          ),
        );
    }
    for (const one of sliding ?? []) {
      const a = place(one.from),
        b = place(one.to),
        x = a.x + (b.x - a.x) * one.share,
        y = a.y + (b.y - a.y) * one.share;
      parts.push(svg("g.phd-stack", { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, one.draw(counterSize(k))));
    }
    for (const [id, kind] of lit)
      if (RIMMED.has(kind) && taken.has(id) && seen(place(id))) parts.push(ring(id, `phd-rim ${kind}`, 0.9));
    if (picked) parts.push(ring(picked, "phd-picked"));
    for (const [id, words] of notes ?? []) if (seen(place(id))) parts.push(note(place(id), words, k));
    this.over.setAttribute("viewBox", `0 0 ${w} ${t}`);
    this.over.replaceChildren(...parts);
  }
}

const RIMMED = new Set(["target", "chosen"]); // seen also where counters cover the hex

const LETTER = 7, // px, about, of a note's letters
  NOTE = 20; // px: its height

/** A few words on a pale strip at the right corner of a hex: between the counters of the hexes beside it. @param {{x: number, y: number}} middle @param {string} words @param {number} k */
function note(middle, words, k) {
  const width = words.length * LETTER + 12,
    x = middle.x + Math.max(k, k * 0.6 + width / 2),
    y = middle.y - NOTE / 2;
  return svg(
    "g.phd-note",
    { "aria-hidden": "true" },
    svg("rect", { x: x - width / 2, y, width, height: NOTE, rx: 5 }),
    svg("text", { x, y: y + NOTE * 0.72 }, words),
  );
}
