// @ts-check
// Which page a table is played on: the map table, a game's own desk, or the plain desk every game can be played on.
// Each is loaded only when it is needed.
import { Seat, pageOf } from "../api.js";
import { tokensOf } from "../seats.js";

/** @typedef {import("./frame.js").DeskOf} DeskOf */

/** The desk of a game's own. @param {string} module @returns {Promise<{desk: DeskOf}>} */
const own = (module) => import(`../${module}`);

/** @param {HTMLElement} app @param {string} id @returns {Promise<() => void>} what to do on leaving */
export async function open(app, id) {
  const token = tokensOf(id)[0];
  if (!token) throw new Error("This browser has no seat at that table. Ask for its link.");
  const table = await new Seat(id, token).load(),
    page = await pageOf(table.game);
  const now = /** @type {any} */ (table).desk || page.desk; // a game within a game has a desk of its own
  const asList = new URLSearchParams(location.hash.slice(1)).get("as") === "list"; // any game, without its map
  const map = new URLSearchParams(location.hash.slice(1)).get("v") ?? "map";
  if (page.map && (!page.desk || map === "map") && !asList) return (await import("../table/table.js")).openTable(app, id);
  const [{ openDesk }, { desk }] = await Promise.all([import("./frame.js"), asList || !now ? import("./plain.js") : own(now)]);
  return openDesk(app, id, desk);
}

/** The desk of people who play on their own map: no table, the papers are kept in this browser.
 * @param {HTMLElement} app @param {string} game @returns {Promise<() => void>} */
export async function openPaper(app, game) {
  const page = await pageOf(game);
  if (!page.desk) throw new Error(`There is no desk for ${game}.`);
  const [{ openDesk }, { desk }, { Paper }] = await Promise.all([import("./frame.js"), own(page.desk), import("./paper.js")]);
  return openDesk(app, game, desk, await Paper.open(game));
}
