// @ts-check
// Sheets to print: the assignment roster, filled from the ledger or blank, as PDF or as a page; and how it will look.
import { h } from "../../dom.js";
import { mine, staff } from "./staff.js";
import { spell } from "./wording.js";

/** @typedef {import("../frame.js").Desk} Desk */

/** @param {Desk} desk */
export function sheets(desk) {
  const s = staff(desk),
    game = desk.table.game,
    own = (desk.own.print ??= {
      box: h("div.tld-preview", { role: "img", "aria-label": "The roster as it will be printed" }),
      at: null,
    });
  if (own.at !== desk.table.seq) {
    own.at = desk.table.seq;
    void preview(desk, own.box);
  }
  const filled = (/** @type {string} */ kind) => void desk.print("roster", { as: kind, ...mine(desk) });
  const blank = (/** @type {string} */ more, /** @type {string} */ words) =>
    h("a.btn", { href: `api/sheets/${game}/roster?${more}`, target: "_blank", rel: "noopener" }, words);
  return h(
    "div.dk-pad.tld-print",
    { "data-scroll": "print" },
    h("h2.tld-h", null, "Assignment roster"),
    h(
      "p",
      null,
      "One row for every division, brigade, battalion group and counter, a column for every day on which something changed, the corps written in.",
    ),
    h(
      "div.tld-papers",
      null,
      h(
        "section",
        null,
        h("h3", null, "Filled"),
        h("p", null, s ? `The ledger on ${spell(s.day)}; orders not yet in effect are in italics.` : ""),
        h(
          "div.dk-row",
          null,
          h("button.primary", { type: "button", "data-key": "print-filled", onclick: () => filled("pdf") }, "PDF"),
          h("button", { type: "button", "data-key": "print-html", onclick: () => filled("html") }, "Page"),
        ),
      ),
      h(
        "section",
        null,
        h("h3", null, "Blank"),
        h("p", null, "For the pencil: the same form with empty columns."),
        h("div.dk-row", null, blank("blank=yes", "PDF"), blank("blank=yes&as=html", "Page")),
      ),
      h(
        "section",
        null,
        h("h3", null, "Opening"),
        h("p", null, "The assignments of 6 June written in."),
        h("div.dk-row", null, blank("", "PDF"), blank("as=html", "Page")),
      ),
    ),
    own.box,
  );
}

/** The printed page in a corner of its own, with its own style sheet. @param {Desk} desk @param {HTMLElement} box */
async function preview(desk, box) {
  try {
    const text = await (await desk.model.seat.sheet("roster", { as: "html", ...mine(desk) })).text(),
      page = new DOMParser().parseFromString(text, "text/html");
    const inside = box.shadowRoot ?? box.attachShadow({ mode: "open" });
    inside.replaceChildren(h("link", { rel: "stylesheet", href: "sheet.css" }), ...page.body.children);
  } catch (error) {
    desk.refused(error);
  }
}
