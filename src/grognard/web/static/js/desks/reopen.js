// @ts-check
// A table whose page changes while it is played: a mission opens the map of a fight, and its desk after it.

/** @typedef {import("./frame.js").Desk} Desk */

/** Whether the position on the screen is the present one. @param {Desk} desk */
export const isLive = (desk) => /** @type {any} */ (desk.table).at === /** @type {any} */ (desk.table).of;

/** Open the table again, with the page it has now. */
export function reopen() {
  const address = new URLSearchParams(location.hash.slice(1));
  address.delete("v"); // the other desk has other views
  history.replaceState(null, "", `#${address}`);
  dispatchEvent(new HashChangeEvent("hashchange"));
}
