// @ts-check
// The umpire of Purple Heart Draw: map, Consolidation Phase, redeployment, requisition, records, scenario cards.
import * as api from "../../api.js";
import { isLive, reopen } from "../reopen.js";
import { h } from "../../dom.js";
import { orders } from "../orders.js";
import { concession } from "./concede.js";
import { fieldPanel, fieldTab, onMap } from "./field.js";
import { hexPanel, mapEnter } from "./map.js";
import { cardsTab, recordsTab } from "./records.js";
import { redeployPanel, redeployTab } from "./redeploy.js";
import { shopPanel, shopTab } from "./shop.js";
import { words } from "./action_text.js";
import { stepsTab } from "./steps.js";

/** @typedef {import("../frame.js").Desk} Desk */

const DATES = ["", "0600", "0930", "1230", "1530", "1930"];
const CHAPTERS = ["Play", "Aftermath", "Redeployment", "Reorganization", "New TM Scenario"];

/** A scenario card stands alone: no mission, no Consolidation Phase. @param {Desk} d */
const card = (d) => /** @type {any} */ (d.table).scenario === 0;

/** Which page answers the decision that is due. @param {Desk} d */
const page = (d) =>
  d.model.actions.some((a) => a.startsWith("redeploy "))
    ? "redeploy"
    : d.model.actions.some((a) => a.startsWith("buy "))
      ? "shop"
      : onMap(d)
        ? "map"
        : "steps";

/** The vehicle the mines attack now: of those that have left, the first nothing was entered of. @param {Desk} d */
function mined(d) {
  /** @type {string[]} */
  let due = [];
  for (const { do: order } of d.table.log ?? []) {
    const [verb, id] = (order ?? "").split(" ");
    if (verb === "leave" && /** @type {any} */ (d.table.units?.[id])?.kind === "vehicle") due.push(id);
    else if (verb === "happened") due = due.slice(1);
  }
  return due.length ? `${/** @type {any} */ (d.table.units?.[due[0]])?.label}` : "a vehicle";
}

const MOST = 30; // orders that can be read as a list
const PAGES = /** @type {Record<string, string>} */ ({
  map: "on the map",
  redeploy: "under Redeployment",
  shop: "under Requisition",
});

/** What is due, beside a page that is about something else: a long list is better gone through where it is drawn. @param {Desk} d */
function due(d) {
  const there = page(d);
  if (!d.model.mine || !PAGES[there] || (there !== "shop" && d.model.actions.length <= MOST)) return orders(d);
  return [
    orders(d, { only: (a) => a.split(" ").length === 1 && a !== "concede", write: false }),
    concession(d),
    h(
      "p",
      null,
      h("button", { type: "button", "data-key": "to-page", onclick: () => d.go(there) }, `The rest is done ${PAGES[there]}`),
    ),
  ];
}

/** The page goes with the decision: who was where the last one was made is led to where the next one is. @param {Desk} d */
function follow(d) {
  if (!d.model.mine) return;
  const before = d.own.page,
    now = page(d);
  d.own.page = now;
  if (before && before !== now && d.tab.id === before) d.tab = d.of.tabs.find((tab) => tab.id === now) ?? d.tab;
}

/** @type {import("../frame.js").DeskOf} */
export const desk = {
  title: "Purple Heart Draw",
  css: ["phd.css"],
  sides: { us: "US", german: "German" },
  words,
  async open(d) {
    const { map } = await api.gameData(d.table.game);
    d.own.map = map;
    d.own.hexes = new Map(map.hexes.map((/** @type {any} */ h) => [h.id, h]));
  },
  news(d) {
    // what was shown last stays until it is fetched anew, but never to the other side
    if (d.own.seat !== d.table.seat)
      d.own.shop = d.own.records = d.own.steps = d.own.ground = d.own.opened = d.own.price = null;
    d.own.seat = d.table.seat;
    if (isLive(d) && /** @type {any} */ (d.table).fighting) return reopen();
    follow(d);
  },
  when: (d) =>
    card(d)
      ? { title: d.table.turn ? `Turn ${d.table.turn}` : "Set-up", sub: "a scenario card" }
      : { title: DATES[/** @type {any} */ (d.table).scenario] ?? "", sub: d.table.dates ?? "" },
  phases: (d) => {
    if (card(d)) return [];
    const now = d.see("steps")?.playing
      ? 0
      : CHAPTERS.indexOf(
          (d.see("steps")?.chapters ?? []).find((/** @type {any} */ c) =>
            c.steps.some((/** @type {any} */ s) => s.state === "now"),
          )?.name ?? "",
        );
    return CHAPTERS.map((words, k) => ({
      words: words.replace("New TM Scenario", "New scenario"),
      state: k === now ? "now" : "",
    }));
  },
  decision: (d) =>
    (d.table.purpose ?? "")
      .replace(/^us /, "US ")
      .replace(/^redeployment (i+), .*/, "redeploy your units (pass $1)")
      .replace(/^PHD-\d set-up$/, "set up your units")
      .replace(/^entries, .*/, "enter what your units did")
      .replace(/^\S+ mines attack$/, () => `mines attack ${mined(d)}: what came of it`)
      .replace("what happened to a unit", () => {
        const id = /^report (\S+)/.exec(d.table.log?.[d.table.log.length - 1]?.do ?? "")?.[1],
          u = id ? d.table.units?.[id] : null;
        return u ? `what happened to ${/** @type {any} */ (u).label}` : "what happened to a unit";
      }),
  decide: (d) => {
    d.subject = null;
    d.go(page(d));
  },
  first: (d) => (page(d) === "shop" ? "shop" : "map"),
  leave: (d) => d.own.chart?.leave(),
  map: {
    tab: "map",
    shows: (d, hex) => d.own.hexes.has(hex),
    reveal: (d, hexes) => hexes.slice(0, 1).forEach((hex) => d.own.chart?.show(hex)),
  },
  point: (d, units) => {
    const hex = units.map((id) => d.table.units?.[id]?.hex).find(Boolean);
    if (!hex) return;
    d.own.hex = hex;
    d.own.chart?.show(hex);
    d.changed();
  },
  tabs: [
    {
      id: "map",
      title: "Map",
      icon: "hex",
      draw: fieldTab,
      panel: (d) => {
        const asked = page(d) === "shop" && !onMap(d) ? due(d) : fieldPanel(d);
        return d.own.hex && !d.own.who ? [hexPanel(d), asked] : [asked, hexPanel(d)]; // below the decision, which the frame shows
      },
      key: mapEnter,
    },
    { id: "steps", title: "Consolidation", short: "Steps", icon: "list", draw: stepsTab, panel: due },
    {
      id: "redeploy",
      title: "Redeployment",
      short: "Redeploy",
      icon: "move",
      draw: redeployTab,
      panel: redeployPanel,
      key: mapEnter,
    },
    { id: "shop", title: "Requisition", short: "Order", icon: "lock", draw: shopTab, panel: shopPanel },
    { id: "records", title: "Roster", icon: "sheet", draw: recordsTab, panel: due },
    { id: "cards", title: "Scenario cards", short: "Cards", icon: "card", draw: cardsTab, panel: due },
  ],
};
