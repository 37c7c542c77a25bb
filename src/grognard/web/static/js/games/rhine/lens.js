// @ts-check
// The unit in hand: both modes side by side with reach, fuel and overruns; its trace, and what bars it.
import { h } from "../../dom.js";
import { chip } from "../../marks.js";
import { sendAndKeep } from "./keys.js";
import { centre } from "../../map/hexgrid.js";
import * as over from "../../map/overlays.js";

/** @typedef {import("../../table/play.js").Play} Play */

/** The unit in hand as the server knows it, once a position. @param {Play} play @returns {any} */
export function lensOf(play) {
  const { model, selected } = play,
    id = selected && model.units.has(selected) && model.table.units[selected]?.hex ? selected : null;
  if (!id || model.past) return null;
  const own = /** @type {any} */ (play),
    key = `${model.table.seq} ${id}`;
  if (own.lensKey !== key) {
    own.lensKey = key;
    own.lens = null;
    model.seat.desk("lens", { unit: id }).then(
      (/** @type {any} */ found) => {
        if (own.lensKey === key) {
          own.lens = found;
          play.changed();
        }
      },
      () => {},
    );
  }
  return own.lens;
}

const NAMES = /** @type {Record<string, string>} */ ({ combat: "Combat", move: "Move" });

/** Modes and fuel: what is to be decided of the unit in hand. @param {Play} play */
export function choosing(play) {
  const l = lensOf(play);
  return l?.trace && play.model.table.mine ? [modes(play, l), fuel(play, l)] : null;
}

/** @param {Play} play */
export function lens(play) {
  const l = lensOf(play);
  return l?.trace ? trace(play, l) : null;
}

/** @param {Play} play @param {any} l */
function modes(play, l) {
  const { model } = play,
    now = model.table.units[l.unit].mode === "combat" ? "combat" : "move",
    turn = `mode ${l.unit}`,
    can = model.table.legal?.plain.includes(turn);
  const card = (/** @type {[string, any]} */ [mode, m]) =>
    h(
      "button",
      {
        type: "button",
        class: `rhine-mode ${mode}`,
        "aria-pressed": String(mode === now),
        disabled: mode !== now && !can,
        "data-key": `mode-${mode}`,
        title: mode === now ? "The side that shows" : "Turn it to this side",
        onclick: () => mode !== now && can && sendAndKeep(play, turn, l.unit),
      },
      h("b", null, NAMES[mode], mode === now ? h("small", null, " now") : can && h("kbd", null, mode === "combat" ? "C" : "V")),
      row("Figures", m.figures.join("-")),
      row("Points", `${m.points} ${m.mobility}`),
      Object.keys(m.reach).length > 0 && row("Reach", `${Object.keys(m.reach).length} hexes`),
      row("Zone", m.zone ? "6 hexes" : "none"),
      m.overruns.length > 0 && h("span.rhine-overruns", null, "Overruns: ", overruns(m.overruns)),
    );
  return h(
    "section.sec",
    null,
    h("h2", null, "Modes", h("span.r", null, chip(model.book, "BTR-ocs.mode.choose"))),
    h("div.rhine-modes", null, Object.entries(l.modes).map(card)),
    model.table.units[l.unit].mode === "strat" && h("p.muted", null, "In Strat Mode: Move side, twice the allowance."),
  );
}

/** @param {any[]} list */
const overruns = (list) => list.map((o) => `${o.hex} ${o.can ? "" : "needs "}${o.cost} MP`).join(", ");

/** @param {string} name @param {string} value */
const row = (name, value) => h("span.r", null, h("small", null, name), h("span", null, value));

/** @param {Play} play @param {any} l */
function fuel(play, l) {
  const { model } = play;
  if (!Object.values(l.modes).some((m) => /** @type {any} */ (m).needs_fuel)) return null;
  const legal = new Set(model.table.legal?.plain ?? []);
  return h(
    "section.sec",
    null,
    h("h2", null, "Fuel", h("span.r", null, chip(model.book, "BTR-ocs.move.fuel-when"))),
    l.fuel.has
      ? h("p.good", null, "It has fuel for this phase, or needs none on this side.")
      : h(
          "div.rhine-fuel",
          null,
          l.fuel.ways.map((/** @type {any} */ way) => {
            const text = `${way.verb} ${l.unit}`;
            return h(
              "button",
              { type: "button", disabled: !legal.has(text), "data-key": text, onclick: () => sendAndKeep(play, text, l.unit) },
              h("span", null, WAYS[way.verb] ?? way.verb),
              h("small.muted", null, way.serves.length > 1 ? `${way.serves.length} counters` : "this counter"),
              h("b", null, way.tokens === 4 ? "1 SP" : `${way.tokens}T`),
            );
          }),
        ),
  );
}

