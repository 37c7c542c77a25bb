// @ts-check
// Small pieces used everywhere: clause chips, provenance marks, signs, a line for the screen reader, a passing word.
import { h, s } from "./dom.js";

/** @typedef {{id: string, text: string, chapter: string, provenance: string, kind: string}} Clause */

/** Provenance in three kinds, told by shape as well as colour: disc, ring, diamond. @param {string | undefined} said */
export const provenance = (said) =>
  /^(document|seed)/.test(said ?? "") ? "document" : /^series/.test(said ?? "") ? "series" : "recon";
const SAID = { document: "the game's own text", series: "series rule", recon: "reconstruction" };

/** @param {string} kind */
export function shape(kind) {
  const art =
    kind === "document"
      ? s("circle.mark-document", { cx: 5, cy: 5, r: 4.2 })
      : kind === "series"
        ? s("circle.mark-series", { cx: 5, cy: 5, r: 3.4 })
        : s("path.mark-recon", { d: "M5 .8L9.2 5L5 9.2L.8 5Z" });
  return s("svg", { viewBox: "0 0 10 10", "aria-hidden": "true" }, art);
}

/** @param {Map<string, Clause>} book @param {string | null | undefined} id */
export function chip(book, id) {
  if (!id) return null;
  const clause = book.get(id),
    kind = provenance(clause?.provenance);
  return h(
    "button.chip",
    { type: "button", "data-clause": id, title: clause?.text, "aria-label": `clause ${id}, ${SAID[kind]}` },
    shape(kind),
    id,
  );
}

/** @param {Clause} clause */
export function badge(clause) {
  const kind = provenance(clause.provenance);
  return h(`span.badge.${kind}`, null, shape(kind), clause.provenance || SAID[kind]);
}

export const sign = {
  no: () =>
    s(
      "svg.sign",
      { viewBox: "0 0 20 20", "aria-hidden": "true" },
      s("path.fill-bad", { d: "M6 1h8l5 5v8l-5 5H6l-5-5V6z" }),
      s("path.stroke-on", { d: "M6.5 6.5l7 7m0-7l-7 7" }),
    ),
  tip: () =>
    s(
      "svg.sign",
      { viewBox: "0 0 20 20", "aria-hidden": "true" },
      s("path.stroke-good", { d: "M10 1.5a6 6 0 0 0-3.5 10.9V15h7v-2.6A6 6 0 0 0 10 1.5zM7 16.5h6M8 18.6h4" }),
    ),
  tick: () => s("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, s("path", { d: "M3 10.5l4.5 4.5L17 5" })),
};

/** @param {string} tile */
export const cup = (tile) =>
  s(
    "svg",
    { viewBox: "0 0 34 38", "aria-hidden": "true" },
    s("path", { class: tile, d: "M4 6h26l-3.2 27q-.3 3-3.4 3H10.6q-3.1 0-3.4-3z", "stroke-width": 1.6 }),
    s("ellipse", { class: tile, cx: 17, cy: 6, rx: 13, ry: 4, "stroke-width": 1.6 }),
  );

/** Said to a screen reader. @param {string} text */
export function announce(text) {
  const live = document.getElementById("live");
  if (live && live.textContent !== text) live.textContent = text;
}

let fade = 0;
/** A passing word below the bar. @param {...import("./dom.js").Child} words */
export function toast(...words) {
  document.querySelector(".toast")?.remove();
  const box = h("div.toast", { role: "alert" }, words);
  document.body.append(box);
  clearTimeout(fade);
  fade = setTimeout(() => box.remove(), 6000);
}

/** A row of radio buttons shown as one control. @param {string} name @param {[string, string][]} choices value and words
 * @param {string} value @param {(value: string) => void} change @param {string} label */
export function segments(name, choices, value, change, label) {
  return h(
    "span.seg",
    { role: "radiogroup", "aria-label": label },
    choices.map(([v, words]) =>
      h("label", null, h("input", { type: "radio", name, value: v, checked: v === value, onchange: () => change(v) }), words),
    ),
  );
}
