// @ts-check
// A part of the page that could not be loaded.
import { h } from "../dom.js";

/** Says what failed and offers another try. @param {string} what @param {unknown} error @param {() => void} again */
export function failed(what, error, again) {
  return h(
    "section.failed",
    { role: "alert" },
    h("p", null, `${what}: ${error instanceof Error ? error.message : String(error)}`),
    h("button", { type: "button", "data-key": "load-again", onclick: again }, "Load again"),
  );
}
