// @ts-check
// The end of the arrivals step: counters that would be left behind are asked about first.
import { h } from "../../dom.js";

/** @typedef {import("../frame.js").Desk} Desk */

/** Ends the arrivals; while counters are due it asks first. @param {Desk} desk */
export function endArrivals(desk) {
  if (!desk.own.ledger.due.length || desk.own.leaving) return void desk.send("done");
  desk.own.leaving = true;
  desk.changed();
}

/** The question, with both answers. @param {Desk} desk */
export function leftBehind(desk) {
  const count = desk.own.ledger.due.length;
  return h(
    "div.rh-why",
    { role: "alert" },
    h(
      "p",
      null,
      `${count} ${count === 1 ? "counter is" : "counters are"} still due and will wait off the map. They can come on any later turn.`,
    ),
    h(
      "div.dk-row",
      null,
      h(
        "button",
        { type: "button", "data-key": "leave-behind", onclick: () => void desk.send("done") },
        `Leave ${count} behind`,
      ),
      h(
        "button",
        {
          type: "button",
          "data-key": "stay",
          onclick: () => {
            desk.own.leaving = false;
            desk.changed();
          },
        },
        "Go back",
      ),
    ),
  );
}
