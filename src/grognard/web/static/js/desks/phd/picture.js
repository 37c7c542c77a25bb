// @ts-check
// A still picture of the tactical map, as large as its box: the lobby shows it.
import { h } from "../../dom.js";
import { TALL, lettered } from "./grid.js";
import { paint } from "./growth.js";
import { survey } from "./land.js";

/** @param {HTMLElement} box @param {import("./land.js").MapData} map @param {string[]} hexes what must be in the picture; none: all of it */
export function picture(box, map, hexes) {
  const ratio = Math.min(2, devicePixelRatio || 1),
    canvas = h("canvas.picture", { "aria-hidden": "true" });
  canvas.width = Math.max(1, Math.round(box.clientWidth * ratio));
  canvas.height = Math.max(1, Math.round(box.clientHeight * ratio));
  const unit = lettered(map.columns, map.rows, 1),
    seen = hexes.length ? frame(hexes.map((id) => unit.centre(id))) : { x: 0, y: 0, wide: unit.width, tall: unit.height };
  const size = Math.max(canvas.width / seen.wide, canvas.height / seen.tall),
    land = survey(map, size),
    pen = /** @type {import("./lines.js").Pen} */ (canvas.getContext("2d"));
  pen.translate(canvas.width / 2 - (seen.x + seen.wide / 2) * size, canvas.height / 2 - (seen.y + seen.tall / 2) * size);
  paint(pen, land);
  box.replaceChildren(canvas);
}

/** @param {import("./grid.js").Point[]} spots */
function frame(spots) {
  const x = spots.map((p) => p.x),
    y = spots.map((p) => p.y);
  return {
    x: Math.min(...x),
    y: Math.min(...y),
    wide: Math.max(...x) - Math.min(...x),
    tall: Math.max(...y) - Math.min(...y) + TALL / 2,
  };
}
