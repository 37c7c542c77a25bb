// @ts-check
// One sentence for whatever is under the pointer: a hex, its markers, its counters, a cell of the results table.
import * as api from "../api.js";

/** @typedef {import("./play.js").Play} Play */
/** @typedef {Record<string, {leg?: number | string, mobile?: number | string, crt_line?: string, where?: string}>} Terrain */

const MOST = 4; // counters of one hex that are explained

/** The terrain table of each game, once it has been asked for. @type {Map<string, Terrain>} */
const terrains = new Map();

/** The terrain table of a game; a game without one has no such topic, and is not asked. @param {string} game @returns {Promise<Terrain>} */
async function askTerrain(game) {
  if (!("terrain" in (await api.topics(game)))) return {};
  return (await api.question(game, "terrain", {})).value?.terrain ?? {};
}

/** @param {Play} play @returns {Terrain} */
function terrainOf(play) {
  const { game } = play.model.table,
    known = terrains.get(game);
  if (known) return known;
  terrains.set(game, {});
  askTerrain(game).then(
    (terrain) => {
      terrains.set(game, terrain);
      play.changed(true);
    },
    () => {}, // it could not be asked; the words of the map stand alone
  );
  return {};
}

/** What a hex is, and what it costs to enter. @param {Play} play @param {string} hex */
export function explainHex(play, hex) {
  const { model } = play,
    place = model.place(hex),
    kind = model.map.hexes[hex]?.t ?? "",
    row = terrainOf(play)[kind === "flooded" ? "marsh" : kind],
    cost = play.reach.get(hex);
  const entering =
    cost && cost !== "0"
      ? `${cost} MP from here`
      : row?.leg !== undefined && row.where !== "hexside"
        ? row.mobile === undefined || row.mobile === row.leg
          ? `${said(row.leg)} to enter`
          : `${said(row.leg)} on foot, ${said(row.mobile)} mobile`
        : "";
  return [`${place.words}: ${place.terrain}`, entering].filter(Boolean).join(", ");
}

const said = (/** @type {number | string} */ cost) => (cost === "no" ? "closed" : `${cost === 0.5 ? "½" : cost} MP`);

/** A sentence for each marker and counter of a hex. @param {Play} play @param {string} hex @returns {string[]} */
export function explainContents(play, hex) {
  const { model } = play,
    markers = Object.entries(model.table.markers ?? {}).filter(([, hexes]) => /** @type {string[]} */ (hexes).includes?.(hex)),
    units = model.stack(hex);
  const more = units.length > MOST ? [`and ${units.length - MOST} more`] : [];
  return [
    ...markers.map(([name]) => model.guide.marker[name]).filter(Boolean),
    ...units.slice(0, MOST).map((unit) => explainUnit(play, unit)),
    ...more,
  ];
}

/** @param {Play} play @param {any} unit */
export function explainUnit(play, unit) {
  const at = play.model.table.units[unit.id] ?? {},
    [attack, defense, allowance] = unit.stats ?? (at.steps === 1 && unit.reduced ? unit.reduced : unit.full),
    kind = (unit.type ?? "").replaceAll("_", " ");
  const figures =
      play.model.dress.own?.figures?.(unit, at) ??
      (unit.type === "supply" || unit.type === "hq" ? "" : `attack ${attack}, defense ${defense}, ${allowance} MP`),
    state = [at.steps === 1 && unit.reduced && "reduced", at.cut_off && "out of supply", at.disrupted && "disrupted"];
  return `${unit.label ?? unit.name} (${[kind, figures, ...state].filter(Boolean).join(", ")})`;
}

/** A cell of the results table. @param {Play} play @param {string} result @param {number} die @param {string} column */
export const explainResult = (play, result, die, column) =>
  `Die ${die}, column ${column}: ${result}${play.model.guide.result[result] ? `, ${play.model.guide.result[result]}` : ""}`;
