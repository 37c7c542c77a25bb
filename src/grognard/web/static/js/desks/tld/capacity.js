// @ts-check
// Every HQ on the map with what it feeds, its supply, and how much room it has left; counters are dragged between them.
import { h } from "../../dom.js";
import { chip } from "../../marks.js";
import { counterPicture } from "../../counters.js";
import { dress } from "../../games/longest-day.js";
import { meter } from "../parts.js";
import { brief, numeral } from "./wording.js";
import { cards, same } from "./boards.js";
import { select } from "./moves.js";

/** @typedef {import("../frame.js").Desk} Desk */

/** @param {Desk} desk @param {HTMLElement} main */
export function capacity(desk, main) {
  return cards(desk, main, "hq", (s) => [
    same(desk, "hq-loose", [s.loose, s.loose.includes(desk.own.row) && desk.own.row], () => loose(desk, s)),
    s.corps
      .filter((/** @type {any} */ c) => c.hqs.length)
      .map((/** @type {any} */ c) =>
        same(
          desk,
          `hq-${c.id}`,
          [
            c.hqs,
            c.hqs.some((/** @type {any} */ q) => q.attached.some((/** @type {any} */ u) => u.id === desk.own.row)) &&
              desk.own.row,
          ],
          () => column(desk, s, c),
        ),
      ),
  ]);
}

/** @param {Desk} desk @param {any} s @param {any} c */
function column(desk, s, c) {
  return h(
    "section.tld-hqs",
    { "aria-label": `HQs of ${c.name}` },
    h("h3", null, h("b", null, numeral(c.id)), " ", c.name),
    h(
      "div.tld-scroll",
      { tabindex: 0, role: "group", "aria-label": `HQs of ${c.name}`, "data-scroll": `hq-${c.id}` },
      c.hqs.map((/** @type {any} */ q) => card(desk, s, q)),
    ),
  );
}

/** @param {Desk} desk @param {any} s @param {any} q */
function card(desk, s, q) {
  const unit = s.units.get(q.id);
  return h(
    "section.tld-hq",
    { "data-drop": q.id, "aria-label": `${q.id}, ${q.where}` },
    h(
      "header",
      null,
      unit && counterPicture(unit, dress, { compact: true }),
      h("div", null, h("b", null, q.id), h("small", { class: q.supplied === false ? "bad" : "" }, q.where)),
    ),
    h(
      "div.m",
      null,
      q.meters.map((/** @type {any} */ m) => [
        h("span", { title: m.clause }, m.name),
        meter(m.now, m.most, m.name),
        h("span.num", null, `${m.now}/${m.most}`),
      ]),
    ),
    h(
      "div.tld-slots",
      null,
      q.attached.map((/** @type {any} */ u) => slot(desk, s, u, q.id)),
    ),
    q.notes.map((/** @type {any} */ n) => h("p.muted", null, n.words, " ", chip(desk.book, n.clause))),
    h("div.tld-foot"),
  );
}

/** @param {Desk} desk @param {any} s @param {{id: string, day: string | null, over: boolean}} u @param {string} hq */
function slot(desk, s, u, hq) {
  const unit = s.units.get(u.id),
    words = `${unit?.name ?? u.id}${u.day ? `, from ${brief(u.day)}` : ""}${u.over ? ", over the limit" : ""}`;
  return h(
    "button.tld-slot",
    {
      type: "button",
      "data-drag": u.id,
      "data-key": `${hq}-${u.id}`,
      class: [u.day ? "pend" : "", u.over ? "over" : ""].join(" "),
      "aria-pressed": String(desk.own.row === u.id),
      "aria-label": words,
      title: words,
      onclick: (/** @type {MouseEvent} */ e) => {
        if (e.detail === 0) select(desk, u.id);
      },
    },
    unit ? counterPicture(unit, dress, { compact: true }) : u.id,
    u.day && h("em", null, brief(u.day)),
  );
}

/** @param {Desk} desk @param {any} s */
function loose(desk, s) {
  return h(
    "section.tld-pool",
    { "aria-label": "No supply HQ" },
    h(
      "div.tld-scroll",
      { tabindex: 0, role: "group", "aria-label": "No HQ written", "data-scroll": "loose" },
      h("b.tld-name", null, "No HQ written"),
      s.loose.length
        ? h(
            "div.tld-slots",
            null,
            s.loose.map((/** @type {string} */ id) => slot(desk, s, { id, day: null, over: false }, "none")),
          )
        : h("p.muted", null, "Every independent unit on the map has its HQ."),
      h("p.muted", null, "An independent unit draws on the HQ that is written for it. ", chip(desk.book, "TLD-B.4")),
    ),
  );
}
