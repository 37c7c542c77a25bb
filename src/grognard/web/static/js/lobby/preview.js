// @ts-check
// The picture of a scenario's own map, drawn from the map data. A picture that fails says so in words and stops no form.
import * as api from "../api.js";
import { h, fill } from "../dom.js";
import { dressOf } from "../games/presentation.js";
import { onSettings } from "../settings.js";

const FAILED = "The picture of the map could not be drawn. You can open the table without it.";

/** @typedef {{show: (hexes: string[]) => void, stop: () => void}} Picture */

/** @param {HTMLElement} box @param {string} game @returns {Picture} */
export function preview(box, game) {
  /** @type {string[]} */
  let wanted = [],
    stopped = false;
  /** @type {Picture | null} */
  let drawn = null;
  const failed = (/** @type {unknown} */ error) => {
    console.error(error);
    if (!stopped) fill(box, h("p.nopicture", { role: "status" }, FAILED));
  };
  const begin = async () => {
    const [dress, map] = await Promise.all([dressOf(game), api.mapOf(game)]);
    if (stopped) return;
    const made = await (dress.lettered ? lettered(box, map) : board(box, map, dress));
    if (stopped) return made.stop();
    drawn = made;
    drawn.show(wanted);
  };
  begin().catch(failed);
  return {
    show: (hexes) => {
      wanted = hexes;
      try {
        drawn?.show(hexes);
      } catch (error) {
        failed(error);
      }
    },
    stop: () => {
      stopped = true;
      drawn?.stop();
    },
  };
}

/** A map of lettered columns. @param {HTMLElement} box @param {any} map @returns {Promise<Picture>} */
async function lettered(box, map) {
  const { picture } = await import("../desks/phd/picture.js");
  /** @type {string[]} */
  let hexes = [];
  const draw = () => picture(box, map, hexes),
    quiet = onSettings(draw);
  return {
    show: (wanted) => {
      hexes = wanted;
      draw();
    },
    stop: quiet,
  };
}

/** The nearest number between two bounds, the middle if there is none. @param {number} n @param {number} low @param {number} high */
const within = (n, low, high) => (low > high ? (low + high) / 2 : Math.max(low, Math.min(high, n)));

/** A map of numbered hexes. @param {HTMLElement} box @param {any} map @param {import("../games/presentation.js").Dress} dress @returns {Promise<Picture>} */
async function board(box, map, dress) {
  if (!Object.keys(map.hexes ?? {}).length) throw new Error("the map has no hexes");
  const [{ Board }, { centre }] = await Promise.all([import("../map/board.js"), import("../map/hexgrid.js")]);
  const made = new Board(box, map, { ...dress, cartouche: undefined }, null);
  made.fitted = false;
  const show = (/** @type {string[]} */ hexes) => {
    const spots = hexes.map(centre);
    if (!spots.length) return made.fit();
    const x = spots.map((p) => p.x),
      y = spots.map((p) => p.y),
      middle = { x: (Math.min(...x) + Math.max(...x)) / 2, y: (Math.min(...y) + Math.max(...y)) / 2 };
    const wide = Math.max(...x) - Math.min(...x) + 1,
      tall = Math.max(...y) - Math.min(...y) + 1;
    const scale = Math.min(box.clientWidth / wide, box.clientHeight / tall),
      half = { x: box.clientWidth / 2 / scale, y: box.clientHeight / 2 / scale },
      b = made.camera.bounds;
    made.camera.centre(
      { x: within(middle.x, b.x0 + half.x, b.x1 - half.x), y: within(middle.y, b.y0 + half.y, b.y1 - half.y) },
      scale,
    );
    made.draw();
  };
  return { show, stop: onSettings(() => made.repaint()) };
}
