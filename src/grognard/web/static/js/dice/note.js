// @ts-check
// What a page says of dice whose secrets the players' browsers make: what play waits for, and what is wrong in this browser.
import { once } from "../action_queue.js";
import { h } from "../dom.js";

/** @typedef {(side: string | null) => string} Naming */

/** @param {string[]} sides @param {Naming} name @param {string} joint */
const listed = (sides, name, joint) => sides.map(name).join(joint);

/** The lead and the sentence, or nothing if play does not wait for the dice. @param {any} table @param {Naming} name @returns {[string, string] | null} */
export function waiting(table, name) {
  const { escrow } = table,
    waits = escrow?.waits;
  if (!waits || table.over) return null;
  const mine = waits.sides.includes(table.seat),
    others = waits.sides.filter((/** @type {string} */ side) => side !== table.seat),
    them = listed(others, name, " and ");
  if (escrow.problem === "insecure")
    return [
      "This browser cannot seal dice.",
      "A secret needs an encrypted connection (https), and this page came without one. Open the table over https, or let the server make the secrets of both sides.",
    ];
  if (escrow.problem === "elsewhere")
    return [
      "Another browser holds your dice.",
      "You sealed the dice of this table in another browser. Open the table there once.",
    ];
  if (waits.why === "seal")
    return [
      "The dice are being sealed.",
      others.length
        ? `Each player's browser makes its own secret before play. Play begins when ${them} opens the table.`
        : "This browser is making its secret.",
    ];
  if (waits.why === "open" && escrow.problem === "lost")
    return [
      "The roll waits.",
      `This browser does not hold your part of the dice: its storage was cleared, or you play in another browser. The roll is made when ${them} opens the table.`,
    ];
  if (waits.why === "open") return ["The dice are rolling.", "The roll is opened by the browser of either player."];
  const what = waits.why === "part" ? "hand over its part of the dice" : "seal the next 256 rolls";
  return [
    "The roll waits.",
    mine && !others.length
      ? `This browser has to ${what}.`
      : `The browser of ${them} has to ${what}. It does so when ${them} opens the table.`,
  ];
}

/** A button for a browser that can keep no secret. @param {any} table @param {import("../api.js").Seat} seat @param {() => any} reload */
export const declineButton = (table, seat, reload) =>
  table.escrow?.stage === "sealing" &&
  table.escrow.problem === "insecure" &&
  h(
    "div.choices",
    null,
    h(
      "button",
      {
        type: "button",
        "data-key": "decline",
        onclick: once(async () => {
          await seat.dice("decline", {});
          await reload();
        }),
      },
      "Let the server make the secrets",
    ),
  );

/** Who made the secrets of a table's dice. @param {any} table */
export const makers = (table) =>
  table.dice !== "committed"
    ? ""
    : table.escrow && table.escrow.stage !== "server"
      ? "Each player's browser made its own secret. No player and no server could foresee a roll alone, and none could choose one."
      : "The server made the secrets of both sides. No player could foresee or choose a roll; the server could have.";
