// @ts-check
// Every order of the umpire's desk as people say it.

/** @typedef {import("../frame.js").Desk} Desk */

/** What is done, and the word before its hex. */
export const VERBS = /** @type {Record<string, [string, string]>} */ ({
  place: ["Set up", "in"],
  declare: ["Enters", "at"],
  redeploy: ["Redeploys", "to"],
  move: ["Moves", "to"],
  fortify: ["Place", "in"],
  register: ["Pre-register", "on"],
  reassign: ["Change a Pre-Registered hex", "to"],
  stock: ["Buy", ""],
  slip: ["Slips away", "to"],
  leave: ["Leaves the mines", "for"],
  clear: ["Clear", "in"],
  report: ["Report on", ""],
  fired: ["Has fired:", ""],
  scout: ["Reconnoitre", ""],
  exit: ["Left the map by", ""],
  take: ["Take control of", ""],
  brawl: ["Resolve the close combat in", ""],
  mark: ["Mark", "in"],
  snipe: ["Sniper to", ""],
  phone: ["Field phone of", "in"],
  dismount: ["Dismounts:", ""],
  recombine: ["Joins a half-squad", "in"],
  scrounge: ["Scrounges", "the wreck in"],
  decoy: ["Dummy counter in", ""],
  trade: ["Trade for a 60mm module", "edge hex"],
  choose: ["Choose", ""],
  carry: ["Carries a radio:", ""],
  harden: ["Battle Harden", ""],
  merge: ["The hero joins", ""],
  ranks: ["A 7-0 from the ranks of", ""],
  rearm: ["Restore the MG of", ""],
  hide: ["Hide", ""],
  join: ["Goes along:", ""],
  falls: ["Suffers:", ""],
});

/** Orders that name one unit and nothing else: they are given by pressing its counter. */
export const ONE = /** @type {Record<string, string>} */ ({
  report: "Report what happened to",
  choose: "Choose",
  harden: "Battle Harden",
  merge: "The hero joins",
  ranks: "A 7-0 from the ranks of",
  rearm: "Restore the MG of",
  carry: "Carries a radio",
  dismount: "Dismounts",
  hide: "Hide for DSP",
  join: "Goes along",
  falls: "Suffers in the close combat",
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
  hand: ([gear, giver, taker], unit) => `${weapon(gear)}: ${unit(giver)} to ${unit(taker)}`,
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
  wait: ([id], _, group) => `${capital(group(id))} waits a player turn at the edge`,
  commit: ([id], _, group) => `${capital(group(id))} sets up on-map`,
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
  const named = rest.map((w) => (desk.table.units?.[w] ? unit(w) : thing(w))),
    say = VERBS[verb];
  return say ? [say[0], named[0], rest.length > 1 && say[1], named[1]].filter(Boolean).join(" ") : [verb, ...named].join(" ");
}
