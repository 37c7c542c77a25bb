// @ts-check
// The sheets of the campaign, to print.
import * as api from "../../api.js";
import { h } from "../../dom.js";
import { icon } from "../icons.js";

/** @typedef {import("../frame.js").Desk} Desk */

/** @param {Desk} desk */
export function sheets(desk) {
  const kept = (desk.own.sheets ??= { list: null, asked: null, given: {} });
  if (!kept.list) {
    if (!kept.asked)
      void (kept.asked = desk.wait(
        api.sheets(desk.table.game).then(
          (list) => {
            kept.list = list;
          },
          (error) => desk.refused(error),
        ),
      ));
    return h("div.dk-empty", null, "Fetching the sheets.");
  }
  return h(
    "div.dk-pad.rh-sheets",
    null,
    h("h2", null, "Sheets to print"),
    h("p.muted", null, "Filled in from this campaign. PDF for the printer; the browser prints the page too."),
    Object.entries(kept.list).map(([name, sheet]) => card(desk, name, sheet, (kept.given[name] ??= {}))),
  );
}

/** @param {Desk} desk @param {string} name @param {any} sheet @param {Record<string, string>} given */
function card(desk, name, sheet, given) {
  return h(
    "section.dk-card.rh-sheet",
    null,
    h(
      "div.dk-grow",
      null,
      h("h3", null, name.replaceAll("-", " ")),
      h("p", null, `${sheet.help[0].toUpperCase()}${sheet.help.slice(1)}.`),
      h(
        "div.dk-row",
        null,
        sheet.parameters.map((/** @type {any} */ p) =>
          h(
            "label.rh-param",
            { title: p.help },
            p.name,
            h("input", {
              type: "text",
              value: given[p.name] ?? "",
              placeholder: p.default ?? p.help,
              "data-key": `${name}-${p.name}`,
              oninput: (/** @type {any} */ e) => {
                given[p.name] = e.target.value;
              },
            }),
          ),
        ),
      ),
    ),
    h(
      "button.primary",
      { type: "button", "data-key": `pdf-${name}`, onclick: () => void desk.print(name, { ...given, as: "pdf" }) },
      icon("print"),
      "PDF",
    ),
    h(
      "button",
      { type: "button", "data-key": `html-${name}`, onclick: () => void desk.print(name, { ...given, as: "html" }) },
      "Page",
    ),
  );
}
