// @ts-check
// Every order of the umpire's desk as people say it.

/** @typedef {import("../frame.js").Desk} Desk */

/** Each action: the heading over its choices, and the action in words; {0} and {1} are what it names. */
export const VERBS = /** @type {Record<string, [string, string]>} */ ({
  place: ["Set up", "Set up {0} in {1}"],
  declare: ["Entry hex", "Let {0} enter at {1}"],
  redeploy: ["Redeploy", "Redeploy {0} to {1}"],
  move: ["Move", "Move {0} to {1}"],
  fortify: ["Place a store", "Place {0} in {1}"],
  register: ["Pre-Registered hex", "Pre-register {0} on {1}"],
  reassign: ["Change a Pre-Registered hex", "Change Pre-Registered hex {0} to {1}"],
  stock: ["Buy a store", "Buy {0}"],
  slip: ["Leave the close combat", "Move {0} out of the close combat to {1}"],
  leave: ["Leave the mines", "Move {0} out of the mines to {1}"],
  clear: ["Clear", "Clear {0} in {1}"],
  report: ["Report", "Report what happened to {0}"],
  fired: ["Artillery that fired", "Report that {0} has fired"],
  scout: ["Scout", "Scout {0}"],
  exit: ["Exit", "Report that {0} left the map"],
  take: ["Take control", "Take control of {0}"],
  brawl: ["Close combat", "Resolve the close combat in {0}"],
  mark: ["Mark", "Mark {0} in {1}"],
  snipe: ["Sniper", "Move the sniper to {0}"],
  phone: ["Field phone", "Give {0} a field phone in {1}"],
  dismount: ["Dismount", "Dismount {0}"],
  recombine: ["Recombine", "Recombine {0} in {1}"],
  scrounge: ["Search a wreck", "Let {0} search the wreck in {1}"],
  decoy: ["Dummy counter", "Set up a dummy counter in {0}"],
  trade: ["Trade for a 60mm module", "Trade {0} for a 60mm module, edge hex {1}"],
  choose: ["Choose", "Choose {0}"],
  carry: ["Radio", "Give a radio to {0}"],
  harden: ["Battle Harden", "Battle Harden {0}"],
  merge: ["The hero joins", "Let the hero join {0}"],
  ranks: ["A new 7-0 leader", "Make a 7-0 leader from {0}"],
  rearm: ["Restore an MG", "Restore the MG of {0}"],
  hide: ["Hide", "Hide {0}"],
  join: ["Go along", "Let {0} go along"],
  falls: ["Casualty", "Take the casualty with {0}"],
});

/** Actions that name one unit and nothing else: a click on its counter takes them. */
export const ONE = /** @type {Record<string, string>} */ ({
  report: "Report what happened to a unit",
  choose: "Choose a unit",
  harden: "Battle Harden a unit",
  merge: "The hero joins a unit",
  ranks: "Make a 7-0 leader from a unit",
  rearm: "Restore the MG of a unit",
  carry: "Give a radio to a unit",
  dismount: "Dismount a unit",
  hide: "Hide a unit (DSP)",
  join: "Units that go along",
  falls: "Unit that takes the casualty",
});

const POSTURE = /** @type {Record<string, string>} */ ({
  attack: "attack",
  auto: "attack where the odds allow",
  fall_back: "fall back",
  hold: "hold",
  closes_up: "units behind the line close up",
  stays_back: "units behind the line stay back",
});
const SIDE = /** @type {Record<string, string>} */ ({ us: "the US", german: "the Germans", none: "neither side" });

/** @param {string} word */
const plain = (word) => word.replaceAll("_", " ");
/** A lane or a module, such as L3 or m1. @param {string} word */
const spoken = (word) =>
  word
    .replace(/^L(\d)$/, "lane $1")
    .replace(/^m(\d)$/, "module $1")
    .replace(/^[ug]-rg0?(\d+)$/, "group $1");
/** A weapon, with its marks in words; what lies on the ground says whose it was. @param {string} word */
const weapon = (word) =>
  plain(word)
    .replace(/^(us|german)\./, (_, s) => (s === "us" ? "US " : "German "))
    .replace(/^AL/, "Armor Leader ")
    .replace(/!/, " (malfunctioned)")
    .replace(/\^/, " (captured)")
    .replace(/~/, " (depleted)")
    .replace(/=/, " (revealed before)");

const WAYS = /** @type {Record<string, string>} */ ({
  N: "north",
  NE: "north-east",
  SE: "south-east",
  S: "south",
  SW: "south-west",
  NW: "north-west",
});

/** A store, a mark or another thing that is put into a hex. @param {string} name */
export function thing(name) {
  const [what, ...more] = name.split("."),
    kind = more.join(".");
  if (/^\+/.test(kind)) return `${what === "ap_mines" ? "A-P" : "A-T"} mines, ${kind} factors for a field there is`;
  if (what === "ap_mines") return `A-P mines, ${kind} factors`;
  if (what === "at_mines") return `A-T mines, ${kind} factor${kind === "1" ? "" : "s"}`;
  if (what === "foxhole") return `foxhole, ${kind} squad${kind === "1" ? "" : "s"}`;
  return [plain(spoken(what)), WAYS[kind] ?? plain(kind)].filter(Boolean).join(", ");
}

