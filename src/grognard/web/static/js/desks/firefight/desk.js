// @ts-check
// The firefight: map with counters, who can do what where, and the attack before its dice.
import * as api from "../../api.js";
import { isLive, reopen } from "../reopen.js";
import { h } from "../../dom.js";
import { fieldHead, fieldPanel, fieldTab, isUnwise, openHex } from "./field.js";
import { KEYS, mapKey } from "./keys.js";
import { hold, looking } from "./look.js";
import { answered, fetchOrders, standingOrders } from "./orders.js";
import { score } from "./panels.js";
import { told } from "./told.js";
import { ending, title, words } from "./action_text.js";

/** @typedef {import("../frame.js").Desk} Desk */

const GAME = "purple-heart-draw-firefight";

/** The phases, and their names in the bar. */
const PHASES = /** @type {[string, string][]} */ ([
  ["Rally Phase", "Rally"],
  ["Prep Fire Phase", "Prep fire"],
  ["Movement Phase", "Move"],
  ["Defensive Fire Phase", "Def. fire"],
  ["Advancing Fire Phase", "Adv. fire"],
  ["Rout Phase", "Rout"],
  ["Advance Phase", "Advance"],
  ["Close Combat Phase", "Close combat"],
]);

/** Whether a seat sees units that the other side must not know. @param {Desk} d */
const hides = (d) =>
  !d.table.turn ||
  Object.values(d.table.units ?? {}).some(
    (/** @type {any} */ unit) =>
      unit.side === d.table.seat && unit.flags?.some((/** @type {string} */ f) => /^(concealed|hidden)$/.test(f)),
  );

/** Escape lets the chosen unit go. @param {Desk} d */
function letGo(d) {
  if (!d.own.who || d.own.who === "go") return false;
  Object.assign(d.own, { who: null, hex: null, aimed: null, refused: null, goals: [], free: d.table.seq });
  d.changed();
  return true;
}

/** @type {import("../frame.js").DeskOf} */
export const desk = {
  title: "The Firefight",
  head: fieldHead,
  unwise: isUnwise,
  told,
  css: ["phd.css", "firefight.css"],
  sides: { us: "US", german: "German" },
  words,
  ending,
  answered,
  decision: (d) => (answered(d) ? "Nothing to decide: your standing orders go on" : title(d)),
  secret: hides,
  sealed: "The {side} side sets up in secret",
  async open(d) {
    const { map, guide } = await api.gameData(GAME); // also of a fight within a mission
    Object.assign(d.model, { guide, guideOf: GAME });
    d.own.map = map;
    d.own.hexes = new Map(map.hexes.map((/** @type {any} */ one) => [one.id, one]));
  },
  news(d) {
    if (d.own.seat !== d.table.seat) d.own.ground = d.own.who = d.own.hex = d.own.look = d.own.leads = d.own.aimed = null; // never to the other side
    d.own.seat = d.table.seat;
    if (isLive(d) && d.table.game !== GAME && !(/** @type {any} */ (d.table).fighting)) return reopen();
    fetchOrders(d);
  },
  when: (d) => ({
    title:
      `${d.table.game === GAME ? "" : `TM Scenario ${/** @type {any} */ (d.table).scenario}, `}${d.table.turn ? `turn ${d.table.turn}` : "set-up"}`.replace(
        /^./,
        (c) => c.toUpperCase(),
      ),
    sub: d.table.turn ? `${d.side(/** @type {any} */ (d.table).mover)} player turn` : "in secret",
  }),
  phases: (d) => {
    const now = PHASES.findIndex(([name]) => name === d.table.dates);
    return d.table.turn ? PHASES.map(([, words], k) => ({ words, state: k === now ? "now" : k < now ? "done" : "" })) : [];
  },
  decide: (d) => {
    d.subject = null;
    d.go("map");
  },
  keys: KEYS,
  back: (d) => (looking(d) ? (hold(d, null), true) : letGo(d)),
  first: () => "map",
  leave: (d) => d.own.chart?.leave(),
  map: {
    tab: "map",
    shows: (d, hex) => d.own.hexes.has(hex),
    reveal: (d, hexes) => hexes.slice(0, 1).forEach((hex) => d.own.chart?.show(hex)),
  },
  point: (d, units) => {
    const hex = units.map((id) => d.table.units?.[id]?.hex).find(Boolean);
    if (hex) openHex(d, hex);
  },
  tabs: [
    { id: "map", title: "Map", icon: "hex", draw: fieldTab, panel: fieldPanel, key: mapKey },
    { id: "score", title: "Score", icon: "sheet", draw: (d) => h("div.dk-pad", null, score(d)), panel: fieldPanel },
    { id: "standing", title: "Standing orders", short: "Orders", icon: "list", draw: standingOrders, panel: fieldPanel },
  ],
};
