// @ts-check
// Counters and markers on the map: SVG elements that can be focused, labelled and found. While the map moves only the
// group is moved; a counter is drawn again only when it changes.
import { anchor, canopy, counter } from "../counters.js";
import { s } from "../dom.js";
import { centre } from "./hexgrid.js";

/** @typedef {{id: string, unit: import("../games/presentation.js").Unit, hex: string, reduced: boolean, done: boolean, label: string,
 *   hidden?: boolean, mark?: string, marks?: [string, string][], tag?: string, face?: import("../counters.js").Face | null}} Piece */
/** What lies beside the counters of a hex: art of 100 by 60, where its middle is and how wide it is, in hexes.
 * @typedef {{hex: string, art: any, label: string, x: number, y: number, w: number}} Badge */
/** @typedef {{pieces: Piece[], badges: Badge[], counted: boolean, front?: string[] | null, stacked?: Record<string, number>, beachheads: string[], dropZones: string[], selected: string | null, able: Set<string>, chosen: Set<string>,
 *   fanned: string | null, lifted: boolean}} Shown */

const LEAST_SIZE = 32; // pixels: a smaller counter cannot be read
const RING_LEAST = 46; // pixels: a counter of a stack that is spread in a ring
const DEEP = 3; // counters of a closed stack that show, where stacks are counted
const CROWDED = 0.86; // of a hex: counters this large run into those of the next row

export class Pieces {
  /** @param {import("../games/presentation.js").Dress} dress @param {{press: (id: string) => void}} act */
  constructor(dress, act) {
    this.dress = dress;
    this.act = act;
    this.units = s("g");
    this.markers = s("g", { "pointer-events": "none" });
    this.root = s("svg.pieces", { role: "group", "aria-label": "Units on the map" }, this.units, this.markers);
    /** @type {Map<string, {g: SVGGElement, face: string}>} */
    this.known = new Map();
    /** @type {Map<string, {x: number, y: number}>} counters on their way, in map coordinates */
    this.sliding = new Map();
    this.ordered = ""; // the counters in the order they lie over each other
    /** @type {{unit: string, x: number, y: number} | null} the counter under a finger, and where */
    this.carried = null;
  }

  /** @param {import("./camera.js").View} view @param {Shown} shown */
  draw(view, shown) {
    const size = Math.max(LEAST_SIZE, (view.scale < 56 ? 0.81 : 0.77) * view.scale),
      compact = size < 52 || Boolean(this.dress.brief);
    this.root.classList.toggle("lifted", shown.lifted);
    const stacks = Map.groupBy ? Map.groupBy(shown.pieces, (p) => p.hex) : grouped(shown.pieces);
    const seen = new Set();
    for (const [hex, stack] of stacks) this.stack(view, shown, hex, stack, size, compact, seen);
    for (const [id, k] of this.known)
      if (!seen.has(id)) {
        k.g.remove();
        this.known.delete(id);
      }
    if (size > CROWDED * view.scale) this.order(view, shown);
    this.units.append(...top(this.known, shown)); // the selected and the fanned lie above
    this.mark(view, shown);
  }

  /** Where counters overlap, the northern one lies above: it covers the name of the next and not its strengths.
   * @param {import("./camera.js").View} view @param {Shown} shown */
  order(view, shown) {
    const rows = shown.pieces.map((p, k) => ({ p, k, y: view.Y(centre(p.hex).y) })).sort((a, b) => b.y - a.y || a.k - b.k),
      key = rows.map(({ p }) => p.id).join();
    if (key === this.ordered) return;
    this.ordered = key;
    const active = document.activeElement; // moving the focused element would blur it
    for (const { p } of rows) {
      const g = this.known.get(p.id)?.g;
      if (g && g !== active) this.units.append(g);
    }
  }

