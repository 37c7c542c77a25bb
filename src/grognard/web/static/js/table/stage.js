// @ts-check
// The map table as a stage for playbacks: its camera, its sliding counters, who stands beside whom.
import { callName } from "../counters.js";
import { centre, neighbours } from "../map/hexgrid.js";

/** @typedef {import("./play.js").Play} Play */

/** @param {Play} play @returns {import("./playback.js").Stage} */
export function stageOf(play) {
  const { model } = play;
  return {
    model,
    past: {
      go: (at, quiet) => play.past.go(at, quiet),
      leave: () => {
        play.rolled = null; // dice that were played back do not tumble once more
        play.past.leave();
      },
    },
    changed: () => play.changed(),
    clear: () => play.clear(),
    side: (side) => model.side(side),
    asks: () => model.present.purpose ?? "",
    shows: (hex) => Boolean(model.map.hexes[hex]),
    reveal: (hexes) => play.board.revealAll(hexes),
    looking: () => {
      const was = play.board.looking();
      return () => {
        play.board.lookBack(was);
        play.showOpen();
      };
    },
    slide: (routes, ms, alive) => slide(play, routes, ms, alive),
    beside: (before, now) => beside(play, before, now),
  };
}

/** Counters slide along hexes. @param {Play} play @param {Map<string, string[]>} routes @param {number} ms @param {() => boolean} alive */
export function slide({ board }, routes, ms, alive) {
  const began = performance.now(),
    ways = [...routes].map(([unit, hexes]) => /** @type {[string, {x: number, y: number}[]]} */ ([unit, hexes.map(centre)]));
  return new Promise((done) => {
    const step = (/** @type {number} */ now) => {
      const t = Math.min(1, (now - began) / ms),
        ease = t * t * (3 - 2 * t);
      board.pieces.sliding.clear();
      if (t < 1 && alive()) {
        for (const [unit, way] of ways) board.pieces.sliding.set(unit, along(way, ease));
        board.draw();
        return void requestAnimationFrame(step);
      }
      board.draw();
      done(null);
    };
    requestAnimationFrame(step);
  });
}

/** The point at a share of a way. @param {{x: number, y: number}[]} way @param {number} share */
function along(way, share) {
  const at = share * (way.length - 1),
    k = Math.min(way.length - 2, Math.floor(at)),
    a = way[Math.max(0, k)],
    b = way[Math.max(0, k) + 1] ?? a,
    rest = at - Math.max(0, k);
  return { x: a.x + (b.x - a.x) * rest, y: a.y + (b.y - a.y) * rest };
}

/** Enemy units that now stand next to units of this seat and did not before. @param {Play} play @param {any} before @param {any} now */
function beside({ model }, before, now) {
  const was = contacts(model, before);
  return [...contacts(model, now)].flatMap(([id, own]) => {
    const unit = model.units.get(id);
    return was.has(id) || !unit ? [] : [`${callName(unit)} in ${now.units[id].hex}, next to ${some(own)}`];
  });
}

/** One or two names, or the first and how many more. @param {string[]} names */
const some = (names) => (names.length < 3 ? names.join(" and ") : `${names[0]} and ${names.length - 1} more`);

/** Each enemy unit with the own units beside it. @param {import("./model.js").Model} model @param {any} table @returns {Map<string, string[]>} */
function contacts(model, table) {
  const found = new Map(),
    at = [...model.units.values()].filter((u) => table.units[u.id]?.hex && table.units[u.id].steps > 0);
  for (const foe of at.filter((u) => u.side !== table.seat)) {
    const near = new Set(neighbours(table.units[foe.id].hex)),
      own = at.filter((u) => u.side === table.seat && near.has(table.units[u.id].hex)).map(callName);
    if (own.length) found.set(foe.id, own);
  }
  return found;
}

/** Counters that stand elsewhere than before, when no playback shows how: they slide there. @param {Play} play @param {any} before */
export function follow(play, before) {
  const now = play.model.present,
    routes = new Map();
  for (const [id, at] of Object.entries(now.units)) {
    const from = before.units[id]?.hex;
    if (from && at.hex && from !== at.hex && play.model.map.hexes[from]) routes.set(id, [from, at.hex]);
  }
  if (routes.size && !matchMedia("(prefers-reduced-motion: reduce)").matches)
    void slide(play, routes, 450, () => !play.model.past);
}
