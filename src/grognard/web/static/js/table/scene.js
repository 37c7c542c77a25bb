// @ts-check
// From what is chosen to what is drawn: the counters to show and the overlays under and over them.
import { neighbours } from "../map/hexgrid.js";
import * as over from "../map/overlays.js";
import { playedArrows, playedHexes } from "./played.js";
import { staffArrows, staffHexes } from "./staff.js";

/** @typedef {import("./play.js").Play} Play */

/** @param {Play} play @returns {import("../map/pieces.js").Shown} */
export function shown(play) {
  const { model } = play,
    t = model.table,
    busy = t.mine;
  const pieces = [...model.units.values()]
    .filter((u) => t.units[u.id]?.steps > 0 && model.hexOf(u.id))
    .map((unit) => {
      const at = t.units[unit.id];
      return {
        id: unit.id,
        unit,
        hex: /** @type {string} */ (model.hexOf(unit.id)),
        reduced: at.steps === 1,
        done: Boolean(busy && unit.side === t.to_move && (/movement/.test(t.phase ?? "") ? at.moved : at.fought)),
        label: model.label(unit),
        hidden: model.secret(unit.id),
        mark: model.dress.own?.mark?.(at),
        marks: model.dress.own?.marks?.(at),
        face: model.dress.own?.face?.(at, unit),
        tag: model.dress.own?.tag?.(unit),
      };
    });
  const chosen = new Set(play.plan ? play.plan.attackers : (t.combat?.attackers ?? []));
  return {
    pieces,
    badges: model.dress.own?.badges?.(play) ?? [],
    counted: Boolean(model.dress.counted),
    front: model.dress.own?.frontHexes?.(play) ?? null,
    stacked: model.dress.own?.stacked?.(play),
    beachheads: t.markers?.beachheads ?? [],
    dropZones: t.markers?.drop_zones ?? [],
    selected: play.selected,
    able: play.plan ? new Set(play.plan.possible) : model.able,
    chosen,
    fanned: play.fanned,
    lifted: play.on.lift,
  };
}

/** @param {Play} play @returns {import("../map/board.js").Paint} */
export function paint(play) {
  return {
    over: (o) => {
      const { model } = play,
        t = model.table;
      lay(o, play);
      if (play.playback.open) playedHexes(o, play);
      else if (play.plan) planned(o, play);
      else if (t.combat?.hex) fight(o, t.combat, model);
      else chosen(o, play);
      staffHexes(o, play);
      why(o, play);
      if (play.hovered && model.map.hexes[play.hovered]) over.ring(o, play.hovered, o.ink.label, 1.4, 0.98);
      for (const hex of play.glanced) if (model.map.hexes[hex]) over.ring(o, hex, o.ink.warn, 3.5, 0.98);
      if (play.pending?.hex) over.ring(o, play.pending.hex, o.ink.legal, 4.5);
      if (play.cursor) over.ring(o, play.cursor, o.ink.label, 3, 0.9, [7, 4]);
    },
    arrows: (ctx, o) => {
      const { model } = play,
        c = model.table.combat;
      if (play.playback.open) return playedArrows(ctx, o, play);
      staffArrows(ctx, o, play);
      if (play.on.moved) for (const unit of model.units.values()) done(ctx, o, model, unit);
      const from = play.plan ? [...play.plan.attackers] : (c?.attackers ?? []),
        to = play.plan?.hex ?? c?.hex;
      if (!to) return;
      for (const hex of new Set(from.map((/** @type {string} */ id) => model.hexOf(id))))
        if (hex && hex !== to) over.attackArrow(ctx, o.view, /** @type {string} */ (hex), to, o.ink);
    },
  };
}

/** What is laid over the map. @param {over.Over} o @param {Play} play */
function lay(o, play) {
  const { model, on } = play,
    data = play.laid.data;
  model.dress.own?.overMap?.(o, play);
  if (on.threats && data.threats) over.dotted(o, data.threats[model.eyes] ?? [], o.ink.warn);
  if (on.zones) over.zones(o, data.zones?.[model.foe] ?? model.nextToEnemy(model.eyes));
  if (on.control && data.control)
    for (const [hex, side] of Object.entries(data.control.hexes))
      over.owned(o, hex, o.ink[side === model.dress.objective?.holder ? "british" : "german"], model.side(side).slice(0, 1));
  if (on.supply && data.supply) supply(o, play, data.supply);
}

/** Paths to their sources; of a unit that is cut off the hexes it still reaches and what bars the way. @param {over.Over} o @param {Play} play
 * @param {NonNullable<import("./overlay_data.js").Overlays["supply"]>} data */
