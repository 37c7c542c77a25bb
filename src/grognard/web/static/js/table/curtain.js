// @ts-check
// The curtain between two players at one screen: while one side knows what the other must not, nothing is shown until
// the player it waits for opens it.
import { h } from "../dom.js";

/** @typedef {import("./play.js").Play} Play */

/** @param {Play} play */
export function curtain(play) {
  const { model } = play,
    side = model.veil ? model.side(model.veil) : "";
  return h(
    "div.curtain",
    { role: "dialog", "aria-modal": "true", "aria-labelledby": "curtain-head" },
    h(
      "div",
      null,
      h("h1", { id: "curtain-head" }, model.shared ? `The screen goes to the ${side} player` : "The table is hidden"),
      h(
        "p",
        null,
        model.shared
          ? "Hidden information comes next. Other players, please look away."
          : "The table is covered until you open it.",
      ),
      h(
        "button.primary",
        { type: "button", "data-key": "unveil", onclick: () => play.unveil() },
        model.shared ? `I am the ${side} player: open` : "Open",
      ),
      h("p", null, h("a", { href: "#" }, "To the lobby")),
    ),
  );
}
