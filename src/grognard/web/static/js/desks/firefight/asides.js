// @ts-check
// What stands below the decision: weapons to be given, units off the map, and what is seldom wanted, folded away.
import { h } from "../../dom.js";
import { orders } from "../orders.js";
import { counter } from "./counters.js";

/** @typedef {import("../frame.js").Desk} Desk */

/** Who carries each weapon, and who may get it. @param {Desk} desk */
export function weapons(desk) {
  const gifts = desk.model.actions.filter((a) => a.startsWith("give ")),
    ids = [...new Set(gifts.map((a) => a.split(" ")[1]))];
  return (
    ids.length > 0 &&
    fold(desk, "weapons", `Weapons (${ids.length})`, !desk.table.turn, [
      ids.map((id) =>
        h(
          "label.ff-weapon",
          null,
          h("span", null, desk.table.units?.[id]?.label ?? id),
          h(
            "select",
            { "data-key": `give ${id}`, onchange: (/** @type {any} */ e) => e.target.value && void desk.send(e.target.value) },
            h("option", { value: "" }, "Give to…"),
            gifts
              .filter((a) => a.split(" ")[1] === id)
              .map((a) => h("option", { value: a }, desk.table.units?.[a.split(" ")[2]]?.label ?? a)),
          ),
        ),
      ),
    ])
  );
}

/** Units that are not on the map yet. @param {Desk} desk */
export function waiting(desk) {
  const off = (desk.see("ground") ?? desk.own.ground)?.off_map ?? [];
  if (!off.length || /way|drive/.test(desk.table.purpose ?? "")) return false;
  if (desk.model.actions.some((a) => /^(place|move|shroud) /.test(a))) return false;
  const sides = [...new Set(/** @type {string[]} */ (off.map((/** @type {any} */ unit) => unit.side)))];
  return sides.map((side) => [
    h("h3", null, waitingWords(desk, side)),
    h(
      "div.phd-pick.ff-pick",
      { role: "group", "aria-label": waitingWords(desk, side), tabindex: 0 },
      off
        .filter((/** @type {any} */ unit) => unit.side === side)
        .map((/** @type {any} */ unit) => h("span.ff-wait", { title: unit.title }, counter(unit, 44))),
    ),
  ]);
}

/** Whose units are off the map. @param {Desk} desk @param {string} side */
function waitingWords(desk, side) {
  const own = side === desk.table.seat;
  if (desk.table.turn) return `Off the map: ${own ? "your units" : desk.side(side)}`;
  return own ? "Your force, waiting to enter" : `${desk.side(side)} force, waiting to enter`;
}

/** A part of the panel that the player opens and closes. @param {Desk} desk @param {string} name @param {string} title @param {boolean} opened @param {import("../../dom.js").Child} content */
export function fold(desk, name, title, opened, content) {
  const folds = (desk.own.folds ??= {});
  return h(
    "details.phd-hands",
    {
      open: folds[name] ?? opened,
      "data-key": `fold-${name}`,
      ontoggle: (/** @type {any} */ e) => {
        if (e.target.open !== (folds[name] ?? opened)) folds[name] = e.target.open;
      },
    },
    h("summary", null, title),
    content,
  );
}

const FOLDED = /** @type {Record<string, string>} */ ({
  fortify: "a fortified building",
  mine: "mines",
  turn: "Guns turned",
  watch: "Spotters",
  ruin: "weapons to destroy",
  shed: "weapons to leave",
  deploy: "squads to deploy",
  halve: "half-squads",
  bare: "“?” to give up",
  dismantle: "weapons to take apart",
  despair: "units to stay desperate",
  claim: "Wall Advantage",
  drop: "Wall Advantage",
});

/** What is seldom wanted. @param {Desk} desk @param {string[]} folded */
export const more = (desk, folded) =>
  fold(
    desk,
    "more",
    `More: ${[...new Set(folded.map((a) => FOLDED[a.split(" ")[0]]))].join(", ")} (${folded.length})`,
    false,
    orders(desk, { only: (a) => folded.includes(a), title: "More", write: false }),
  );
