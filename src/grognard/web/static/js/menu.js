// @ts-check
// The menu behind the button at the right of the bar: theme, text size, and what a page adds.
import { h, s } from "./dom.js";
import { segments } from "./marks.js";
import { choose, setting } from "./settings.js";

/** @param {() => import("./dom.js").Child[]} more */
export function menuButton(more) {
  /** @type {HTMLElement | null} */
  let panel = null;
  const close = () => {
    panel?.remove();
    panel = null;
    button.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", outside, true);
  };
  const outside = (/** @type {Event} */ e) => {
    if (e.target instanceof Node && !panel?.contains(e.target) && !button.contains(e.target)) close();
  };
  const open = () => {
    const made = (panel = h(
      "div.menu-panel.float",
      {
        role: "dialog",
        "aria-label": "Menu",
        onkeydown: (/** @type {KeyboardEvent} */ e) => {
          if (e.key === "Escape") {
            e.stopPropagation();
            close();
            button.focus();
          }
        },
      },
      h(
        "div.row",
        null,
        "Theme",
        segments(
          "theme",
          [
            ["", "System"],
            ["light", "Light"],
            ["dark", "Dark"],
          ],
          setting("theme"),
          (v) => choose("theme", v),
          "Theme",
        ),
      ),
      h(
        "div.row",
        null,
        "Text",
        segments(
          "text",
          [
            ["90", "90"],
            ["", "100"],
            ["120", "120"],
            ["140", "140"],
          ],
          setting("text"),
          (v) => choose("text", v),
          "Text size in percent",
        ),
      ),
      more(),
    ));
    document.body.append(made);
    button.setAttribute("aria-expanded", "true");
    document.addEventListener("pointerdown", outside, true);
    /** @type {HTMLElement | null} */ (made.querySelector("input, button"))?.focus();
  };
  const button = h(
    "button.icon.menu",
    { type: "button", "aria-label": "Menu", "aria-expanded": "false", onclick: () => (panel ? close() : open()) },
    s(
      "svg",
      { viewBox: "0 0 20 20", width: 18, height: 18, "aria-hidden": "true" },
      s("path", { d: "M3 5h14M3 10h14M3 15h14", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round" }),
    ),
  );
  return { button, close };
}
