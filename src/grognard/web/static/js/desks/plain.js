// @ts-check
// The desk of a game that has none of its own yet: every legal action as a list, the log, the clauses, the questions.
import { h } from "../dom.js";
import { asking } from "./asking.js";
import { orders } from "./orders.js";

/** @type {import("./frame.js").DeskOf} */
export const desk = {
  tabs: [{ id: "orders", title: "Orders", icon: "list", draw: (desk) => h("div.dk-pad", null, orders(desk)) }],
  panel: (desk) => asking(desk),
};