function supply(o, play, data) {
  const one = play.selected && data.units[play.selected] ? play.selected : null;
  for (const [id, s] of Object.entries(data.units)) {
    if (one && id !== one) continue;
    if (s.supplied && s.path.length > 1) over.route(o, s.path, o.ink.good, { width: 0.07 });
    const hex = play.model.hexOf(id);
    if (s.supplied || !hex) continue;
    over.ring(o, hex, o.ink.bad, 4);
    const here = new Set([hex, ...(s.cut?.reached ?? [])]),
      bars = [...(s.cut?.zones ?? []), ...(s.cut?.enemies ?? [])];
    for (const bar of bars) {
      const from = neighbours(bar).find((n) => here.has(n));
      if (from) over.route(o, [from, bar], o.ink.bad, { width: 0.07, dash: [0.1, 0.08] });
      over.cross(o, bar, 0.16);
    }
  }
  for (const hex of data.sources) over.ring(o, hex, o.ink.good, 3);
}

/** A tick on what has moved, a cross of swords on what has fought. @param {CanvasRenderingContext2D} ctx @param {over.Over} o @param {import("./model.js").Model} model @param {any} unit */
function done(ctx, o, model, unit) {
  const at = model.table.units[unit.id],
    hex = at?.steps ? model.hexOf(unit.id) : null;
  if (hex && (at.moved || at.fought)) over.token(ctx, o, hex, at.moved, at.fought);
}

/** What the subject in hand may choose. @param {over.Over} o @param {Play} play */
function chosen(o, play) {
  const { model } = play,
    choice = play.choice,
    targets = model.targets;
  if (choice && choice.verb !== "attack") {
    const own = play.selected ? model.hexOf(play.selected) : null;
    over.spotlight(o, own ? [...choice.hexes, own] : choice.hexes, 0.32);
    over.reach(
      o,
      new Map(choice.hexes.map((hex) => [hex, play.reach.has(hex) ? over.points(play.reach.get(hex) ?? "") : ""])),
      play.near,
      own ? [own] : [],
    );
    return;
  }
  const mine = new Set(choice?.hexes ?? []);
  for (const hex of targets.keys()) {
    if (mine.has(hex)) over.tint(o, hex, o.ink.zoc);
    over.ring(o, hex, o.ink.bad, mine.has(hex) ? 3.5 : 2.2, 0.95, mine.has(hex) ? null : [5, 4]);
  }
}

/** @param {over.Over} o @param {Play} play */
function planned(o, play) {
  const { model } = play,
    plan = /** @type {NonNullable<Play["plan"]>} */ (play.plan);
  const hexes = [...plan.attackers].map((id) => model.hexOf(id)).filter((x) => x !== null);
  over.spotlight(o, new Set([plan.hex, ...plan.possible.map((id) => model.hexOf(id) ?? plan.hex)]), 0.2);
  for (const hex of model.targets.keys()) if (hex !== plan.hex) over.ring(o, hex, o.ink.bad, 2, 0.95, [5, 4]);
  over.tint(o, plan.hex, o.ink.zoc);
  over.ring(o, plan.hex, o.ink.bad, 3.5);
  for (const hex of new Set(hexes)) over.ring(o, /** @type {string} */ (hex), o.ink.legal, 3.5);
}

/** @param {over.Over} o @param {any} combat @param {import("./model.js").Model} model */
function fight(o, combat, model) {
  const hexes = new Set((combat.attackers ?? []).map((/** @type {string} */ id) => model.hexOf(id)).filter(Boolean));
  over.spotlight(o, new Set([combat.hex, ...hexes]), 0.2);
  over.tint(o, combat.hex, o.ink.zoc);
  over.ring(o, combat.hex, o.ink.bad, 3.5);
  for (const hex of hexes) if (hex !== combat.hex) over.ring(o, /** @type {string} */ (hex), o.ink.legal, 3.5);
  const choice = model.choices.find((c) => c.verb === "withdraw"); // a retreat is part of the fight
  if (choice) over.reach(o, new Map(choice.hexes.map((hex) => [hex, ""])), new Set());
}

/** The way to a hex that cannot be reached: solid as far as it is legal. @param {over.Over} o @param {Play} play */
function why(o, play) {
  if (!play.why || play.why.verdict.legal) return;
  const { hex, verdict } = play.why,
    path = verdict.figures?.path ?? [],
    from = play.selected ? play.model.hexOf(play.selected) : null;
  if (path.length && from) {
    const way = path[0] === from ? path : [from, ...path],
      lit = new Set(play.choice?.hexes);
    let end = 0;
    while (end + 1 < way.length && lit.has(way[end + 1])) end++;
    if (end > 0) over.route(o, way.slice(0, end + 1), o.ink.legal);
    if (end + 1 < way.length) over.route(o, way.slice(end), o.ink.bad, { dash: [0.1, 0.08] });
  }
  over.ring(o, hex, o.ink.bad, 4);
  over.cross(o, hex);
}
