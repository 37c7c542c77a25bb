// @ts-check
// The part of a map a scenario is played on, and the names that lie on it. Knows no game.

/** @typedef {import("../games/presentation.js").Dress} Dress */

/** The map cut to the area of a scenario; the whole map where it names none. @param {any} map @param {string} [scenario] */
export function cropped(map, scenario) {
  const area = map?.areas?.[scenario ?? ""];
  if (!area) return map;
  const inside = new Set(area.hexes),
    both = (/** @type {string[]} */ side) => side.every((hex) => inside.has(hex));
  return {
    ...map,
    grid: area.grid,
    hexes: Object.fromEntries(Object.entries(map.hexes).filter(([hex]) => inside.has(hex))),
    rivers: map.rivers
      .map((/** @type {any} */ one) => ({ ...one, hexsides: one.hexsides.filter(both) }))
      .filter((/** @type {any} */ one) => one.hexsides.length),
    roads: map.roads.flatMap((/** @type {any} */ one) => pieces(one.path, inside).map((path) => ({ ...one, path }))),
    bridges: map.bridges.filter((/** @type {any} */ one) => both(one.hexside)),
    zones: Object.fromEntries(
      Object.entries(map.zones).map(([name, hexes]) => [name, hexes.filter((/** @type {string} */ hex) => inside.has(hex))]),
    ),
  };
}

/** A path broken where it leaves the area. @param {string[]} path @param {Set<string>} inside @returns {string[][]} */
function pieces(path, inside) {
  const found = /** @type {string[][]} */ ([[]]);
  for (const hex of path) {
    if (inside.has(hex)) found[found.length - 1].push(hex);
    else if (found[found.length - 1].length) found.push([]);
  }
  return found.filter((piece) => piece.length > 1);
}

/** Rivers and names that lie on a map. @param {Dress} dress @param {any} map @returns {Dress} */
export function dressed(dress, map) {
  if (!map?.areas) return dress;
  const g = map.grid,
    rivers = new Set(map.rivers.map((/** @type {any} */ one) => one.name)),
    onMap = (/** @type {number} */ row, /** @type {number} */ x) =>
      row >= g.first_row && row <= g.last_row && x >= g.first_column && x <= g.last_column + 0.5;
  const shown = (/** @type {any} */ name) =>
    name.along
      ? name.along.every((/** @type {[number, number]} */ at) => onMap(at[0], at[1]))
      : rivers.has(name.river) && name.rows[0] >= g.first_row && name.rows[1] <= g.last_row;
  return {
    ...dress,
    streams: dress.streams.filter((one) => one.of.some((name) => rivers.has(name))),
    names: {
      ...dress.names,
      curved: dress.names.curved.filter(shown),
      fixed: dress.names.fixed.filter((/** @type {any} */ one) => onMap(one.row + 0.56, one.x)),
    },
  };
}
