// @ts-check
// The terrain key: what each ground costs and is worth, each swatch painted by the map's own brush.
import * as api from "../api.js";
import { h, fill } from "../dom.js";
import { drawGrid } from "../map/grid.js";
import { centre, neighbours } from "../map/hexgrid.js";
import { drawNetwork } from "../map/network.js";
import { drawGround } from "../map/terrain.js";

/** @typedef {import("./play.js").Play} Play */

const SIZE = 62;

/** @param {Play} play */
export function terrainKey(play) {
  const box = h("div.keyrows", null, h("p.muted", null, "…")),
    foot = h("p.muted");
  api.question(play.model.table.game, "terrain", {}).then(
    (/** @type {any} */ answer) => {
      const rows = /** @type {any[]} */ (Object.values(answer.value?.terrain ?? {}));
      fill(
        box,
        rows.map((row) => one(play, row)),
      );
      fill(
        foot,
        answer.value?.minimum_move
          ? `${answer.value.minimum_move[0].toUpperCase()}${answer.value.minimum_move.slice(1)}. `
          : "",
        "Figures marked ◇ are a reconstruction.",
      );
    },
    () => fill(box, h("p.muted", null, "This game has no table of terrain.")),
  );
  return [
    h("p.muted", null, "Movement points to enter a hex, on foot and mobile, and what the terrain does for a defender."),
    box,
    foot,
  ];
}

/** @param {Play} play @param {any} row */
function one(play, row) {
  const half = (/** @type {any} */ v) =>
    v === 0.5 ? "½" : v === "no" ? "no" : row.where === "hexside" && v ? `+${v}` : String(v);
  const guess = /reconstruction/.test(row.provenance ?? "");
  return h(
    "div.keyrow",
    null,
    swatch(play, row),
    h(
      "div",
      null,
      h("b", null, row.id[0].toUpperCase() + row.id.slice(1), guess ? " ◇" : ""),
      h("small", null, row.note ?? (row.crt_line ? `${row.crt_line.replaceAll("_", " ")} line` : "closed")),
    ),
    h("span.v", null, half(row.leg), h("small", null, "foot")),
    h("span.v", null, half(row.mobile), h("small", null, "mobile")),
  );
}

/** Where the map has an example. @param {Play} play @param {any} row @returns {{x: number, y: number} | null} */
function example(play, row) {
  const { map } = play.model,
    hexes = map.hexes;
  if (row.where === "hex") {
    const all = Object.keys(hexes).filter((id) => hexes[id].t === (row.id === "marsh" ? "flooded" : row.id)),
      inner = all.find((id) => neighbours(id).filter((n) => hexes[n]?.t === row.id).length > 4);
    return inner || all[0] ? centre(inner ?? all[0]) : null;
  }
  const between = (/** @type {string} */ a, /** @type {string} */ b) => {
    const [p, q] = [centre(a), centre(b)];
    return { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 };
  };
  if (row.id === "river") {
    const side = (map.rivers ?? []).flatMap((/** @type {any} */ r) => r.hexsides ?? r.sides ?? [])[12];
    return side ? between(...pair(side)) : null;
  }
  if (row.id === "bridge") {
    const side = map.bridges?.[0]?.hexside ?? map.bridges?.[0]?.hexes ?? map.bridges?.[0];
    return side ? between(...pair(side)) : null;
  }
  if (row.id === "boundary") {
    const side = (map.boundary ?? []).find((/** @type {any} */ b) => b.kind !== "river")?.hexsides?.[3];
    return side ? between(...pair(side)) : null;
  }
  const way = (map.roads ?? []).find((/** @type {any} */ r) => r.kind === row.id),
    path = way?.hexes ?? way?.path;
  return path ? centre(path[Math.floor(path.length / 2)]) : null;
}

/** Two hexes, however a hexside is written. @param {any} side @returns {[string, string]} */
const pair = (side) =>
  Array.isArray(side)
    ? [String(side[0]), String(side[1])]
    : /** @type {[string, string]} */ (String(side).match(/\d{4}/g)?.slice(0, 2) ?? ["0101", "0101"]);

/** @param {Play} play @param {any} row */
function swatch(play, row) {
  const canvas = /** @type {HTMLCanvasElement} */ (
      h("canvas.swatch", { width: SIZE * 2, height: SIZE * 2, "aria-hidden": "true" })
    ),
    p = example(play, row);
  const ctx = canvas.getContext("2d");
  if (!p || !ctx) return canvas;
  const scale = SIZE * 1.9,
    w = (SIZE * 2) / scale,
    box = { x0: p.x - w / 2, x1: p.x + w / 2, y0: p.y - w / 2, y1: p.y + w / 2 };
  ctx.setTransform(scale, 0, 0, scale, -box.x0 * scale, -box.y0 * scale);
  const brush = { ctx, geo: play.board.geo, ink: play.board.ink, scale: scale / 2, dpr: 2, box };
  drawGround(brush);
  drawNetwork(brush);
  drawGrid(brush);
  return canvas;
}
