// @ts-check
// Opening the table that was chosen: the seats of this browser are kept, the others get links to send.
import * as api from "../api.js";
import { session } from "../club/name.js";
import { able } from "../dice/able.js";
import { h, fill } from "../dom.js";
import { toast } from "../marks.js";
import { linkField } from "../saving.js";
import { keep, keepCreator } from "../seats.js";

/** @typedef {import("./newgame.js").Choice} Choice */

/** A seat for a player at another browser. @param {string} kind */
const byOthers = (kind) => kind === "link" || kind === "open";

/** Whether the players' own browsers make the secrets: two persons, not both at this screen, and an encrypted connection. @param {Choice} choice */
function byPages(choice) {
  const kinds = Object.values(choice.seats);
  return (
    choice.dice.kind === "committed" &&
    kinds.length === 2 &&
    kinds.some(byOthers) &&
    kinds.every((kind) => kind === "human" || byOthers(kind)) &&
    able()
  );
}

/** Who makes the secrets of the dice at the table as it is chosen. @param {Choice} choice */
export function makerWords(choice) {
  if (choice.dice.kind !== "committed") return "";
  if (byPages(choice))
    return "Each player's browser makes its own secret. Play begins when both players have opened the table.";
  const link = Object.values(choice.seats).some(byOthers) && !able();
  return `The server makes the secrets of both sides${link ? ", because this page came without an encrypted connection" : ""}.`;
}

/** @param {any} game @param {Choice} choice @param {HTMLElement} invite where the links are shown
 * @param {(table: string) => void} [opened] told of a table that waits for those who get a link */
export async function launch(game, choice, invite, opened = () => {}) {
  const seed = choice.dice.kind === "seeded" && choice.dice.seed ? { seed: choice.dice.seed } : {},
    dice = { kind: choice.dice.kind, ...seed, ...(byPages(choice) && { secrets: "pages" }) };
  try {
    const made = await api.newTable({ ...choice, game: game.name, dice });
    keepSeats(choice, made);
    await takeName(choice, made);
    const links = Object.keys(choice.seats).filter((side) => choice.seats[side] === "link");
    if (links.length) {
      invitation(game, choice, made, links, invite);
      opened(made.table);
    } else location.hash = `t=${made.table}`;
  } catch (error) {
    toast(String(error instanceof Error ? error.message : error));
  }
}

/** A player who is signed in plays their one seat under their name. @param {Choice} choice @param {any} made */
async function takeName(choice, made) {
  const own = Object.keys(choice.seats).filter((side) => choice.seats[side] === "human"),
    me = session();
  if (!me || own.length !== 1) return;
  try {
    await new api.Seat(made.table, made.seats[own[0]]).playAs(me.token);
  } catch (error) {
    toast(`You play without a name: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** @param {Choice} choice @param {any} made */
function keepSeats(choice, made) {
  const own = Object.keys(choice.seats).filter((side) => choice.seats[side] === "human");
  keepCreator(made.table, made.creator);
  for (const side of own) keep(made.table, made.seats[side]);
  if (!own.length) keep(made.table, made.watch);
}

/** @param {any} game @param {Choice} choice @param {any} made @param {string[]} sides @param {HTMLElement} invite */
function invitation(game, choice, made, sides, invite) {
  const address = (/** @type {string} */ side) =>
    `${location.origin}${location.pathname}#t=${made.table}&k=${made.seats[side]}`;
  fill(
    invite,
    h(
      "div.invite",
      { role: "status" },
      h("b", null, "The table is open. Send this link: the player who opens it takes the seat."),
      sides.map((side) => linkField(`${game.about.sides[side] ?? side} seat`, address(side))),
      byPages(choice) &&
        h("p", null, "Play begins when both players have opened the table: their browsers seal the dice first."),
    ),
  );
  invite.scrollIntoView();
}
