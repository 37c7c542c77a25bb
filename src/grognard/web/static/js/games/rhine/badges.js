// @ts-check
// What lies on the map beside the counters: dumps, transport, sources, hedgehogs, objectives. Drawn 100 by 60.
import { s } from "../../dom.js";

/** @typedef {import("../../table/play.js").Play} Play */
/** @typedef {import("../../map/pieces.js").Badge} Badge */

const plate = (/** @type {string} */ kind, /** @type {any[]} */ ...art) => s(`g.rhine-badge.${kind}`, null, art);

/** A barrel with the supply points. @param {string} side @param {number} tokens */
const dump = (side, tokens) =>
  plate(
    `of-${side}-dump`,
    s("rect.plate", { x: 1, y: 8, width: 98, height: 46, rx: 9 }),
    s("path.barrel", { d: "M9 18q12 -7 24 0v25q-12 7 -24 0zM9 27q12 6 24 0M9 36q12 6 24 0" }),
    s("text", { x: 66, y: 44 }, amount(tokens)),
  );

/** @param {number} tokens */
function amount(tokens) {
  const whole = Math.floor(tokens / 4);
  return `${whole || tokens < 4 ? whole || "" : ""}${["", "¼", "½", "¾"][tokens % 4]}` || "0";
}

/** @param {number} points @param {boolean} truck */
const transport = (points, truck) =>
  plate(
    "transport",
    s("rect.plate", { x: 1, y: 8, width: 98, height: 46, rx: 9 }),
    s("path.barrel", { d: truck ? "M8 22h24v18H8zM32 27h9l6 6v7H32z" : "M8 24h36l-5 13H13z" }),
    s("circle.wheel", { cx: 17, cy: 42, r: 5 }),
    s("circle.wheel", { cx: 38, cy: 42, r: 5 }),
    s("text", { x: 74, y: 44 }, points),
  );

/** @param {string} side @param {boolean} works */
const source = (side, works) =>
  plate(
    works ? "source" : "source.shut",
    s("circle", { cx: 50, cy: 30, r: 28 }),
    s("path", { d: side === "german" ? "M68 30H34M46 18L33 30L46 42" : "M32 30H66M54 18L67 30L54 42" }),
  );

/** The level of a hedgehog; its spikes are drawn on the ground, around the counters. @param {number} level */
const hedgehog = (level) =>
  plate(
    "hedgehog",
    s("path.plate", { d: "M50 2L59 14L74 10L76 25L91 30L76 38L74 52L59 48L50 60L41 48L26 52L24 38L9 30L24 25L26 10L41 14Z" }),
    s("text", { x: 50, y: 42 }, level),
  );

const star = (/** @type {boolean} */ held) =>
  plate(held ? "star.held" : "star", s("path", { d: "M50 2L58 21L79 22L63 36L68 56L50 45L32 56L37 36L21 22L42 21Z" }));

const WHOLE = "M10 40h80M14 40q36 -34 72 0M32 40v-10M50 40v-16M68 40v-10",
  BROKEN = "M10 40h26M64 40h26M14 40v-10M32 40v-8M68 40v-8M86 40v-10M40 20l20 24M60 20l-20 24";

/** A Rhine bridge: whole, taken, blown, or a laid one. @param {string} state */
const bridge = (state) =>
  plate(
    `bridge.${state}`,
    s("rect.plate", { x: 1, y: 8, width: 98, height: 46, rx: 9 }),
    s("path.barrel", { d: state === "blown" ? BROKEN : WHOLE }),
  );

/** Counters below the top of a stack that are not shown (option `fog`). @param {number} count */
const covered = (count) =>
  plate("covered", s("rect.plate", { x: 12, y: 6, width: 76, height: 48, rx: 9 }), s("text", { x: 50, y: 44 }, `+${count}`));

/** Everything that is marked on the map. @param {Play} play @returns {Badge[]} */
export function badges(play) {
  const g = /** @type {any} */ (play.laid.data).glance;
  if (!g) return [];
  const found = /** @type {Badge[]} */ ([]),
    alone = (/** @type {string} */ hex) => !play.model.stack(hex).length;
  for (const [side, sign] of /** @type {[string, number][]} */ ([
    ["allied", -1],
    ["german", 1],
  ])) {
    for (const [hex, works] of Object.entries(g.sources[side]))
      found.push({
        hex,
        art: source(side, Boolean(works)),
        label: `${play.model.side(side)} source${works ? "" : ", closed"}`,
        x: sign * 0.05,
        y: -0.38,
        w: 0.34,
      });
    const moved = g.sides[side].transport;
    for (const row of g.sides[side].dumps)
      found.push({
        hex: row.hex,
        art: dump(side, row.tokens),
        label: `${play.model.side(side)} dump, ${row.tokens} tokens`,
        x: alone(row.hex) ? 0 : sign * 0.56,
        y: alone(row.hex) ? 0 : 0.1,
        w: 0.46,
      });
    for (const [hex, row] of Object.entries(moved).filter(([hex]) => play.model.stack(hex).some((u) => u.type !== "supply")))
      found.push({
        hex,
        art: transport(row.truck + row.wagon, row.truck > 0),
        label: `${play.model.side(side)} transport, ${row.truck + row.wagon} points`,
        x: sign * 0.56,
        y: 0.36,
        w: 0.46,
      });
  }
  for (const [hex, level] of Object.entries(g.hedgehogs))
    found.push({ hex, art: hedgehog(Number(level)), label: `hedgehog ${level}`, x: 0.38, y: 0.3, w: 0.36 });
  for (const [hex, row] of Object.entries(g.stacks))
    if (row.covered)
      found.push({
        hex,
        art: covered(row.covered),
        label: `${row.covered} more ${play.model.side(row.side)} ${row.covered > 1 ? "counters" : "counter"}, not shown`,
        x: 0.4,
        y: -0.36,
        w: 0.4,
      });
  for (const one of g.bridges)
    found.push({ hex: one.hexes[0], art: bridge(one.state), label: `bridge ${one.name}, ${one.state}`, x: 0.5, y: 0, w: 0.34 });
  for (const [hex, points] of Object.entries(g.objectives)) {
    const held = play.laid.data.control?.hexes[hex] === "allied";
    found.push({ hex, art: star(held), label: `objective${points ? `, ${points}` : ""}`, x: -0.4, y: 0.3, w: 0.32 });
  }
  return found;
}
