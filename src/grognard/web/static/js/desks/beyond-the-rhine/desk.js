// @ts-check
// The campaign desk of Beyond the Rhine: this turn's ledger, the calendar, formations, forecast, rebuild shop, ports, the map.
import * as api from "../../api.js";
import { h } from "../../dom.js";
import { asking } from "../asking.js";
import { endArrivals } from "./arrivals.js";
import { total } from "../parts.js";
import { calendar, dayPanel } from "./calendar.js";
import { long } from "./dates.js";
import { forecast, forecastPanel } from "./forecast.js";
import { findUnits, formationPanel, formations } from "./formations.js";
import { ports, portsPanel } from "./ports.js";
import { sheets } from "./sheets.js";
import { supplyWords } from "./spending.js";
import { shop, shopPanel } from "./rebuild.js";
import { gatherRolls } from "./rolls.js";
import { look, looked } from "./strip.js";
import { turnKey, turnPage } from "./turn.js";
import { turnPanel } from "./turnpanel.js";
import { call } from "./units.js";

/** @typedef {import("../frame.js").Desk} Desk */

const PHASES = [
  ["Weather", /^(ground|flight)/],
  ["First player", /^(initiative|first)/],
  ["Situation", /^situation/],
  ["Arrivals", /^(chart|arrivals)/],
  ["Supply", /^supply/],
  ["Replacements", /^replacements/],
  ["Rebuild", /^rebuilding/],
  ["Shipping", /^shipping/],
  ["Play", /^play/],
];

/** @type {import("../frame.js").DeskOf} */
export const desk = {
  title: "Beyond the Rhine",
  css: ["beyond-the-rhine.css"],
  sides: { allied: "Allied player", axis: "Axis player" },
  async open(desk) {
    desk.own.units = (await api.units(desk.table.game)).map((/** @type {any} */ u) => ({
      category: "combat",
      size: "",
      steps: 1,
      rating: null,
      formation: "",
      defence: false,
      provenance: "document",
      ...u,
    }));
  },
  async news(desk) {
    [desk.own.calendar, desk.own.ledger, desk.own.past] = await Promise.all([
      desk.model.look("calendar"),
      desk.model.look("ledger"),
      desk.model.history(),
    ]);
    gatherRolls(desk);
    desk.own.leaving = false;
    const { turn, ground, flight } = desk.own.ledger,
      now = (desk.own.past[turn] ??= {});
    if (ground) now.ground ??= ground; // an automatic ground is no event
    if (flight) now.flight ??= flight;
    const fallen = new Set(desk.own.past[desk.own.ledger.turn]?.fell ?? []);
    for (const d of desk.own.ledger.dead) d.fresh = fallen.has(desk.own.units[d.unit].id);
  },
  when(desk) {
    const { turns, now } = desk.own.calendar,
      n = looked(desk),
      last = turns[turns.length - 1].n;
    return {
      title: long(turns[n - turns[0].n].date),
      sub: n === now ? `turn ${n} of ${last}` : `looking at turn ${n}; now is ${now}`,
      earlier: () => look(desk, n - 1),
      later: () => look(desk, n + 1),
    };
  },
  phases(desk) {
    const { stage } = desk.own.ledger,
      now = PHASES.findIndex(([, test]) => /** @type {RegExp} */ (test).test(stage)),
      first = desk.table.view.options?.roll_for_first_player;
    return PHASES.map(([words], k) => ({
      words: String(words),
      state: /** @type {"done" | "now" | ""} */ (k < now || stage === "over" ? "done" : k === now ? "now" : ""),
    })).filter((p) => p.words !== "First player" || first);
  },
  decision: (desk) => decision(desk),
  decide(desk) {
    if (desk.own.look) desk.own.look = null;
    desk.own.step = null;
    desk.go(desk.own.ledger.stage === "rebuilding" ? "rebuild" : "turn");
  },
  ending: (desk) => words("done", desk).split(":")[0],
  end: (desk) => (desk.own.ledger.stage === "arrivals" ? endArrivals(desk) : void desk.send("done")),
  map: { tab: "turn", where: "in the ledger", shows: () => false, reveal: () => {} }, // the ledger knows no hexes
  find: (words, desk) => findUnits(words, desk),
  keys: [
    ["G", "end this step"],
    ["← →", "on the strip: one turn; Page keys: a month"],
  ],
  leave: (desk) => desk.own.maps?.leaveMap(desk),
  words: (action, desk) => words(action, desk),
  rolled: (entry) => {
    const n = entry.by === "chance" ? Number(/^roll (\d+)$/.exec(entry.do ?? "")?.[1]) : 0;
    return n ? total(n) : false;
  },
  panel: (desk) => turnPanel(desk),
  tabs: [
    {
      id: "turn",
      title: "This turn",
      short: "Turn",
      icon: "tick",
      draw: (desk) => turnPage(desk),
      panel: (desk) => (looked(desk) === desk.own.calendar.now ? turnPanel(desk) : dayPanel(desk)),
      key: turnKey,
    },
    { id: "calendar", title: "Calendar", icon: "cal", draw: (desk) => calendar(desk), panel: (desk) => dayPanel(desk) },
    {
      id: "formations",
      title: "Formations",
      short: "Units",
      icon: "gantt",
      draw: (desk) => formations(desk),
      panel: (desk) => formationPanel(desk),
    },
    { id: "forecast", title: "Forecast", icon: "plot", draw: (desk) => forecast(desk), panel: (desk) => forecastPanel(desk) },
    {
      id: "rebuild",
      title: "Rebuild shop",
      short: "Rebuild",
      icon: "cart",
      draw: (desk) => shop(desk),
      panel: (desk) => shopPanel(desk),
    },
    { id: "ports", title: "Ports", icon: "anchor", draw: (desk) => ports(desk), panel: (desk) => portsPanel(desk) },
    {
      id: "map",
      title: "Map",
      icon: "hex",
      draw: (desk, main) => (maps(desk) ? maps(desk).trialMap(desk, main) : h("div.dk-empty", null, "Unrolling the map.")),
      panel: (desk) => maps(desk)?.trialPanel(desk) ?? h("p.muted", null, "A moment."),
    },
    {
      id: "ask",
      title: "Ask and print",
      short: "Ask",
      icon: "print",
      draw: (desk) => sheets(desk),
      panel: (desk) => asking(desk, "turn"),
    },
  ],
};

