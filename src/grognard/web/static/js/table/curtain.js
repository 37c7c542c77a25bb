// @ts-check
// The curtain between two players at one screen: while one side knows what the other must not, nothing is shown until
// the player it waits for opens it.
import { h } from "../dom.js";

/** @typedef {import("./play.js").Play} Play */

/** @param {Play} play */
export const curtain = (play) =>
  drop({
    side: play.model.veil ? play.model.side(play.model.veil) : "",
    shared: play.model.shared,
    open: () => play.unveil(),
  });

/** @param {{side: string, shared: boolean, open: () => void}} how shared: several play at this screen */
export const drop = ({ side, shared, open }) =>
  h(
    "div.curtain",
    { role: "dialog", "aria-modal": "true", "aria-labelledby": "curtain-head" },
    h(
      "div",
      null,
      h("h1", { id: "curtain-head" }, shared ? `The screen goes to the ${side} player` : "The table is hidden"),
      h(
        "p",
        null,
        shared ? "Hidden information comes next. Other players, please look away." : "The table is covered until you open it.",
      ),
      h(
        "button.primary",
        { type: "button", "data-key": "unveil", onclick: open },
        shared ? `I am the ${side} player: open` : "Open",
      ),
      h("p", null, h("a", { href: "#" }, "To the lobby")),
    ),
  );
