// @ts-check
// Beyond the Rhine on the map table: what is drawn and said for it beside what every map game has.
import { h } from "../../dom.js";
import * as over from "../../map/overlays.js";
import { centre, corners, edge, neighbours } from "../../map/hexgrid.js";
import { glanceOf } from "./glance.js";
import { choosing, lensOver } from "./lens.js";
import { sendAndKeep } from "./keys.js";
import { onwardBox } from "./onward.js";
import { planBox } from "./plan.js";

export { badges } from "./badges.js";
export { planned, underWay } from "./fight.js";
export { KEYS, key } from "./keys.js";
export { lens } from "./lens.js";
export { onward } from "./onward.js";
export { howTo } from "./phrases.js";

/** @typedef {import("../../table/play.js").Play} Play */

const sheet = new URL("../../../css/desks/rhine-map.css", import.meta.url).href;
if (![...document.styleSheets].some((s) => s.href === sheet))
  document.head.append(h("link", { rel: "stylesheet", href: sheet }));

/** @param {Play} play */
export const before = (play) => [choosing(play)];

/** Below the guide: what is planned, and phases to be ended. @param {Play} play */
export const after = (play) => [onwardBox(play), planBox(play)];

const KEEPS = /^(load|unload|stack|drop|strat|reserve|recall|release|extend|fold) /;

/** A choice that is pressed: what is done with the unit in hand leaves it in hand. @param {Play} play @param {string} text */
export function press(play, text) {
  const unit = text.split(" ")[1];
  return KEEPS.test(text) && unit === play.selected ? sendAndKeep(play, text, unit) : play.send(text);
}

/** Choices that have a place of their own: with the modes and the fuel of a unit, with the dumps (blow, rail), with the standing. @param {string} text */
export const hidden = (text) => /^((mode|fuel|fuelhq|fuelformation|blow|entrain) |concede$)/.test(text);

/** Marks on a counter: letters, each with a colour of its own. @param {any} at @returns {[string, string][]} */
export function marks(at) {
  return /** @type {[string, string][]} */ (
    [
      at.dg && ["DG", "dg"],
      at.reserve && ["R", "reserve"],
      at.mode === "strat" && ["ST", "strat"],
      at.exploit && ["E", "exploit"],
      at.cut_off && ["OUT", "out"],
      at.extender && ["EXT", "reserve"],
      at.load && [`${at.load}T`, "exploit"],
      at.stock && [at.stock === "low" ? "LOW" : "EXH", "low"],
    ].filter(Boolean)
  );
}

/** How a counter lies: the figures of the side that shows, Move side turned, steps as pips. @param {any} at @param {any} unit */
export function face(at, unit) {
  if (!at.mode) return null;
  const turned = at.mode !== "combat";
  return {
    figures: turned ? unit.move_side.join("-") : unit.full.join("-"),
    turned,
    pips: unit.steps > 1 ? [at.left ?? unit.steps, unit.steps] : null,
  };
}

/** The figures of a counter in words, by its kind. @param {any} unit @param {any} at */
export function figures(unit, at) {
  const [first, second, allowance] = unit.stats,
    left = at.left === undefined || unit.steps < 2 ? "" : `, ${at.left} of ${unit.steps} steps`;
  if (unit.type === "supply") return at.load ? `carries ${at.load}T` : "empty";
  if (unit.type === "hq") return unit.full.join(" ").replace("HQ", "throws") + " MP";
  if (unit.type === "aircraft") return `barrage ${first}`;
  const fights = unit.type === "artillery" ? `barrage ${first}, range ${second}` : `strength ${first}, AR ${second}`;
  return `${fights}, MA ${allowance}${left}`;
}

/** What stands below a counter of an open stack. @param {any} unit */
export const tag = (unit) => (unit.re ? `${spoken(unit.re)} RE` : "");

const spoken = (/** @type {number} */ re) =>
  `${Math.floor(re) || ""}${["", "¼", "½", "¾"][Math.round((re % 1) * 4)] ?? ""}` || "0";

const MOST_RE = 10;

/** How full each stack is, of the ten RE a hex holds; nothing of a stack that is covered. @param {Play} play @returns {Record<string, number>} */
export function stacked(play) {
  const stacks = glanceOf(play)?.stacks ?? {};
  return Object.fromEntries(
    Object.entries(stacks)
      .filter(([, row]) => !row.covered)
      .map(([hex, row]) => [hex, row.re / MOST_RE]),
  );
}

