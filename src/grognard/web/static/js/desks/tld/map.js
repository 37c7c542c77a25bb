// @ts-check
// The map on the desk, to look at while the counters lie on a table of wood.
import { h, fill } from "../../dom.js";
import { dress } from "../../games/longest-day.js";
import { Board } from "../../map/board.js";

/** @param {import("../frame.js").Desk} desk @param {HTMLElement} main */
export function paperMap(desk, main) {
  if (main.querySelector(".map")) return undefined;
  const box = h("div.map.tld-map", { "aria-label": "Map", role: "region" }),
    line = h("div.float.readout", { hidden: true });
  const view = h(
    "div.float.viewbar",
    { role: "group", "aria-label": "View" },
    h("button", { type: "button", "aria-label": "Zoom out", onclick: () => board.zoomOut() }, "−"),
    h("button", { type: "button", "aria-label": "Whole map", onclick: () => board.fit() }, "Whole map"),
    h("button", { type: "button", "aria-label": "Zoom in", onclick: () => board.zoomIn() }, "+"),
  );
  fill(main, box);
  const map = desk.own.map,
    none = () => {};
  const board = new Board(box, map, dress, {
    click: none,
    aside: none,
    hold: none,
    press: none,
    moved: none,
    hover: (hex) => {
      const known = hex && map.hexes[hex];
      line.hidden = !known;
      if (known) fill(line, h("b", null, [hex, known.name].filter(Boolean).join(" ")), ` · ${known.words ?? known.t}`);
    },
  });
  box.append(line, view);
  return undefined;
}
