// @ts-check
// Pieces of the right panel that the table's own games and The Longest Day share.
import { h } from "../dom.js";

/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("./choices.js").Choice} Choice */

/** Subjects that are no units, a button each: pressed while its hexes are shown.
 * @param {Play} play @param {Choice[]} list @param {string} key @param {(subject: string) => any} words */
export const subjectButtons = (play, list, key, words) =>
  h(
    "div.choices",
    null,
    list.map(({ subject }) =>
      h(
        "button",
        {
          type: "button",
          "aria-pressed": String(play.selected === subject),
          class: play.selected === subject ? "primary" : "",
          "data-key": `${key}-${subject}`,
          onclick: () => play.select(subject),
        },
        words(subject),
      ),
    ),
  );

/** In place of the odds of a planned attack, while there are none. @param {import("./play.js").Plan} plan */
export const noOdds = (plan) =>
  h(
    "section.sec",
    null,
    h("p.muted", null, plan.error ?? (plan.attackers.size ? "Counting…" : "Choose at least one attacker.")),
  );

/** Under a planned attack: declare it, or let it go. @param {Play} play @param {string} words @param {boolean} ready */
export const declare = (play, words, ready) =>
  h(
    "div.go",
    null,
    h("button.primary", { type: "button", "data-key": "attack", disabled: !ready, onclick: () => play.attack() }, words),
    h("button", { type: "button", onclick: () => play.letGo() }, "Cancel", h("kbd", null, "Esc")),
  );