/** @type {Record<string, (rest: string[], unit: (id: string) => string, group: (id: string) => string) => string>} */
const SAY = {
  done: () => "End step",
  stream: ([dice]) => `Dice of the player turn: ${[...dice].join(" ")}`,
  dice: ([total]) => `DR ${total}`,
  roll: ([face]) => `dr ${face}`,
  select: ([id], unit) => `Random selection: ${unit(id)}`,
  hand: ([gear, giver, taker], unit) => `Hand the ${weapon(gear)} of ${unit(giver)} to ${unit(taker)}`,
  posture: ([lane]) => {
    const [where, how] = lane.split(".");
    return `${capital(spoken(where))}: ${POSTURE[how] ?? how}`;
  },
  follow: ([lane]) => {
    const [where, how] = lane.split(".");
    return `${capital(spoken(where))}: ${POSTURE[how] ?? how}`;
  },
  aim: ([what]) => {
    const [module, lane] = what.split(".");
    return `${capital(spoken(module))} fires in ${spoken(lane)}`;
  },
  wait: ([id], _, group) => `Keep ${group(id)} off the map this player turn`,
  commit: ([id], _, group) => `Set up ${group(id)} on the map`,
  trade: ([id, hex], _, group) => `Trade ${group(id)} for a 60mm module${hex ? `, its edge hex ${hex}` : ""}`,
  booby: () => "Set booby traps, or raise their level",
  promote: ([how]) => (how === "roll" ? "Roll for leader promotion" : "No promotion"),
  survive: ([side]) => `${capital(SIDE[side] ?? side)} ${side === "us" ? "is" : side === "none" ? "is" : "are"} left`,
  end: ([how]) => ({ propose: "Propose to end the scenario", agree: "Agree: it ends", refuse: "Refuse: play on" })[how] ?? how,
  throw: ([n]) => (n === "1" ? "Roll one die" : "Roll two dice"),
  silence: () => "Sniper Check: the enemy's SAN falls by one",
  fired: ([module]) => `${capital(spoken(module))} placed an FFE`,
  reassign: ([slot, hex]) => {
    const [module, number] = slot.split(".");
    return `Pre-Registered hex ${number} of ${spoken(module)} becomes ${hex}`;
  },
  concede: () => "Concede: the other side wins",
  register: ([module, hex]) => `Pre-register ${spoken(module)} on ${hex}`,
  phone: ([module, hex]) => `Field phone of ${spoken(module)} in ${hex}`,
  happened: ([what], unit) => happened(what, unit),
};

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const FATE = /** @type {Record<string, string>} */ ({
  "exits:friendly_edge": "leaves by its own edge",
  "exits:elsewhere": "leaves the map elsewhere: lost",
  wall_advantage: "Wall Advantage, on or off",
  hull_down: "Hull Down, on or off",
  stands: "stays as it is",
  hero: "a hero is created",
  crew_breaks: "its crew breaks and gets out",
  attacked: "is attacked and wakes",
  uk: "Unknown status",
  labor: "under Labor",
  low_ammo: "Low Ammo",
});

/** @param {string} what @param {(id: string) => string} unit */
function happened(what, unit) {
  const [word, ...more] = what.split(":"),
    thing = more[0] ?? "";
  if (FATE[what]) return FATE[what];
  if (word === "gives") return `gives the ${weapon(thing)} to ${unit(more[1])}`;
  if (word === "mounts") return `mounts ${unit(thing)}`;
  if (word === "recovers") return `takes up the ${weapon(thing)}`;
  if (word === "leaves") return `leaves the ${weapon(thing)} behind`;
  if (word === "hull" || word === "turret") return `${word} faces ${thing}`;
  if (word === "lost") return `${weapon(thing)} is lost`;
  return thing ? `${weapon(thing)} ${word === "depleted" ? "is depleted" : word}` : plain(word);
}

/** A unit by its display name, as the server gives it; one that is eliminated by the log. @param {Desk} desk @returns {(id: string) => string} */
const called = (desk) => (id) => desk.table.units?.[id]?.label ?? lostName(desk, id) ?? id;

/** The display name of a unit that was eliminated. @param {Desk} desk @param {string} id */
function lostName(desk, id) {
  for (const w of desk.table.log.flatMap((/** @type {any} */ e) => e.words))
    if (w.kind === "elimination" && w.units?.includes(id) && w.figures?.value) return `${w.figures.value} (${id})`;
  return null;
}

/** An order as people say it. @param {string} action @param {Desk} desk */
export function words(action, desk) {
  const [verb, ...rest] = action.split(" "),
    unit = called(desk);
  const group = (/** @type {string} */ id) => {
    const name = desk.own.groups?.get(id);
    return name ? `${name} (${spoken(id)})` : spoken(id);
  };
  if (SAY[verb]) return SAY[verb](rest, unit, group);
  const named = rest.map((w) => (desk.table.units?.[w] ? unit(w) : desk.own.hexes?.has(w) ? w : thing(w)));
  return VERBS[verb]?.[1].replace(/\{(\d)\}/g, (_, k) => named[k] ?? "") ?? [verb, ...named].join(" ");
}
