// @ts-check
// Chances as pictures: a bar of results, the columns the markers can lead to, the table itself.
import { explainResult } from "./explain.js";
import { h, s } from "../dom.js";

export const ORDER = ["De", "D3", "D2", "D1", "Ex", "NE", "A1", "A2", "Ae"];
const LIGHT = new Set(["De", "D3", "Ae"]); // these want white letters

/** A chance as a number, from "1/3", 0.33 or {float}. @param {any} value @returns {number} */
export function chance(value) {
  if (typeof value === "number") return value;
  if (value && typeof value === "object") return value.float ?? chance(value.fraction);
  const [a, b] = String(value ?? 0)
    .split("/")
    .map(Number);
  return b ? a / b : a || 0;
}

/** @param {number} x */
export const percent = (x) => (x > 0 && x < 0.0995 ? (100 * x).toFixed(1) : (100 * x).toFixed(0));

/** @param {Record<string, any>} results @returns {[string, number][]} in the order from the defender's loss to the attacker's */
export function ordered(results) {
  const rank = (/** @type {string} */ k) => (ORDER.includes(k) ? ORDER.indexOf(k) : 99);
  return /** @type {[string, number][]} */ (Object.entries(results).map(([k, v]) => [k, chance(v)]))
    .filter(([, p]) => p > 0)
    .sort((a, b) => rank(a[0]) - rank(b[0]));
}

/** On a beach a retreat hurts the unit that comes ashore: it is drawn on the attacker's side. */
const ASHORE = /** @type {Record<string, string>} */ ({ D1: "A1", D2: "A2", D3: "A2" });
const ASHORE_ORDER = ["NE", "A1", "D1", "D2", "D3", "A2", "Ae"];

/** @param {Record<string, any>} results @param {string} [kind] of the fight */
export function resultBar(results, kind = "") {
  const ashore = kind === "assault",
    parts = ashore
      ? ordered(results).sort((a, b) => ASHORE_ORDER.indexOf(a[0]) - ASHORE_ORDER.indexOf(b[0]))
      : ordered(results),
    W = 300;
  let x = 0;
  return s(
    "svg",
    {
      viewBox: `0 0 ${W} 28`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": parts.map(([k, p]) => `${k} ${percent(p)} percent`).join(", "),
    },
    parts.map(([k, p]) => {
      const w = p * W,
        mid = x + w / 2,
        cell = [
          s("rect", { class: `res-${(ashore && ASHORE[k]) || k}`, x, y: 0, width: w, height: 28 }),
          x > 0 && s("line", { x1: x, x2: x, y1: 0, y2: 28 }),
        ];
      if (w > 21)
        cell.push(
          s("text", { class: LIGHT.has(k) ? "light" : "", x: mid, y: 12 }, k),
          s("text", { class: LIGHT.has(k) ? "light" : "", x: mid, y: 24 }, percent(p)),
        );
      x += w;
      return cell;
    }),
  );
}

/** The chance that the defender suffers at all. @param {Record<string, any>} results */
export const anyLoss = (results) =>
  ordered(results)
    .filter(([k]) => /^D/.test(k))
    .reduce((a, [, p]) => a + p, 0);

/** The heads of the columns of a line. @param {number[]} bounds */
function heads(bounds) {
  const minus = (/** @type {number} */ n) => String(n).replace("-", "−");
  const middle = bounds
    .slice(0, -1)
    .map((low, i) => (bounds[i + 1] - 1 === low ? minus(low) : `${minus(low)}…${minus(bounds[i + 1] - 1)}`));
  return [`≤${minus(bounds[0] - 1)}`, ...middle, `${minus(bounds[bounds.length - 1])}+`];
}

/** The line of the table in force, with where the markers may put it. @param {any} odds @param {import("./play.js").Play} play */
export function crt(odds, play) {
  const { table, columns } = odds,
    seen = Object.entries(columns ?? {}).map(([k, v]) => /** @type {[number, number]} */ ([Number(k), chance(v)]));
  if (!table || !seen.length) return null;
  const top = Math.max(...seen.map(([, p]) => p)),
    at = new Map(seen),
    likely = seen.reduce((a, b) => (b[1] > a[1] ? b : a))[0];
  const cols = Array.from({ length: table.columns }, (_, k) => k + 1),
    names = heads(table.bounds);
  return h(
    "table.crt",
    null,
    h(
      "thead",
      null,
      seen.length > 1 &&
        h(
          "tr.heat",
          { "aria-hidden": "true" },
          h("th"),
          cols.map((c) =>
            h(
              "td",
              null,
              s(
                "svg",
                { viewBox: "0 0 20 24", preserveAspectRatio: "none" },
                s("rect", { x: 2, width: 16, y: 24 - 24 * ((at.get(c) ?? 0) / top), height: 24 * ((at.get(c) ?? 0) / top) }),
              ),
            ),
          ),
        ),
      h(
        "tr",
        null,
        h("th", null, h("span.sr", null, "die")),
        cols.map((c) =>
          h(
            "th",
            { scope: "col", class: c === likely ? "on" : "", title: at.has(c) ? `${percent(at.get(c) ?? 0)} %` : null },
            names[c - 1],
          ),
        ),
      ),
    ),
    h(
      "tbody",
      null,
      table.cells.map((/** @type {string[]} */ row, /** @type {number} */ d) =>
        h(
          "tr",
          null,
          h("th", { scope: "row" }, die(d + 1)),
          row.map((x, i) =>
            h(
              "td",
              {
                class: `cell-${x}${at.has(i + 1) ? " may" : ""}${i + 1 === likely ? " on" : ""}`,
                title: explainResult(play, x, d + 1, names[i]),
              },
              x,
            ),
          ),
        ),
      ),
    ),
  );
}

/** @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[50, 50]],
  2: [
    [28, 28],
    [72, 72],
  ],
  3: [
    [28, 28],
    [50, 50],
    [72, 72],
  ],
  4: [
    [28, 28],
    [72, 28],
    [28, 72],
    [72, 72],
  ],
  5: [
    [28, 28],
    [72, 28],
    [50, 50],
    [28, 72],
    [72, 72],
  ],
  6: [
    [28, 25],
    [72, 25],
    [28, 50],
    [72, 50],
    [28, 75],
    [72, 75],
  ],
};

/** A die face, or the sum of two dice as a figure. @param {number} n */
export const die = (n) =>
  s(
    "svg.die",
    { viewBox: "0 0 100 100", role: "img", "aria-label": `die ${n}` },
    s("rect", { x: 4, y: 4, width: 92, height: 92, rx: 20 }),
    PIPS[n]
      ? PIPS[n].map(([x, y]) => s("circle", { cx: x, cy: y, r: 10 }))
      : s("text", { x: 50, y: 70, "text-anchor": "middle" }, n),
  );
