// @ts-check
// Sheets to print: the assignment roster, filled from this table or blank, as PDF or as a page.
import { h } from "../../dom.js";
import { staff } from "./staff.js";
import { spell } from "./chits.js";

/** @param {import("../frame.js").Desk} desk */
export function sheets(desk) {
  const s = staff(desk), game = desk.table.game, how = (desk.own.print ??= { side: desk.table.seat });
  const filled = (/** @type {string} */ kind) => void desk.print("roster", { as: kind, side: how.side });
  return h("div.dk-pad.tld-print", null,
    h("h2.tld-h", null, "Assignment roster"), h("p", null, "One row for every division, brigade, battalion group and counter, a column for every day on which something changed, the corps written in. Two A4 sheets."),
    h("div.tld-papers", null,
      h("section", null, h("h3", null, "Filled"), h("p", null, s ? `As the ledger stands on ${spell(s.day)}; orders not yet in force in italics.` : ""), h("div.dk-row", null, h("button.primary", { type: "button", "data-key": "print-filled", onclick: () => filled("pdf") }, "PDF"), h("button", { type: "button", "data-key": "print-html", onclick: () => filled("html") }, "Page"))),
      h("section", null, h("h3", null, "Blank"), h("p", null, "For the pencil: the same form with empty columns."), h("div.dk-row", null, h("a.btn", { href: `api/sheets/${game}/roster?blank=yes`, target: "_blank", rel: "noopener" }, "PDF"), h("a.btn", { href: `api/sheets/${game}/roster?blank=yes&as=html`, target: "_blank", rel: "noopener" }, "Page"))),
      h("section", null, h("h3", null, "Opening"), h("p", null, "The assignments of 6 June written in."), h("div.dk-row", null, h("a.btn", { href: `api/sheets/${game}/roster`, target: "_blank", rel: "noopener" }, "PDF"), h("a.btn", { href: `api/sheets/${game}/roster?as=html`, target: "_blank", rel: "noopener" }, "Page")))));
}
