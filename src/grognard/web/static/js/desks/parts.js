// @ts-check
// Small parts desks are made of: dice, ledgers, bars of chances, boxes, tables.
import { h, s } from "../dom.js";
import { chip } from "../marks.js";

/** @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[2, 2]],
  2: [
    [1, 1],
    [3, 3],
  ],
  3: [
    [1, 1],
    [2, 2],
    [3, 3],
  ],
  4: [
    [1, 1],
    [3, 1],
    [1, 3],
    [3, 3],
  ],
  5: [
    [1, 1],
    [3, 1],
    [2, 2],
    [1, 3],
    [3, 3],
  ],
  6: [
    [1, 1],
    [3, 1],
    [1, 2],
    [3, 2],
    [1, 3],
    [3, 3],
  ],
};

/** A die face; `tone` is a class of the side, so that two rolls are never mixed up. @param {number} n @param {number} [size] @param {string} [tone] */
export const die = (n, size = 26, tone = "") =>
  s(
    "svg.dk-face",
    { viewBox: "0 0 40 40", width: size, height: size, role: "img", "aria-label": `die ${n}`, class: tone },
    s("rect", { x: 1.5, y: 1.5, width: 37, height: 37, rx: 8 }),
    (PIPS[n] ?? []).map(([x, y]) => s("circle", { cx: x * 10, cy: y * 10, r: 3.7 })),
  );
/** @param {number[]} faces @param {number} [size] @param {string} [tone] */
export const dice = (faces, size = 26, tone = "") => faces.map((n) => die(n, size, tone));

/** The sum of two dice. @param {number} n @param {string} [tone] */
export const total = (n, tone = "") => h("span.dk-total", { class: tone, role: "img", "aria-label": `two dice, ${n}` }, n);

/** A sum, part by part, each with its clause; totals under a rule.
 * @param {Map<string, any>} book @param {{amount: string | number, words: string, clause?: string | null, total?: boolean}[]} rows */
export const ledger = (book, rows) =>
  h(
    "div.dk-path",
    null,
    rows.map((r) =>
      h("div", { class: r.total ? "tot" : "" }, h("b", null, r.amount), h("span", null, r.words), chip(book, r.clause)),
    ),
  );

/** Signed, with a true minus. @param {number} n */
export const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "±0");
/** @param {number} p */
export const percent = (p) => (p > 0 && p < 0.005 ? "<1%" : `${Math.round(p * 100)}%`);

/** A bar a result with its chance. @param {{name: string, chance: number, on?: boolean}[]} rows @param {string} label */
export function bars(rows, label) {
  const most = Math.max(...rows.map((r) => r.chance), 1e-9),
    w = 340,
    gap = 4,
    wide = (w - gap * (rows.length - 1)) / Math.max(1, rows.length);
  return s(
    "svg.dk-bars",
    {
      viewBox: `0 0 ${w} 108`,
      role: "img",
      "aria-label": `${label}: ${rows.map((r) => `${r.name} ${percent(r.chance)}`).join(", ")}`,
    },
    rows.map((r, k) => {
      const tall = Math.max(1.5, (r.chance / most) * 70),
        x = k * (wide + gap);
      return [
        s("rect", { x, y: 90 - tall, width: wide, height: tall, rx: 3, class: r.on ? "on" : "" }),
        s("text.p", { x: x + wide / 2, y: 84 - tall }, percent(r.chance)),
        s("text", { x: x + wide / 2, y: 104 }, r.name),
      ];
    }),
  );
}

/** Boxes on a track: so many ticked, the next one marked. @param {number} count @param {number} done @param {string} label @param {(k: number) => string} [words] */
export const boxes = (count, done, label, words = (k) => String(k + 1)) =>
  h(
    "div.dk-boxes",
    { role: "img", "aria-label": label },
    Array.from({ length: count }, (_, k) => h("i", { class: k < done ? "f" : k === done ? "cur" : "" }, words(k))),
  );

/** How full something is. @param {number} value @param {number} most @param {string} label */
export function meter(value, most, label) {
  const share = most ? Math.min(1, value / most) : 0;
  return s(
    "svg.dk-meter",
    { viewBox: "0 0 100 8", preserveAspectRatio: "none", role: "img", "aria-label": `${label}: ${value} of ${most}` },
    s("rect.bg", { width: 100, height: 8, rx: 4 }),
    s("rect", { width: share * 100, height: 8, rx: 4, class: value > most ? "over" : value === most ? "full" : "" }),
  );
}

/** A plain table: heads, rows of children; numbers to the right. @param {any[]} head @param {any[][]} rows @param {string} [label] */
export const grid = (head, rows, label) =>
  h(
    "table.dk-tab",
    { "aria-label": label },
    head.length > 0 &&
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          head.map((c, k) => h("th", { scope: "col", class: k ? "num" : "" }, c)),
        ),
      ),
    h(
      "tbody",
      null,
      rows.map((row) =>
        h(
          "tr",
          { class: row.some?.((c) => c?.now) ? "now" : "" },
          row.map((c, k) =>
            h(
              "td",
              {
                class: k && (typeof c === "number" || /^[−+±]?[\d.,]+( to \d+)?%?( ?SP.*| \dT)?$/.test(String(c))) ? "num" : "",
              },
              c?.now ?? c,
            ),
          ),
        ),
      ),
    ),
  );

/** A chip with a figure in it: `status 10`. @param {import("../dom.js").Child} words @param {import("../dom.js").Child} [figure] */
export const token = (words, figure) => h("span.dk-token", null, words, figure !== undefined && [" ", h("b", null, figure)]);
export const arrow = () => h("span.dk-arrow", { "aria-hidden": "true" }, "→");

/** A drop of text with a mark for where it comes from. @param {Map<string, any>} book @param {(string | null | undefined)[]} clauses */
export const chips = (book, clauses) =>
  h(
    "span.dk-chips",
    null,
    [...new Set(clauses)].filter(Boolean).map((c) => chip(book, c)),
  );