const NEAR = 4; // hexes: a dump or an objective as near as this to a fighting unit belongs to the front

/** The front: the hexes of fighting units next to the enemy or behind those, and the objectives beside them. @param {Play} play */
export function frontHexes(play) {
  const { model } = play,
    g = glanceOf(play),
    units = [...model.units.values()].filter((u) => model.hexOf(u.id) && u.type !== "supply"),
    hexes = [...new Set(units.map((u) => String(model.hexOf(u.id))))];
  if (!g || !hexes.length) return hexes;
  const of = (/** @type {string} */ side) => [
      ...new Set(units.filter((u) => u.side === side).map((u) => String(model.hexOf(u.id)))),
    ],
    [ours, theirs] = [of("allied"), of("german")],
    near = (/** @type {string[]} */ one, /** @type {string[]} */ other) =>
      one.filter((a) => other.some((b) => between(a, b) <= NEAR));
  const line = [...near(ours, theirs), ...near(theirs, ours)];
  return line.length ? [...line, ...near(Object.keys(g.objectives), line)] : hexes;
}

/** Hexes from one to another, by the distance of their middles. @param {string} a @param {string} b */
function between(a, b) {
  const p = centre(a),
    q = centre(b);
  return Math.round(Math.hypot(p.x - q.x, p.y - q.y));
}

/** Land of the enemy, the front, land closed by orders; the reach and trace of the unit in hand. @param {over.Over} o @param {Play} play */
export function overMap(o, play) {
  const g = glanceOf(play),
    held = play.laid.data.control?.hexes;
  if (g && held) {
    shade(o, play, held, g.area);
    if (g.closed.length) over.hatched(o, g.closed, o.ink.closedHatch, 7);
    front(o, held, g.area);
    for (const hex of Object.keys(g.hedgehogs)) spikes(o, hex);
  }
  lensOver(o, play);
}

/** @param {over.Over} o @param {Play} play @param {Record<string, string>} held @param {string[]} area */
function shade({ ctx, ink }, play, held, area) {
  const theirs = area.filter((hex) => held[hex] === "german");
  if (!theirs.length) return;
  ctx.save();
  ctx.globalAlpha = 0.16;
  ctx.fillStyle = ink.german;
  ctx.fill(over.areaPath(theirs));
  ctx.restore();
}

/** The works of a hedgehog: spikes along the rim of its hex. @param {over.Over} o @param {string} hex */
function spikes({ ctx, ink, view }, hex) {
  const rim = corners(centre(hex), 0.86),
    tips = corners(centre(hex), 0.99),
    line = over.hexPath(hex, 0.86);
  for (let k = 0; k < 6; k++)
    for (const f of [0.12, 0.37, 0.63, 0.88]) {
      const n = (k + 1) % 6;
      line.moveTo(rim[k].x + (rim[n].x - rim[k].x) * f, rim[k].y + (rim[n].y - rim[k].y) * f);
      line.lineTo(tips[k].x + (tips[n].x - tips[k].x) * f, tips[k].y + (tips[n].y - tips[k].y) * f);
    }
  ctx.save();
  ctx.strokeStyle = ink.frontDark;
  ctx.lineWidth = Math.max(1.8 / view.scale, 0.035);
  ctx.stroke(line);
  ctx.restore();
}

/** The line between the sides: dark, with light dashes. @param {over.Over} o @param {Record<string, string>} held @param {string[]} area */
function front({ ctx, ink, view }, held, area) {
  const inside = new Set(area),
    line = new Path2D(),
    px = 1 / view.scale;
  for (const hex of area)
    if (held[hex] === "allied")
      for (const next of neighbours(hex))
        if (inside.has(next) && held[next] === "german") {
          const [a, b] = edge(centre(hex), centre(next));
          line.moveTo(a.x, a.y);
          line.lineTo(b.x, b.y);
        }
  ctx.save();
  ctx.lineCap = "round";
  ctx.strokeStyle = ink.frontDark;
  ctx.lineWidth = Math.max(4 * px, 0.07);
  ctx.stroke(line);
  ctx.setLineDash([7 * px, 7 * px]);
  ctx.strokeStyle = ink.frontLight;
  ctx.lineWidth = Math.max(2 * px, 0.03);
  ctx.stroke(line);
  ctx.restore();
}
