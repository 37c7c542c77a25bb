// @ts-check
// Why a counter cannot go where it was put, and the smallest fixes as buttons.
import { h } from "../../dom.js";
import { chip } from "../../marks.js";
import { thing, told } from "./moves.js";
import { sendAll } from "./staff.js";
import { numeral } from "./wording.js";

/** @typedef {import("../frame.js").Desk} Desk */

/** What cannot be, why, and the smallest fixes as buttons. @param {Desk} desk @param {string} id @param {string} where @param {import("./moves.js").Kind} kind */
export function refusal(desk, id, where, kind) {
  const row = thing(desk, id),
    said = told(desk, id, kind)?.places.find((/** @type {any} */ p) => (p.place ?? "") === where);
  if (!said || !row) return null;
  const fix = async (/** @type {any} */ m) => {
    desk.own.tip = null;
    await sendAll(desk, m.orders);
  };
  const title =
    kind === "hq"
      ? `${where} cannot supply ${row.name}.`
      : where
        ? `${row.name} cannot join ${numeral(where)} Corps.`
        : `${row.name} cannot be left without a corps.`;
  return h(
    "div.dk-refusal.tld-refusal",
    null,
    h("b", null, title),
    h(
      "ul",
      null,
      said.rulings.map((/** @type {any} */ r) => h("li", null, r.because, " ", chip(desk.book, r.clause))),
    ),
    said.fixes.length
      ? [
          h(
            "p.muted",
            null,
            said.fixes.every((/** @type {any} */ m) => m.orders.length === 1) ? "Fixes that need one order" : "Smallest fixes",
          ),
          h(
            "div.tld-fixes",
            null,
            said.fixes.map((/** @type {any} */ m) =>
              h("button", { type: "button", disabled: !m.orders.length, onclick: () => void fix(m) }, m.words),
            ),
          ),
        ]
      : h("p.muted", null, "No single order fixes this."),
    said.hold?.length > 0 &&
      h(
        "button",
        { type: "button", "data-key": "hold", onclick: () => void fix({ orders: said.hold }) },
        "Write it together with other orders",
      ),
    h(
      "button.quiet.tld-close",
      {
        type: "button",
        onclick: () => {
          desk.own.tip = null;
          desk.changed();
        },
      },
      "Leave it as it was",
    ),
  );
}

/** The refusal, where the counter was let go. @param {Desk} desk @param {HTMLElement} main */
export function showTip(desk, main) {
  main.querySelector(".tld-tip")?.remove();
  const { tip } = desk.own;
  if (!tip) return;
  const inside = refusal(desk, tip.id, tip.place, tip.kind);
  if (!inside) return;
  const box = h("div.tld-tip", { role: "alertdialog", "aria-label": "Refused" }, inside);
  main.append(box);
  requestAnimationFrame(() => {
    const r = main.getBoundingClientRect(),
      w = box.offsetWidth,
      d = box.offsetHeight;
    box.style.left = `${Math.max(8, Math.min(r.width - w - 8, (tip.at?.x ?? r.left + r.width / 2) - r.left - w / 3))}px`;
    box.style.top = `${Math.max(8, Math.min(r.height - d - 8, (tip.at?.y ?? r.top + 80) - r.top + 30))}px`;
    /** @type {HTMLElement | null} */ (box.querySelector("button"))?.focus({ preventScroll: true });
  });
}
