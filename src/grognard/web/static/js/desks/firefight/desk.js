// @ts-check
// The firefight: map with counters, who can do what where, and the attack before its dice.
import * as api from "../../api.js";
import { isLive, reopen } from "../reopen.js";
import { h } from "../../dom.js";
import { mapEnter } from "../phd/map.js";
import { fieldPanel, fieldTab, openHex } from "./field.js";
import { aim, hold, looking, lookKeys } from "./look.js";
import { answered, fetchOrders, standingOrders } from "./orders.js";
import { score } from "./panels.js";
import { ending, words } from "./action_text.js";
import { pointAt } from "./way.js";

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

/** Keys of the map: L looks; the cursor aims while a hex is held. @param {Desk} d @param {KeyboardEvent} e */
function mapKey(d, e) {
  if (lookKeys(d, e)) return true;
  const done = mapEnter(d, e);
  if (done && e.key.startsWith("Arrow")) {
    aim(d, d.own.hex);
    pointAt(d, d.own.hex);
  }
  return done;
}

/** @type {import("../frame.js").DeskOf} */
export const desk = {
  title: "The Firefight",
  css: ["phd.css", "firefight.css"],
  sides: { us: "US", german: "German" },
  words,
  ending,
  answered,
  decision: (d) => (answered(d) ? "Nothing to decide: your standing orders go on" : null),
  sealed: "The {side} side sets up in secret",
  async open(d) {
    const { map } = await api.gameData(GAME); // also of a fight within a mission
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
  keys: [["L", "see what the hex under the hand sees; again or Esc: let go"]],
  back: (d) => (looking(d) ? (hold(d, null), true) : false),
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
