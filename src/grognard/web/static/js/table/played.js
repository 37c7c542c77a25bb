// @ts-check
// Acts of a playback on the map: paths, where units came from, numbers and results. Past acts are faint, the one shown is strong,
// those to come are dotted and keep their results to themselves.
import { neighbours } from "../map/hexgrid.js";
import * as over from "../map/overlays.js";
import { routes } from "./playback.js";
import { tone } from "./playbackview.js";

/** @typedef {import("./playback.js").Playback} Playback */
/** @typedef {import("./playback.js").Act} Act */
/** @typedef {import("./play.js").Play} Play */

const FADED = 0.45;
const TO_COME = 0.28;
const MOST = 30; // acts drawn at a time: of a whole game those before and after the one shown

/** The acts that are drawn, with their numbers. @param {Playback} playback @returns {[number, Act][]} */
function drawn(playback) {
  const first = playback.whole ? playback.index : Math.max(0, playback.index - MOST),
    end = playback.whole ? playback.index + 1 : playback.acts.length;
  return playback.acts.map((act, k) => /** @type {[number, Act]} */ ([k, act])).slice(Math.max(0, first), end);
}

/** Under the counters: the hexes of the act that is shown, and where its units came from. @param {over.Over} o @param {Play} play */
export function playedHexes(o, { playback, model }) {
  for (const [k, act] of drawn(playback)) {
    const now = k === playback.index;
    if (k > playback.index) continue;
    for (const [hex] of routes(act).values()) if (model.map.hexes[hex]) over.ghost(o, hex, o.ink.foe, now ? 1 : FADED);
    if (now) for (const hex of shown(playback, act, model)) if (model.map.hexes[hex]) over.ring(o, hex, o.ink.foe, 4, 0.98);
  }
}

/** Over the counters: arrows and numbers. @param {CanvasRenderingContext2D} ctx @param {over.Over} o @param {Play} play */
export function playedArrows(ctx, o, { playback, model }) {
  for (const [k, act] of drawn(playback)) {
    const now = k === playback.index,
      ahead = k > playback.index;
    ctx.save();
    ctx.globalAlpha = now ? 1 : ahead ? TO_COME : FADED;
    for (const way of routes(act).values()) {
      const hexes = way.filter((hex) => model.map.hexes[hex]);
      if (hexes.length > 1) over.pathArrow(ctx, o.view, hexes, o.ink, ahead);
    }
    if (now && act.target) for (const hex of attackHexes(act, model)) over.attackArrow(ctx, o.view, hex, act.target, o.ink);
    const better = (act.better ?? []).filter((hex) => model.map.hexes[hex]);
    if (better.length > 1) over.pathArrow(ctx, o.view, better, o.ink, true, o.ink.good);
    const at = act.target || act.moves?.at(-1)?.to || act.hexes?.[0] || "";
    if (model.map.hexes[at]) {
      over.disc(ctx, o.view, at, String(k + 1), o.ink, now);
      if (act.code && !ahead)
        over.badge(ctx, o.view, at, now && !playback.decided ? "?" : act.code, colour(o, playback, act, now));
    }
    ctx.restore();
  }
}

/** Where the attackers of an act stand: next to its target. @param {Act} act @param {import("./model.js").Model} model */
function attackHexes(act, model) {
  const near = new Set(neighbours(act.target ?? ""));
  return new Set((act.attackers ?? []).map((id) => model.hexOf(id) ?? "").filter((hex) => near.has(hex)));
}

/** @param {Playback} playback @param {Act} act @param {import("./model.js").Model} model @returns {Set<string>} */
const shown = (playback, act, model) =>
  new Set(act.target ? [act.target, ...attackHexes(act, model)] : (act.moves ?? []).map((step) => step.to));

/** @param {over.Over} o @param {Playback} playback @param {Act} act @param {boolean} now */
function colour(o, playback, act, now) {
  if (now && !playback.decided) return o.ink.muted;
  return { loss: o.ink.bad, gain: o.ink.accent, none: o.ink.muted }[tone(playback, act)];
}