  /** @param {import("./camera.js").View} view @param {Shown} shown @param {string} hex @param {Piece[]} stack @param {number} size @param {boolean} compact @param {Set<string>} seen */
  stack(view, shown, hex, stack, size, compact, seen) {
    const c = centre(hex),
      fan = shown.fanned === hex && stack.length > 1,
      ring = fan && shown.counted;
    if (ring) size = Math.max(size, RING_LEAST);
    const round = ring ? ringOf(stack.length, view.scale, size) : [];
    stack.forEach((p, i) => {
      const k = i - (stack.length - 1) / 2,
        step = fan ? 1.06 : shown.counted ? 0.07 : Math.min(0.13, 0.45 / stack.length);
      const deep = shown.counted && !fan ? Math.max(stack.length - 1 - i - (DEEP - 1), 0) : 0; // under the last that shows
      const at = shown.counted && !fan ? Math.min(k + deep, (stack.length - 1) / 2) - (stack.length - 1) / 2 : k;
      let x = view.X(c.x) - size / 2 + at * step * size,
        y = view.Y(c.y) - size / 2 - (fan ? 0.55 * size : at * step * size);
      if (ring) {
        x = Math.max(2, Math.min(view.width - size - 2, view.X(c.x) + round[i].x - size / 2));
        y = Math.max(2, Math.min(view.height - size * 1.3, view.Y(c.y) + round[i].y - size / 2));
      }
      const top = shown.counted && !fan && i === stack.length - 1,
        lies = { count: top ? stack.length : 1, full: top ? shown.stacked?.[hex] : undefined, tag: ring ? p.tag : "" },
        g = this.piece(p, shown, compact || (ring && size < 52), lies),
        carried = this.carried?.unit === p.id && this.carried.x > 0;
      if (carried && this.carried) {
        x = this.carried.x - size / 2;
        y = this.carried.y - size / 2;
      }
      const slid = this.sliding.get(p.id);
      if (slid) {
        x = view.X(slid.x) - size / 2;
        y = view.Y(slid.y) - size / 2;
      }
      g.classList.toggle("carried", carried || Boolean(slid));
      g.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(size / 100).toFixed(4)})`);
      const off = x > view.width || y > view.height || x + size < 0 || y + size < 0;
      g.classList.toggle("off", off);
      seen.add(p.id);
    });
  }

  /** @param {Piece} p @param {Shown} shown @param {boolean} compact
   * @param {{count: number, full?: number, tag?: string}} lies on top of how many counters, how full its hex is, what stands below it in a ring */
  piece(p, shown, compact, { count, full, tag }) {
    const face = `${p.reduced}${compact}${p.hidden}${p.mark ?? ""}${JSON.stringify([count, full, tag, p.marks, p.face])}`;
    let known = this.known.get(p.id);
    if (!known || known.face !== face) {
      const g = known?.g ?? s("g.piece", { role: "button", tabindex: -1, "data-unit": p.id, "data-key": p.id });
      if (!known) {
        g.addEventListener("keydown", (/** @type {KeyboardEvent} */ e) => {
          if (e.key === "Enter" || e.key === " ") {
            e.preventDefault();
            e.stopPropagation();
            this.act.press(p.id);
          }
        });
      }
      g.replaceChildren(
        s("rect.cast", { x: 0, y: 4, width: 102, height: 101, rx: 11 }),
        s("rect.frame", { x: -4, y: -4, width: 108, height: 108, rx: 13 }),
        counter(p.unit, this.dress, { reduced: p.reduced && !p.face, compact, face: p.face }),
      );
      if (p.hidden)
        g.append(
          s(
            "g.secret",
            null,
            s("circle", { cx: 88, cy: 12, r: 15 }),
            s("path", { d: "M82 11V8a6 6 0 0 1 12 0v3M80 11h16v10H80z" }),
          ),
        );
      if (p.mark)
        g.append(
          s(
            "g.sign-mark",
            null,
            s("rect", { x: 66, y: -8, width: 14 + 16 * p.mark.length, height: 30, rx: 15 }),
            s("text", { x: 73 + 8 * p.mark.length, y: 14 }, p.mark),
          ),
        );
      (p.marks ?? []).forEach(([text, kind], k) => g.append(lettered(text, kind, k)));
      if (count > 1) g.append(s("g.count", null, s("circle", { cx: 96, cy: 6, r: 18 }), s("text", { x: 96, y: 15 }, count)));
      if (full !== undefined) g.append(fullness(full));
      if (tag)
        g.append(
          s("g.tag", null, s("rect", { x: 8, y: 101, width: 84, height: 26, rx: 8 }), s("text", { x: 50, y: 121 }, tag)),
        );
      this.known.set(p.id, (known = { g, face }));
      this.units.append(g);
    }
    const g = known.g,
      on = shown.selected === p.id;
    g.setAttribute("aria-label", p.label);
    g.setAttribute("aria-pressed", String(on));
    g.setAttribute("tabindex", shown.able.has(p.id) ? "0" : "-1");
    g.classList.toggle("selected", on);
    g.classList.toggle("able", shown.able.has(p.id));
    g.classList.toggle("chosen", shown.chosen.has(p.id));
    g.classList.toggle("done", p.done);
    return g;
  }

  /** Markers sit on the left rim of their hex, beside the symbol: never over the strengths of this or another unit. @param {import("./camera.js").View} view @param {Shown} shown */
  mark(view, shown) {
    const r = Math.max(17, 0.34 * view.scale);
    const marker = (/** @type {string} */ hex, /** @type {any} */ art, /** @type {string} */ label) => {
      const p = centre(hex),
        x = view.X(p.x - 0.42) - r / 2,
        y = view.Y(p.y) - r / 2 - 0.04 * view.scale;
      return s(
        "g",
        {
          role: "img",
          "aria-label": `${label} ${hex}`,
          transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(r / 100).toFixed(4)})`,
        },
        art,
      );
    };
    const lies = (/** @type {Badge} */ b) => {
      const p = centre(b.hex),
        k = Math.max(b.w * view.scale, 60 * b.w) / 100;
      const x = view.X(p.x + b.x) - 50 * k,
        y = view.Y(p.y + b.y) - 30 * k,
        place = `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${k.toFixed(4)})`;
      return s("g", { role: "img", "aria-label": `${b.label} ${b.hex}`, transform: place }, b.art);
    };
    this.markers.replaceChildren(
      ...(shown.lifted ? [] : shown.badges.map(lies)),
      ...shown.beachheads.map((hex) => marker(hex, anchor(), "beachhead")),
      ...shown.dropZones.map((hex) => marker(hex, canopy(), "drop zone")),
    );
  }
}