/** The map and its drawing are fetched when somebody wants to see it. @param {Desk} desk */
function maps(desk) {
  if (!desk.own.maps && !desk.own.fetching) {
    desk.own.fetching = true;
    import("./trial.js").then(
      (found) => {
        desk.own.maps = found;
        desk.changed();
      },
      (error) => desk.refused(error),
    );
  }
  return desk.own.maps;
}

const DECISIONS = {
  situation: "Ports and events",
  chart: "Choose the counter to remove",
  arrivals: "Bring on arrivals",
  rebuilding: "Rebuild or keep",
  shipping: "Rail and sea",
  play: "Enter what happened",
  ground: "Roll one die for the ground",
  flight: "Roll two dice for flight",
};

/** @param {Desk} desk */
function decision(desk) {
  const { stage, question } = desk.own.ledger;
  if (question) return "Answer a question about your map";
  const rolling = /^(supply|replacements) (us|cw)$/.exec(stage);
  if (rolling && desk.table.to_move === "chance")
    return `Roll ${rolling[2] === "us" ? "American" : "Commonwealth"} ${rolling[1]}`;
  return DECISIONS[/** @type {keyof DECISIONS} */ (stage)] ?? desk.table.purpose;
}

/** An action as players say it. @param {string} action @param {Desk} desk */
function words(action, desk) {
  const [verb, a = "", b = ""] = action.split(" "),
    units = (desk.own.byName ??= new Map((desk.own.units ?? []).map((/** @type {any} */ u) => [u.id, u]))),
    u = units.get(a),
    name = u ? call(u) : a;
  switch (verb) {
    case "done":
      return (
        {
          situation: "End step",
          arrivals: "End arrivals: roll supply and replacements",
          rebuilding: "End rebuilding",
          shipping: "End shipping",
          play: desk.table.purpose === "losses" ? "End losses" : "End turn",
        }[/** @type {string} */ (desk.own.ledger?.stage)] ?? "End step"
      );
    case "all":
      return "Bring on everything that needs no condition";
    case "arrive":
      return `${name} at ${b.replaceAll("-", " ")}`;
    case "take":
      return `${name} goes`;
    case "rebuild":
      return `Rebuild ${name}`;
    case "repair":
      return `Repair ${name}`;
    case "misc":
      return `Misc: ${name} comes back`;
    case "forgo":
      return "Leave the Misc result unused";
    case "lose":
      return `${name} loses a step`;
    case "losses":
      return "Enter losses";
    case "rail":
      return `${name} by rail`;
    case "sea":
      return `${name} by sea to ${b.replaceAll("-", " ")}`;
    case "embark":
      return `${name} by sea to England`;
    case "haul":
      return `${b} SP by ${a}`;
    case "spend":
      return `${a.toUpperCase()} spends ${supplyWords(Number(b))}`;
    case "port":
      return `${a.replace("-", " ")}: ${b.startsWith("captured") ? "captured this turn" : b === "german" ? "retaken by the Germans" : b}`;
    case "scheldt":
      return `Scheldt estuary ${a === "open" ? "clear" : "not clear"}`;
    case "event":
      return `${b === "on" ? "Start" : "End"} ${a === "alpine" ? "Alpine Redoubt" : "Collapse of the North Flank"}`;
    case "shift":
      return `Random event: ${a.toUpperCase()} ${Number(b) > 0 ? "+" : "−"}${Math.abs(Number(b))}`;
    case "confirm":
      return a === "yes" ? "Yes, that is so" : "No, that is not so";
    case "plan":
      return `Plan a drop of ${name}`;
    case "cancel":
      return `Cancel the drop of ${name}`;
    case "drop":
      return `Drop ${name}`;
    case "pontoon":
      return `${name} lays a bridge`;
    case "check":
      return "Spend a Bridge Check Marker";
    case "first":
      return `The ${a} player goes first`;
    default:
      return action;
  }
}
