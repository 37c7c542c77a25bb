// @ts-check
// What happened, newest first, each sentence with its clause.
import { h } from "../dom.js";
import { chip } from "../marks.js";
import { die } from "./chances.js";

/** @typedef {import("./play.js").Play} Play */

/** @type {Record<string, (entry: any) => boolean>} */
const FILTERS = { all: () => true, dice: (e) => e.by === "chance", orders: (e) => e.by !== "chance" };

/** @param {Play} play */
export function log(play) {
  const { model } = play, rows = [...model.table.log].reverse().filter(FILTERS[play.filter] ?? FILTERS.all);
  return [
    h("h2", null, "Log", h("span.r", null, Object.keys(FILTERS).map((name) => h("button.quiet.chip", { type: "button", "aria-pressed": String(play.filter === name), "data-key": `filter-${name}`, onclick: () => play.sift(name) }, name)))),
    h("ol.log", { "aria-label": "Log, newest first", tabindex: 0 }, rows.map((entry) => line(play, entry))),
  ];
}

/** @param {Play} play @param {any} entry */
function line(play, entry) {
  const { model } = play, hexes = String(entry.do ?? "").match(/\b\d{4}\b/g) ?? [];
  const rolled = /^roll (\d)$/.exec(entry.do ?? "");
  const words = entry.words.length ? entry.words : [{ text: entry.do ?? `${model.side(entry.by)}: a secret order, sealed`, clause: null }];
  return h("li", { onmouseenter: () => play.glance(hexes), onmouseleave: () => play.glance([]) }, h("span.n", null, entry.seq),
    h("div", null, words.map((/** @type {any} */ w, /** @type {number} */ k) => h("p.words", null, k === 0 && [h("span.by", { class: `of-${entry.by}`, role: "img", "aria-label": model.side(entry.by) }), rolled && [die(Number(rolled[1])), " "]], sentence(w.text), " ", chip(model.book, w.clause)))));
}

const sentence = (/** @type {string} */ text) => text.slice(0, 1).toUpperCase() + text.slice(1);