const WAYS = /** @type {Record<string, string>} */ ({
  fuel: "Single, this phase",
  fuelformation: "Formation, until Clean Up",
  fuelhq: "HQ and independents, until Clean Up",
});

/** @param {Play} play @param {any} l */
function trace(play, l) {
  const { model } = play,
    t = l.trace,
    total = l.dumps.reduce((/** @type {number} */ sum, /** @type {any} */ d) => sum + d.tokens, 0);
  return h(
    "section.sec",
    null,
    h("h2", null, "Supply", h("span.r", null, chip(model.book, t.clause))),
    h(
      "ul.facts",
      null,
      t.ok
        ? h("li.good", null, `In trace: ${t.path[0] ?? ""} to ${l.hex}, ${Math.max(t.path.length - 1, 0)} hexes.`)
        : t.because.map((/** @type {string} */ why) => h("li.bad", null, why)),
      !t.ok && t.bars.map((/** @type {any} */ b) => h("li", null, h("b", null, b.hex), ` is closed by ${b.by}`)),
      h(
        "li",
        null,
        total
          ? `Can draw ${total}T: ${l.dumps.map((/** @type {any} */ d) => `${d.hex} ${d.tokens}T`).join(", ")}`
          : "No dump is in reach by draw or throw.",
      ),
      h("li", null, `${l.steps[0]} of ${l.steps[1]} steps`),
      l.throws && h("li", null, `Throws supply ${l.throws.range} MP`),
    ),
  );
}

// ---------------------------------------------------------------- over the map

/** Both reaches, the trace of the unit in hand, the range of an HQ. @param {over.Over} o @param {Play} play */
export function lensOver(o, play) {
  const l = lensOf(play);
  if (!l?.trace) return;
  const now = play.model.table.units[l.unit]?.mode === "combat" ? "combat" : "move",
    lit = Boolean(play.choice); // the reach of the side that shows is lit by itself
  const numbered = new Set(lit ? Object.keys(l.modes[now]?.reach ?? {}) : []);
  for (const mode of ["combat", "move"]) {
    const reach = l.modes[mode]?.reach ?? {},
      hexes = Object.keys(reach),
      colour = mode === "move" ? o.ink.moveMode : o.ink.legal;
    if (!hexes.length || (mode === now && lit)) continue;
    rim(o, [...hexes, l.hex], colour, mode === "move");
    for (const hex of hexes.filter((one) => !numbered.has(one) && !play.model.stack(one).length)) {
      numbered.add(hex);
      spent(o, hex, reach[hex], colour);
    }
  }
  if (l.throws?.hexes.length && play.on.supply) rim(o, l.throws.hexes, o.ink.good, true);
  if (l.trace.path.length > 1) over.route(o, l.trace.path, o.ink.good, { width: 0.08 });
  for (const bar of l.trace.ok ? [] : l.trace.bars) over.cross(o, bar.hex, 0.15);
}

/** The points a hex costs, small: what it would take on the side that does not show, or with fuel. @param {over.Over} o @param {string} hex @param {string} cost @param {string} colour */
function spent({ ctx, ink, view }, hex, cost, colour) {
  const p = centre(hex),
    px = 1 / view.scale;
  ctx.save();
  ctx.font = `700 ${Math.max(11 * px, 0.2)}px sans-serif`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.lineWidth = 3 * px;
  ctx.strokeStyle = ink.halo;
  ctx.strokeText(short(cost), p.x, p.y);
  ctx.fillStyle = colour;
  ctx.fillText(short(cost), p.x, p.y);
  ctx.restore();
}

/** Points as they stand on a hex: "5 1/2" is 5½. @param {string} cost */
const short = (cost) =>
  cost
    .replace(/ ?1\/2/, "½")
    .replace(/ ?1\/3/, "⅓")
    .replace(/ ?2\/3/, "⅔")
    .replace(/ ?1\/6/, "⅙")
    .replace(/ ?5\/6/, "⅚");

/** A rim round many hexes. @param {over.Over} o @param {string[]} hexes @param {string} colour @param {boolean} dashed */
function rim({ ctx, ink, view }, hexes, colour, dashed) {
  const area = over.areaPath(hexes),
    px = 1 / view.scale;
  ctx.save();
  ctx.lineJoin = "round";
  ctx.strokeStyle = ink.halo;
  ctx.lineWidth = 5 * px;
  ctx.stroke(area);
  ctx.setLineDash(dashed ? [9 * px, 5 * px] : []);
  ctx.strokeStyle = colour;
  ctx.lineWidth = 2.6 * px;
  ctx.stroke(area);
  ctx.restore();
}
