// @ts-check
// What the map shows when it is first drawn, when units enter, and when both sides are there; after that the player moves it.
import { isTap, wayOf } from "./way.js";

/** @typedef {import("../frame.js").Desk} Desk */

const MARGIN = 4; // hexes around what is shown
const LARGEST = 60; // pixels a hex: a few units do not fill the screen
const SMALLEST = 12;
const RIM = 0.8; // beyond the outermost hexes' middles, in hexsides: a counter there is seen whole
const FINGER = 26; // a hex is 44 pixels tall then

/** The card, the hexes to set up in, those of the sniper, the way in, the fight: each is framed once, and none again after a later one. */
const STAGES = ["card", "set-up", "sniper", "entry", "fight"];

/** @param {Desk} desk */
export function frame(desk) {
  const { chart, ground } = desk.own;
  if (!chart || !ground?.corners) return;
  const stage = stageOf(desk, ground),
    last = desk.own.framed?.chart === chart ? STAGES.indexOf(desk.own.framed.stage) : -1;
  if (STAGES.indexOf(stage) <= last) return showEntry(desk);
  if (!chart.box.clientWidth) return void requestAnimationFrame(() => frame(desk)); // not laid out yet
  desk.own.framed = { chart, stage };
  fit(chart, hexesOf(desk, ground, stage), [...desk.own.hexes.keys()]);
}

/** The unit that is chosen is in view; for a finger the hexes around it are large enough to be hit. @param {Desk} desk @param {string} hex */
export function approach(desk, hex) {
  const { chart } = desk.own;
  if (!chart) return;
  if (isTap() && chart.size < FINGER) {
    const spot = chart.world.grid.centre(hex);
    Object.assign(chart, { size: FINGER, x: spot.x, y: spot.y });
    chart.draw();
  }
  chart.show(hex);
}

/** A unit that waits off the map was chosen: the hexes where it may enter are in view, at the size of the moment or smaller. @param {Desk} desk */
function showEntry(desk) {
  const { chart, goals = [], shownEntry } = desk.own,
    id = entering(desk);
  if (id === shownEntry) return;
  desk.own.shownEntry = id;
  const inView = goals.filter((/** @type {string} */ hex) => chart.sees(hex)).length;
  if (id && 2 * inView < goals.length) fit(chart, goals, [...desk.own.hexes.keys()], chart.size);
}

/** @param {any} chart @param {string[]} shown @param {string[]} all @param {number} [largest] pixels a hex */
function fit(chart, shown, all, largest = LARGEST) {
  const spots = shown.map((hex) => chart.world.grid.centre(hex)),
    map = all.map((hex) => chart.world.grid.centre(hex)),
    { clientWidth, clientHeight } = chart.box;
  const [x, y] = [extent(spots.map((p) => p.x)), extent(spots.map((p) => p.y))];
  chart.size = Math.max(
    SMALLEST,
    Math.min(largest, clientWidth / (x.high - x.low + MARGIN), clientHeight / (y.high - y.low + MARGIN)),
  );
  chart.x = within((x.low + x.high) / 2, clientWidth / chart.size / 2, whole(map.map((p) => p.x)));
  chart.y = within((y.low + y.high) / 2, clientHeight / chart.size / 2, whole(map.map((p) => p.y)));
  chart.draw();
}

/** @param {number[]} values */
const extent = (values) => ({ low: Math.min(...values), high: Math.max(...values) });

/** The extent of the map, with the counters in its outermost hexes. @param {number[]} middles */
const whole = (middles) => {
  const { low, high } = extent(middles);
  return { low: low - RIM, high: high + RIM };
};

/** So that no empty strip is seen beside the map, where it is large enough. @param {number} middle @param {number} half @param {{low: number, high: number}} map */
const within = (middle, half, map) =>
  map.high - map.low < 2 * half ? (map.high + map.low) / 2 : Math.min(Math.max(middle, map.low + half), map.high - half);

/** @param {Desk} desk @param {any} ground */
function stageOf(desk, ground) {
  if (!desk.table.turn && desk.own.goals?.length)
    return /sniper/.test(desk.table.purpose ?? "") ? "sniper" : /set-up/i.test(desk.table.purpose ?? "") ? "set-up" : "card";
  if (!desk.table.turn) return "card";
  if (["us", "german"].every((side) => standing(ground, side).length)) return "fight";
  return entering(desk) ? "entry" : "card";
}

/** The unit or vehicle that is chosen, if it waits off the map. @param {Desk} desk @returns {string | null} */
function entering(desk) {
  if (!desk.model.mine) return null;
  const id = wayOf(desk)?.units[0] ?? (/drive/.test(desk.table.purpose ?? "") && desk.see("drive")?.vehicle?.id);
  return id && !desk.table.units?.[id]?.hex ? id : null;
}

/** @param {Desk} desk @param {any} ground @param {string} stage @returns {string[]} */
function hexesOf(desk, ground, stage) {
  const there = [...standing(ground, "us"), ...standing(ground, "german")];
  if (stage === "fight") return there;
  return stage === "card" ? ground.corners : [...there, ...(desk.own.goals ?? [])];
}

/** Where units of a side stand. @param {any} ground @param {string} side @returns {string[]} */
const standing = (ground, side) =>
  Object.entries(ground.stacks ?? {})
    .filter(([, all]) => all.some((/** @type {any} */ p) => p.side === side && p.kind !== "fort"))
    .map(([hex]) => hex);