/** Where the counters of an open stack lie round their hex, the first on top. @param {number} count @param {number} scale @param {number} size */
function ringOf(count, scale, size) {
  const room = (1.12 * size) / (2 * Math.sin(Math.PI / Math.max(count, 3))), // neighbours in the ring do not touch
    r = Math.max(0.95 * scale, room);
  return Array.from({ length: count }, (_, k) => {
    const a = -Math.PI / 2 + (2 * Math.PI * (count - 1 - k)) / count + (count === 2 ? Math.PI / 2 : 0);
    return { x: r * Math.cos(a), y: r * Math.sin(a) };
  });
}

/** A bar on the left of a stack: how much of what a hex holds stands there. @param {number} part from 0 to 1 */
const fullness = (part) =>
  s(
    "g.fullness",
    { class: part > 0.8 ? "much" : "" },
    s("rect.all", { x: -11, y: 4, width: 10, height: 92, rx: 3 }),
    s("rect.part", { x: -9, y: 6 + 88 * (1 - Math.min(part, 1)), width: 6, height: 88 * Math.min(part, 1), rx: 2 }),
  );

/** A mark of letters on the left of a counter, one below another. @param {string} text @param {string} kind @param {number} k */
const lettered = (text, kind, k) =>
  s(
    "g.letters",
    { class: `mark-${kind}` },
    s("rect", { x: -12, y: -10 + 27 * k, width: 12 + 15 * text.length, height: 26, rx: 6 }),
    s("text", { x: -6 + 7.5 * text.length, y: 10 + 27 * k }, text),
  );

/** @param {Piece[]} pieces */
function grouped(pieces) {
  /** @type {Map<string, Piece[]>} */
  const found = new Map();
  for (const p of pieces) found.set(p.hex, [...(found.get(p.hex) ?? []), p]);
  return found;
}

/** @param {Map<string, {g: SVGGElement}>} known @param {Shown} shown */
function top(known, shown) {
  const raised = shown.pieces
    .filter((p) => p.hex === shown.fanned || p.id === shown.selected)
    .sort((a, b) => Number(a.id === shown.selected) - Number(b.id === shown.selected));
  const active = document.activeElement;
  return raised.flatMap((p) => known.get(p.id)?.g ?? []).filter((g) => g !== active && g.nextSibling); // moving the focused element would blur it
}
