// @ts-check
// The curtain between two players at one desk.

import { fill } from "../dom.js";
import { drop } from "../table/curtain.js";

/** While the curtain is down the page stays as the other player saw it, and cannot be seen. @param {{root: HTMLElement, veil: HTMLElement}} page @param {import("./frame.js").Desk} desk */
export function veiled(page, desk) {
  const down = desk.veil;
  page.root.classList.toggle("veiled", Boolean(down));
  page.root.toggleAttribute("inert", Boolean(down));
  if (!down) {
    desk.opened = desk.table.seat ?? null;
    page.veil.replaceChildren();
    return false;
  }
  if (page.veil.dataset.side === down && page.veil.firstChild) return true;
  page.veil.dataset.side = down;
  fill(page.veil, drop({ side: desk.side(down), shared: true, open: () => desk.unveil() }));
  page.veil.querySelector("button")?.focus();
  return true;
}
