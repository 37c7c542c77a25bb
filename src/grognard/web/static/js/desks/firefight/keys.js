// @ts-check
// The keyboard of the map: looking, the cursor, and letters for what is often done.
import { mapEnter } from "../phd/map.js";
import { aim, lookKeys } from "./look.js";
import { isAimed } from "./panels.js";
import { pointAt, wayOf } from "./way.js";

/** @typedef {import("../frame.js").Desk} Desk */

/** The letters that do one thing. @type {Record<string, string>} */
const LETTERS = { A: "assault", D: "double" };

/** The letters that do one thing with all who can. @type {Record<string, RegExp>} */
const TOGETHER = { G: /^(along|join) / };

/** The keys, with what they do, for the help. */
export const KEYS = /** @type {[string, string][]} */ ([
  ["L", "see what the hex under the hand sees; again or Esc: let go"],
  ["arrows", "move the cursor from hex to hex; Enter: a click there"],
  ["N", "the next unit that can do something"],
  ["F", "the next lit hex: the next target, or the next place to go to"],
  ["Enter", "rolls the dice of an attack that is declared"],
  ["E", "ends the move of the stack or the vehicle"],
  ["I", "the next unit that waits off the map is to come in; ends the move under way"],
  ["A  D", "Assault Movement; Double Time"],
  ["G", "all of the hex come along, or all who can join the fire"],
  ["H", "hold fire"],
  ["1 … 9", "a shot or an attack of the list"],
]);

const OF_THE_MAP = /^(Arrow.*|Enter|[+=0-])$/;

/** @param {Desk} d @param {KeyboardEvent} e */
export function mapKey(d, e) {
  if (e.ctrlKey || e.metaKey || e.altKey) return false;
  if (lookKeys(d, e) || does(d, e.key.toUpperCase())) return true;
  if (/^[1-9]$/.test(e.key)) return pick(Number(e.key));
  if (e.key === "Enter" && roll(d, e)) return true;
  if (!OF_THE_MAP.test(e.key)) return false; // the letters of the campaign's overlays
  const arrow = e.key.startsWith("Arrow");
  if (arrow && !d.own.hex && begin(d)) return true;
  const done = mapEnter(d, e);
  if (done && arrow) follow(d);
  return done;
}

/** @param {Desk} d @param {string} letter */
function does(d, letter) {
  const { mine, actions } = d.model;
  if (!mine) return false;
  const one = LETTERS[letter],
    all = TOGETHER[letter] ? actions.filter((a) => TOGETHER[letter].test(a) && d.table.units?.[a.split(" ")[1]]?.hex) : [];
  if (letter === "N") return next(d);
  if (letter === "F") return nextGoal(d);
  if (letter === "I") return press(".dk-side [data-key=enter-next]");
  if (
    letter === "E" &&
    actions.includes("done") &&
    /\b(way|drive)\b/.test(d.table.purpose ?? "") &&
    !/rout/.test(d.table.purpose ?? "")
  )
    return (void d.send("done"), true);
  if (one && actions.includes(one)) return (void d.send(one), true);
  if (all.length) return (void d.sendAll(all), true);
  if (letter === "H" && actions.includes("done") && /reaction|First Fire/.test(d.table.purpose ?? ""))
    return (void d.send("done"), true);
  return false;
}

/** The attack with this number in the list. @param {number} number */
function pick(number) {
  const rows = document.querySelectorAll(".ff-shot");
  const row = rows[number - 1];
  if (!(row instanceof HTMLElement)) return false;
  row.click();
  return true;
}

/** A button of the panel is pressed, if it is there. @param {string} selector */
function press(selector) {
  const found = document.querySelector(selector);
  if (!(found instanceof HTMLElement)) return false;
  found.click();
  return true;
}

/** The next unit that can act has the focus: Enter takes it. @param {Desk} d */
function next(d) {
  const all = [...document.querySelectorAll(".phd-pick button")].filter((b) => b instanceof HTMLElement),
    at = all.indexOf(/** @type {any} */ (document.activeElement)),
    found = all[(at + 1) % all.length];
  if (!found) return false;
  found.focus();
  const unit = d.table.units?.[(found.dataset.key ?? "").split(" ")[1] ?? ""];
  if (unit?.hex) d.own.chart?.show(unit.hex);
  return true;
}

/** Enter rolls the dice of an attack that is declared, unless it is for what has the focus or for a lit hex. @param {Desk} d @param {KeyboardEvent} e */
function roll(d, e) {
  const on = e.target instanceof Element ? e.target.closest("button, a, summary, input, select") : null;
  if (on || !isAimed(d) || !d.model.actions.includes("done") || d.own.goals?.includes(d.own.hex)) return false;
  void d.send("done");
  return true;
}

/** The cursor goes on to the next lit hex. @param {Desk} d */
function nextGoal(d) {
  const goals = /** @type {string[]} */ (d.own.goals ?? []);
  if (!d.own.who || !goals.length) return false;
  d.own.hex = goals[(goals.indexOf(d.own.hex) + 1) % goals.length];
  d.own.chart?.show(d.own.hex);
  follow(d);
  d.changed();
  return true;
}

/** The cursor begins where the unit stands that was chosen, or at the first lit hex. @param {Desk} d */
function begin(d) {
  const id = wayOf(d)?.units[0] ?? (d.own.who ?? "").split(" ")[1],
    hex = d.table.units?.[id]?.hex || d.own.goals?.[0] || Object.keys(d.own.ground?.stacks ?? {})[0];
  if (!hex) return false;
  d.own.hex = hex;
  d.own.chart?.show(hex);
  follow(d);
  d.changed();
  return true;
}

/** What is under the cursor is pointed at; the map takes the keys. @param {Desk} d */
function follow(d) {
  d.own.chart?.box.focus();
  aim(d, d.own.hex);
  pointAt(d, d.own.hex);
}
