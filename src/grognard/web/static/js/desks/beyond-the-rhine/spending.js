// @ts-check
// The play step of a turn: the supply each nation spent at the table, the losses, and the end of the turn.
import { h } from "../../dom.js";
import { chip } from "../../marks.js";
import { orders } from "../orders.js";
import { goOn } from "./turn.js";

/** @typedef {import("../frame.js").Desk} Desk */

const SP = 4; // tokens
const NATIONS = { us: "US", cw: "CW", fr: "FR" };

/** Tokens as players say them: whole SP where they are. @param {number} tokens */
export const supplyWords = (tokens) => (tokens % SP ? `${tokens}T` : `${tokens / SP} SP`);

/** @param {Desk} desk */
export function spending(desk) {
  const { actions } = desk.model,
    told = new Set(["done", "losses"]);
  const rest = actions.filter((a) => !told.has(a) && !a.startsWith("spend "));
  return [
    h(
      "section.dk-orders",
      null,
      h(
        "p.muted",
        null,
        "Play the turn on your map. Then enter the supply you spent and your losses, and end the turn. ",
        chip(desk.book, "BTR-J.13"),
      ),
      Object.keys(NATIONS).map((nation) => row(desk, /** @type {keyof typeof NATIONS} */ (nation))),
      h(
        "div.dk-row",
        null,
        actions.includes("losses") &&
          h("button", { type: "button", "data-key": "do losses", onclick: () => void desk.send("losses") }, "Enter losses"),
        goOn(desk),
      ),
    ),
    orders(desk, { only: (a) => rest.includes(a) }),
  ];
}

/** The amounts a nation can spend, the smallest first. @param {Desk} desk @param {keyof typeof NATIONS} nation */
function row(desk, nation) {
  const amounts = desk.model.actions
    .filter((a) => a.startsWith(`spend ${nation} `))
    .map((a) => Number(a.split(" ")[2]))
    .sort((a, b) => a - b);
  if (!amounts.length) return null;
  return h(
    "div.rh-tell",
    { role: "group", "aria-label": `${NATIONS[nation]} spends` },
    h("span", null, `${NATIONS[nation]} spends`),
    h(
      "div.dk-row",
      null,
      amounts.map((n) =>
        h(
          "button.dk-pill",
          {
            type: "button",
            "data-key": `do spend ${nation} ${n}`,
            "aria-label": desk.words(`spend ${nation} ${n}`),
            onclick: () => void desk.send(`spend ${nation} ${n}`),
          },
          supplyWords(n),
        ),
      ),
    ),
  );
}
