// @ts-check
// Which page a table is played on: the map table, a game's own desk, or the plain desk every game can be played on.
// Each is loaded only when it is needed.
import { Seat } from "../api.js";
import { tokensOf } from "../seats.js";

/** @typedef {import("./frame.js").DeskOf} DeskOf */

/** Games with a desk of their own, and how it is fetched. @type {Record<string, () => Promise<{desk: DeskOf}>>} */
const OWN = {
  "longest-day": () => import("./tld/desk.js"),
  "beyond-the-rhine": () => import("./beyond-the-rhine/desk.js"),
  "purple-heart-draw": () => import("./phd/desk.js"),
};
/** Games played on the map table. */
const MAPS = new Set(["sword-beach", "beyond-the-rhine-map"]);
/** Games with both: the map is a view of the desk. */
const BOTH = new Set(["longest-day"]);

/** @param {HTMLElement} app @param {string} id @returns {Promise<() => void>} what to do on leaving */
export async function open(app, id) {
  const token = tokensOf(id)[0];
  if (!token) throw new Error("This browser has no seat at that table. Ask for its link.");
  const { game } = await new Seat(id, token).load();
  const asList = new URLSearchParams(location.hash.slice(1)).get("as") === "list"; // any game, without its map
  const map = new URLSearchParams(location.hash.slice(1)).get("v") ?? "map";
  if ((MAPS.has(game) || (BOTH.has(game) && map === "map")) && !asList)
    return (await import("../table/table.js")).openTable(app, id);
  const [{ openDesk }, { desk }] = await Promise.all([
    import("./frame.js"),
    asList || !OWN[game] ? import("./plain.js") : OWN[game](),
  ]);
  return openDesk(app, id, desk);
}

/** The desk of people who play on their own map: no table, the papers are kept in this browser.
 * @param {HTMLElement} app @param {string} game @returns {Promise<() => void>} */
export async function openPaper(app, game) {
  if (!OWN[game]) throw new Error(`There is no desk for ${game}.`);
  const [{ openDesk }, { desk }, { Paper }] = await Promise.all([import("./frame.js"), OWN[game](), import("./paper.js")]);
  return openDesk(app, game, desk, await Paper.open(game));
}
