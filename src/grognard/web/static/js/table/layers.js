// @ts-check
// What can be laid over the map: a menu on the map, the same switches in the left panel, and a line that says what the
// signs mean.
import { h, s } from "../dom.js";
import { chip } from "../marks.js";

/** @typedef {import("./play.js").Play} Play */

/** Name, words, key, and what it needs of the server's overlays. @type {[string, string, string, string][]} */
export const LAYERS = [
  ["zones", "Zones", "Z", "zones"],
  ["supply", "Supply", "S", "supply"],
  ["threats", "Threats", "T", "threats"],
  ["control", "Control", "C", "control"],
  ["moved", "Moved units", "M", "moved"],
  ["names", "Names", "N", ""],
  ["lift", "Hide units", "U", ""],
];

/** The switches. @param {Play} play @param {string} where keeps the keys of two sets apart */
export function switches(play, where) {
  const known = play.laid.data;
  return h(
    "div.tools",
    null,
    LAYERS.filter(([, , , needs]) => !needs || needs in known || !play.laid.key).map(([name, words, key]) =>
      h(
        "button",
        {
          type: "button",
          "aria-pressed": String(play.on[name]),
          "data-key": `${where}-${name}`,
          onclick: () => play.toggle(name),
        },
        words,
        h("kbd", null, key),
      ),
    ),
    h(
      "button",
      { type: "button", "data-key": `${where}-arrivals`, onclick: () => play.drawer?.open({ kind: "arrivals" }) },
      "Arrivals",
      h("kbd", null, "A"),
    ),
    h(
      "button",
      { type: "button", "data-key": `${where}-key`, onclick: () => play.show("key") },
      "Terrain key",
      h("kbd", null, "K"),
    ),
    h("button", { type: "button", "data-key": `${where}-list`, onclick: () => play.openList() }, "List", h("kbd", null, "L")),
  );
}

/** The menu on the map. @param {Play} play */
export function layerMenu(play) {
  const open = play.dialog === "layers",
    on = LAYERS.filter(([name]) => play.on[name] && name !== "names").length;
  return [
    open &&
      h(
        "div.float.layers",
        {
          role: "dialog",
          "aria-label": "Layers",
          onkeydown: (/** @type {KeyboardEvent} */ e) => {
            if (e.key === "Escape") {
              e.stopPropagation();
              play.show(null);
            }
          },
        },
        switches(play, "m"),
      ),
    h(
      "div.float.layerbar",
      null,
      h(
        "button",
        {
          type: "button",
          "aria-expanded": String(open),
          "data-key": "layers",
          "aria-label": on ? `Layers, ${on} on` : "Layers",
          onclick: () => play.show("layers"),
        },
        s(
          "svg",
          { viewBox: "0 0 20 20", width: 16, height: 16, "aria-hidden": "true" },
          s("path", {
            d: "M10 3l8 4-8 4-8-4zM3 11l7 3.5 7-3.5M3 14.5L10 18l7-3.5",
            fill: "none",
            stroke: "currentColor",
            "stroke-width": 1.7,
            "stroke-linejoin": "round",
          }),
        ),
        h("span.wide", null, "Layers"),
        on ? h("b", null, on) : null,
      ),
    ),
  ];
}

/** What the signs on the map mean. @param {Play} play */
export function legend(play) {
  const { on, model, laid } = play,
    lines = [],
    data = laid.data;
  const line = (/** @type {string} */ kind, /** @type {string} */ words, /** @type {string} */ clause = "") =>
    h("span.sign-line", null, h(`i.${kind}`), words, " ", chip(model.book, clause));
  if (on.zones && model.map.hexes)
    lines.push(line("zoc", `zone of control of ${model.side(model.foe)}`, model.dress.clauses?.zones));
  if (on.supply && data.supply) lines.push(line("path", "supply path"), line("cut", "barred", model.dress.clauses?.supply));
  if (on.threats && data.threats)
    lines.push(line("threat", `${model.side(model.foe)} could attack here`, model.dress.clauses?.threats));
  if (on.control && data.control)
    lines.push(
      line(
        "control",
        `last to occupy ${data.control.name}: ${data.control.controlled ? "" : "not "}controlled by ${model.side(model.dress.objective?.holder ?? "")}`,
        data.control.clause,
      ),
    );
  if (on.moved) lines.push(line("moved", "has moved"), line("fought", "has fought"));
  return lines.length ? h("div.float.signs", null, lines) : null;
}
