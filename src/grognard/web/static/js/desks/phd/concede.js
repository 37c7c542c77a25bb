// @ts-check
// Conceding the mission or the scenario of a card.
import { h } from "../../dom.js";
import { words } from "./action_text.js";

/** @typedef {import("../frame.js").Desk} Desk */

/** A side may concede; folded away, for it ends the game. @param {Desk} desk */
export const concession = (desk) =>
  desk.model.mine &&
  desk.model.actions.includes("concede") &&
  h(
    "details",
    null,
    h("summary", null, "Concede"),
    h("button", { type: "button", "data-key": "do concede", onclick: () => void desk.send("concede") }, words("concede", desk)),
  );
