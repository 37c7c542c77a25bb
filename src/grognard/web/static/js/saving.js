// @ts-check
// Files a person keeps, and addresses a person sends.
import { h } from "./dom.js";
import { announce, toast } from "./marks.js";

/** Saves the record of a table under a name that can be read. @param {import("./api.js").Seat} seat */
export async function saveRecord(seat) {
  try {
    const { blob, name } = await seat.recordFile(),
      url = URL.createObjectURL(blob);
    h("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 2000);
  } catch (error) {
    toast(`The record could not be saved: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** A field with an address and a button that copies it. @param {string} label @param {string} url */
export function linkField(label, url) {
  const field = h("input", { type: "text", readonly: true, value: url, onfocus: () => field.select() }),
    button = h("button", { type: "button", "data-key": "copy-link", onclick: () => void copy(field, button) }, "Copy link");
  return h("div.linkfield", null, h("label", null, label, field), button);
}

/** @param {HTMLInputElement} field @param {HTMLElement} button */
async function copy(field, button) {
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = "Copied";
    announce("The link is copied.");
  } catch {
    field.select(); // without an encrypted connection a page has no clipboard
    toast("This browser does not let the page copy. The link is selected: press Ctrl+C.");
  }
}
