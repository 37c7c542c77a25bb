// @ts-check
// The card beside a hex: why something cannot be done there, and the nearest thing that can.
import { h } from "../dom.js";
import { chip, sign } from "../marks.js";

/** @typedef {import("./play.js").Play} Play */

/** @param {Play} play */
export function card(play) {
  const { model, why } = play;
  if (!why || why.verdict.legal) return null;
  const nearest = String(why.verdict.nearest ?? ""),
    hex = /\b(\d{4})$/.exec(nearest)?.[1];
  return h(
    "div.float.card.no",
    { role: "status", "data-hex": why.hex },
    h(
      "h3",
      null,
      sign.no(),
      `${model.place(why.hex).words}: not possible`,
      why.pinned && h("button.quiet", { type: "button", "aria-label": "Close", onclick: () => play.hush() }, "✕"),
    ),
    h(
      "ol",
      null,
      why.verdict.rulings.map((/** @type {any} */ r, /** @type {number} */ k) =>
        h("li", null, h("b", null, k + 1), h("span", null, capital(r.because), ". ", chip(model.book, r.clause))),
      ),
    ),
    nearest
      ? h(
          "div.tip",
          null,
          sign.tip(),
          h(
            "span",
            null,
            hex ? ["Nearest that works: ", h("b", null, model.place(hex).words)] : ["Instead: ", h("b", null, nearest)],
          ),
        )
      : null,
    why.pinned &&
      model.table.mine &&
      model.table.enforcement !== "referee" &&
      h(
        "div.choices",
        null,
        h("button", { type: "button", "data-key": "anyway", onclick: () => play.send(why.text) }, "Play it anyway"),
      ),
  );
}

const capital = (/** @type {string} */ text) => text.slice(0, 1).toUpperCase() + text.slice(1).replace(/\.$/, "");

/** Puts a card where it covers as little as possible of what it speaks of. @param {HTMLElement} box @param {HTMLElement} el @param {{x: number, y: number, scale: number}} at */
export function place(box, el, at) {
  const w = el.offsetWidth,
    d = el.offsetHeight,
    gap = at.scale * 0.66 + 6,
    W = box.clientWidth,
    D = box.clientHeight;
  const below = at.y + gap + d < D - 8,
    x = Math.max(12, Math.min(W - w - 12, at.x - w * 0.72));
  el.style.left = `${Math.round(x)}px`;
  el.style.top = `${Math.round(below ? at.y + gap : Math.max(12, at.y - gap - d))}px`;
}
