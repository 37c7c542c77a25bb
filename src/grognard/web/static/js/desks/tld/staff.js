// @ts-check
// What the staff keeps: the ledger as the server tells it, with the counters of the game beside it.
import * as api from "../../api.js";

/** @typedef {import("../frame.js").Desk} Desk */

/** The counters, the map and the clauses never change: fetched once. @param {Desk} desk */
export async function openStaff(desk) {
  const { map, units } = await api.gameData(desk.table.game);
  desk.own.map = map;
  desk.own.units = new Map(units.map((/** @type {any} */ u) => [u.id, u]));
}

/** Whose staff this is: at a table the seat's; on paper the papers say. @param {Desk} desk @returns {Record<string, string>} */
export const mine = (desk) =>
  /** @type {any} */ (desk.model).paper ? {} : { side: desk.table.seat === "watch" ? "allied" : desk.table.seat };

/** Orders that belong together: on paper written at once, at a table one after another. @param {Desk} desk @param {string[]} orders */
export const sendAll = (desk, orders) => desk.sendAll(/** @type {any} */ (desk.model).paper ? [orders.join("\n")] : orders);

/** The ledger of this table, or nothing while it is being fetched; what was shown last stays until then. @param {Desk} desk @returns {any} */
export function staff(desk) {
  const found = desk.see("staff", mine(desk));
  if (found) {
    found.units = desk.own.units;
    desk.own.staff = found;
  }
  return found ?? desk.own.staff ?? null;
}
