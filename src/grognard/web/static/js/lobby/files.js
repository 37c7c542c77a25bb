// @ts-check
// Records as files: one that was sent becomes a table, or is checked in this browser.
import * as api from "../api.js";
import { checkFile } from "../checking.js";
import { h } from "../dom.js";
import { toast } from "../marks.js";
import { keep, keepCreator } from "../seats.js";

const LETTER = "grognard letter 1"; // how a mail file begins

export function files() {
  return h(
    "details.files",
    null,
    h("summary", null, "Open or check a file"),
    h("h2", null, "By mail"),
    h(
      "label.upload",
      null,
      h(
        "span.muted",
        null,
        "Open a record or a mail file you were sent, act, and send the record back. Dice are typed in, and nothing may be hidden.",
      ),
      h("input", { type: "file", accept: ".grog,.jsonl,.txt", "aria-label": "Open a record", onchange: open }),
    ),
    h("h2", null, "Check a game"),
    checkFile(),
  );
}

/** A record somebody sent becomes a table on this server. @param {Event} e */
async function open(e) {
  const file = /** @type {HTMLInputElement} */ (e.target).files?.[0];
  if (!file) return;
  try {
    const text = await file.text(),
      name = file.name.replace(/\.\w+$/, "").slice(0, 80);
    const made = text.includes(LETTER) ? await api.takeLetter(text) : await api.takeIn({ record: text, name });
    keepCreator(made.table, made.creator);
    for (const token of Object.values(made.seats)) keep(made.table, /** @type {string | null} */ (token));
    location.hash = `t=${made.table}`;
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
  }
}
