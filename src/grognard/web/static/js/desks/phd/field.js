// @ts-check
// Orders that name a hex, given on the map: choose who, see where, click or drag. Whatever the step: set-up, entry, stores,
// redeployment, moves at the table.
import { h } from "../../dom.js";
import { chip } from "../../marks.js";
import { orders } from "../orders.js";
import { counter } from "./counters.js";
import { mapOf, pieces } from "./map.js";

/** @typedef {import("../frame.js").Desk} Desk */

const VERBS = /** @type {Record<string, [string, string]>} */ ({
  place: ["Set up", "in"], declare: ["Enters", "at"], redeploy: ["Redeploys", "to"], move: ["Moves", "to"], fortify: ["Place", "in"], register: ["Pre-register", "on"], slip: ["Slips away", "to"],
  leave: ["Leaves the mines", "for"], clear: ["Clear", "in"], scout: ["Reconnoitre", ""], take: ["Take control of", ""], brawl: ["Resolve the close combat in", ""],
});

/** An order as people say it. @param {string} action @param {Desk} desk */
export function words(action, desk) {
  const [verb, ...rest] = action.split(" "), named = rest.map((w) => { const u = desk.table.units?.[w]; return u ? `${u.value} ${w}` : w.replaceAll("_", " ").replace(".", ", "); });
  const say = VERBS[verb];
  if (action === "done") return "Done with this step";
  return say ? [say[0], named[0], rest.length > 1 && say[1], named[1]].filter(Boolean).join(" ") : [verb, ...named].join(" ");
}

/** Who can be sent where: "verb unit" to hexes. @param {Desk} desk @returns {Map<string, string[]>} */
export function ways(desk) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const action of desk.model.actions) {
    const parts = action.split(" "), hex = parts[parts.length - 1];
    if (parts.length < 2 || !desk.own.hexes?.has(hex)) continue;
    const key = parts.slice(0, -1).join(" ");
    found.set(key, [...(found.get(key) ?? []), hex]);
  }
  return found;
}

/** The unit of a key, if it is one on the table. @param {Desk} desk @param {string} key */
const unitOf = (desk, key) => desk.table.units?.[key.split(" ")[1] ?? ""];

/** @param {Desk} desk @param {HTMLElement} main */
export function fieldTab(desk, main) {
  const all = ways(desk);
  if (desk.own.who && !all.has(desk.own.who)) desk.own.who = null;
  const goals = desk.own.who ? all.get(desk.own.who) ?? [] : [], lit = new Map(goals.map((hex) => [hex, "goal"]));
  const movable = new Map([...all.keys()].map((key) => /** @type {[any, string]} */ ([unitOf(desk, key)?.hex, key])).filter(([hex]) => hex));
  for (const hex of movable.keys()) if (!lit.has(/** @type {string} */ (hex))) lit.set(/** @type {string} */ (hex), "range");
  return mapOf(desk, main, {
    lit,
    grab: (hex) => { const key = movable.get(hex); if (!key) return false; desk.own.who = key; desk.changed(); return true; },
    drop: (_, hex) => void go(desk, hex),
    click: (hex) => { if (hex && goals.includes(hex)) void go(desk, hex); else if (hex && movable.has(hex)) { desk.own.who = movable.get(hex); desk.own.hex = hex; } else desk.own.hex = hex; desk.changed(); },
  });
}

/** Does what was chosen, or says why it cannot be. @param {Desk} desk @param {string | null} hex */
async function go(desk, hex) {
  const who = desk.own.who;
  if (!who || !hex) return;
  desk.own.hex = null;
  await desk.send(`${who} ${hex}`);
}

/** @param {Desk} desk */
export function fieldPanel(desk) {
  const all = ways(desk), { mine, actions } = desk.model;
  if (!mine || !all.size) return orders(desk);
  const verbs = [...new Set([...all.keys()].map((k) => k.split(" ")[0]))], rest = actions.filter((a) => !desk.own.hexes.has(a.split(" ").pop()));
  return [
    h("h2", null, desk.decision), desk.table.rule && h("p.muted", null, desk.table.rule, " ", chip(desk.book, desk.table.clause)),
    verbs.map((verb) => [h("h3", null, VERBS[verb]?.[0] ?? verb), h("div.phd-pick", { role: "group", "aria-label": verb, "data-scroll": `pick-${verb}`, tabindex: 0 }, [...all.keys()].filter((k) => k.split(" ")[0] === verb).map((key) => who(desk, key)))]),
    desk.own.who ? h("p", { role: "status" }, `${all.get(desk.own.who)?.length ?? 0} hexes are open: click one, or drag.`) : h("p.muted", null, "Choose who, then a lit hex."),
    rest.length > 0 && h("div.dk-row", null, rest.slice(0, 12).map((a) => h("button", { type: "button", class: a === "done" ? "primary" : "", "data-key": `do ${a}`, onclick: () => void desk.send(a) }, words(a, desk)))),
    rest.length > 12 && orders(desk, { only: (a) => rest.includes(a), title: "Further orders", write: false }),
  ];
}

/** @param {Desk} desk @param {string} key */
function who(desk, key) {
  const u = unitOf(desk, key), name = key.split(" ").slice(1).join(" ");
  return h("button", { type: "button", "aria-pressed": String(key === desk.own.who), "data-key": `who-${key}`, title: u?.title ?? name, "aria-label": u?.title ?? (name || key), onclick: () => { desk.own.who = key === desk.own.who ? null : key; if (u?.hex) desk.own.chart?.show(u.hex); desk.changed(); } },
    u ? counter(pieces([u])[0], 40) : h("span.phd-word", null, name.replaceAll("_", " ") || key));
}
