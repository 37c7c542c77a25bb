// @ts-check
// Every decision of the firefight as people say it.

/** @typedef {import("../frame.js").Desk} Desk */

/** What is done, and the word before its hex. */
export const VERBS = /** @type {Record<string, [string, string]>} */ ({
  place: ["Set up", "in"],
  hide: ["Hide", ""],
  halve: ["Into two half-squads:", ""],
  dig: ["Dig in", ""],
  allot: ["Panzerfaust to", ""],
  withhold: ["Panzerfaust back from", ""],
  mine: ["Mines in", ""],
  fortify: ["Fortify the building in", ""],
  give: ["Give", "to"],
  fire: ["Fire", "at"],
  shoot: ["Shoot", "at"],
  faust: ["Panzerfaust of", "at"],
  watch: ["Make Spotter:", "for the mortar in"],
  join: ["Joins the fire", ""],
  direct: ["Directs the fire", ""],
  spray: ["Spread the fire over", ""],
  slit: ["At the pillbox, or at those outside it, in", ""],
  move: ["Move", "to"],
  lead: ["Move", ""],
  shroud: ["Enter under a “?”:", "at"],
  bare: ["Give up the “?” of", ""],
  enter: ["Enter under the “?” at", ""],
  sneak: ["Move under the “?” of", ""],
  challenge: ["Show itself, so that the “?” is lost:", ""],
  along: ["Comes along", ""],
  go: ["Go on to", ""],
  file: ["Along the trench to", ""],
  clearance: ["Clear the hex with", ""],
  dash: ["Dash to", ""],
  rush: ["Overrun the leader in", ""],
  chase: ["It slips away to", ""],
  climb: ["Climb with", "towards"],
  escort: ["Goes along", ""],
  onward: ["Go the whole way to", ""],
  snap: ["Snap shot of", "at the crossing into"],
  drive: ["Drive", ""],
  entrust: ["Armor Leader into", ""],
  riddle: ["Machine gun at armor:", "at the vehicle in"],
  torch: ["Flamethrower of", "at the vehicle in"],
  crest: ["Behind the crest, 3 MP with the stop:", ""],
  abandon: ["Leave the vehicle:", ""],
  scuttle: ["Leave and wreck", ""],
  reman: ["Back into the vehicle:", ""],
  shove: ["Push the wreck away with", ""],
  mount: ["Get onto", ""],
  unload: ["Riders get off", ""],
  alight: ["Get off with", ""],
  bail: ["Riders bail out of", ""],
  beside: ["Goes along in its cover", ""],
  overrun: ["Overrun", ""],
  rake: ["In close combat", "against"],
  dispense: ["Smoke dispenser of", "into"],
  toss: ["Smoke grenades of the crew of", ""],
  bolt: ["Try to get into Motion:", ""],
  shell: ["Gun of", "at"],
  serve: ["Gun", "at"],
  veil: ["Smoke shells of", "at"],
  push: ["Push", "to"],
  heave: ["Push with all who can help", "to"],
  turn: ["Turn", "to"],
  strafe: ["Machine guns of", "at"],
  engage: ["Anti-tank shot of", "at"],
  target: ["Aim at", ""],
  assail: ["Attack the vehicle with", "in"],
  mend: ["Repair a weapon of", ""],
  creep: ["Enter woods slowly, with all MP:", ""],
  perch: ["Take Crest status with", "facing"],
  brink: ["Enter at the crest:", "facing"],
  offroad: ["Enter beside the road:", ""],
  descend: ["Leave the crest with", ""],
  slink: ["Advance under the “?” of", "to"],
  shed: ["Leave the weapon", ""],
  flee: ["Prisoners escape from", ""],
  hatch: ["Open or close the hatches of", ""],
  despair: ["Stay desperate:", ""],
  decamp: ["Leave the map with", ""],
  claim: ["Take Wall Advantage in", ""],
  drop: ["Give up Wall Advantage in", ""],
  rally: ["Rally", ""],
  repair: ["Repair", ""],
  deploy: ["Deploy", "with"],
  recover: ["Pick up, with", "the gun"],
  scrounge: ["Look for machine guns in the wreck with", ""],
  dismantle: ["Take apart", ""],
  assemble: ["Put together", ""],
  ruin: ["Destroy your own", ""],
  harden: ["Harden", ""],
  refuse: ["Do not harden", ""],
  charge: ["Charge with", "at"],
  post: ["Post the sniper in", ""],
  aim: ["The sniper aims at", ""],
  hunt: ["Look for the sniper with", ""],
  smoke: ["Smoke grenades of", "into"],
  wp: ["White phosphorus of", "into"],
  lay: ["Lay the charge of", "in"],
  breach: ["Breach the bocage with", "towards"],
  throw: ["Throw the charge of", "into"],
  mop: ["Mop up the building with", ""],
  flame: ["Flamethrower of", "at"],
  opportunity: ["Keep the fire for later:", ""],
  capture: ["Take prisoner, with", "the enemy"],
  decline: ["Take no prisoners: refuse", ""],
  look: ["Search", ""],
  break: ["Break of its own will:", ""],
  rout: ["Rout", "to"],
  crawl: ["Low Crawl", "to"],
  advance: ["Advance", "to"],
  fight: ["Fight the close combat in", ""],
  strike: ["Attack with", "against"],
  withdraw: ["Withdraw", "to"],
  seize: ["Take prisoners with", "of"],
  submit: ["Give up", ""],
  radio: ["The radio to", ""],
  request: ["Ask for a round in", ""],
  correct: ["Correct the round to", ""],
  shift: ["Correct and fire for effect in", ""],
  mission: ["Fire for effect:", ""],
  record: ["Barrages of battery", "run"],
});

const PLAIN = /** @type {Record<string, string>} */ ({
  start: "Start: 1 MP",
  magnetic: "Look for a magnetic mine",
  delay: "Wait: 1 MP",
  slow: "1 MP more in the next hex",
  reveal: "Show yourselves to the vehicle",
  wait: "Stay unseen: one roll, who fails is pinned and shown",
  reverse: "Start in reverse: 1 MP",
  stop: "Stop: 1 MP",
  expose: "Crew shows itself",
  button: "Button up",
  unbog: "Try to get free",
  assault: "Assault Movement: one hex, harder to hit",
  double: "Double Time: 2 MF more, then CX",
  shelter: "Into the foxhole or pillbox: 1 MF",
  emerge: "Out of the foxhole or pillbox: 1 MF",
  beneath: "Get beneath the wire: a die of MF",
  depart: "Leave the map",
  forgo: "Give up the rate of fire, leave Residual FP",
  stand: "Stand and fight",
  slip: "Slip away before they come",
  cripple: "Aim at the tracks: +5, a hull hit immobilizes",
  desperation: "Desperation: no penalty, but the backblast strikes your own hex",
  contact: "Call the battery",
  convert: "Fire for effect where the round lies",
  spot: "Spotting round where the fire lies",
  cancel: "Give up the fire mission",
  retune: "Repair the radio",
  search: "Search the hexes around: 1 MF, then busy",
});

/** What is to be decided, as a question where the step names nothing. @param {Desk} desk @returns {string | null} */
export function title(desk) {
  const purpose = desk.table.purpose ?? "";
  if (!desk.model.mine) return null;
  if (/reaction|First Fire/.test(purpose)) return windowTitle(desk);
  if (/rout way/.test(purpose)) return "The next hex of the rout";
  if (/\bway\b/.test(purpose)) return `${desk.see("way")?.short ?? "The stack"}: where to?`;
  if (/\bdrive\b/.test(purpose))
    return `${desk.see("drive")?.vehicle?.label?.replace(/ \w+$/, "") ?? "The vehicle"}: where to?`;
  if (/group|who else|burst/.test(purpose)) return aimed("Fire", desk.see("fire"));
  if (/\bshot\b/.test(purpose)) return aimed(desk.see("shot")?.weapon ?? "The shot", desk.see("shot"));
  if (/attacks|strikes/.test(purpose)) return `Close combat${at(desk.see("close")?.hex)}`;
  return null;
}

/** @param {string | undefined} hex */
const at = (hex) => (hex ? ` in ${hex}` : "");

/** @param {string} what @param {any} found */
const aimed = (what, found) => (found?.hex ? `${what} at ${found.hex}?` : null);

/** @param {Desk} desk */
function windowTitle(desk) {
  const mover = desk.see("answers")?.mover;
  return mover?.hex ? `${mover.short || "They"} in ${mover.hex}. Fire?` : null;
}

/** The words of the button that ends the step. @param {Desk} desk */
export function ending(desk) {
  const purpose = desk.model.mine ? (desk.table.purpose ?? "") : "";
  if (/gun duel/.test(purpose)) return "Let it fire";
  if (/reaction|First Fire/.test(purpose)) return "Hold fire";
  if (/rate of fire/.test(purpose)) return "Keep the rate of fire";
  if (/voluntary break/.test(purpose)) return "Break no unit";
  if (/in Motion/.test(purpose)) return "Stay as it points";
  if (/group|who else|\bshot\b|burst/.test(purpose)) return "Roll the dice";
  if (/drive/.test(purpose)) return "End its move";
  if (/way/.test(purpose)) return desk.model.mine && desk.see("way")?.untouched ? "Choose another unit" : "Stop here";
  if (/\bradio\b|Artillery: contact/.test(purpose)) return "Do not call";
  if (/rtillery/.test(purpose)) return "No order";
  if (/weapon/.test(purpose)) return "Start turn 1";
  if (/sniper check|looks for the sniper/.test(purpose)) return "No search";
  if (/sniper$/.test(purpose)) return "Post the sniper";
  if (/set-up/.test(purpose)) return "Finish set-up";
  if (/withdraws|Infiltration/.test(purpose)) return "Stay";
  if (/attacks|strikes/.test(purpose)) return desk.see("close")?.named?.length ? "Fight" : "Do not attack";
  const phase = (desk.table.dates ?? "").replace(/ Phase$/, "").toLowerCase();
  return phase && phase !== "set-up" ? `End ${phase}` : "End step";
}

/** Two half-squads and their leader. @param {string[]} units @param {Desk} desk */
function recombined(units, desk) {
  const [one, other, leader] = units.map((id) => desk.table.units?.[id]?.label ?? id);
  return `Recombine ${one} and ${other}, with ${leader}`;
}

/** Along the edge of a hex. @param {string[]} parts */
const edgeway = ([hex, hand, sides]) =>
  `Bypass ${hex} on the ${hand}, along ${sides === "1" ? "a hexside" : `${sides} hexsides`}`;

const AIMS = /** @type {Record<string, string>} */ ({
  vehicle: "Aim at the vehicle",
  infantry: "Aim at the infantry",
  area: "Aim at the hex",
});

/** The id of a unit or a vehicle; one the seat does not know now has no name. */
const UNKNOWN = /^[ug]v?\d+$/;

/** A Location as people say it: M14/1 is the upper level of M14, V12/0 the stream under V12. @param {string} word */
const level = (word) => word.replace(/^([A-Z]+\d+)\/1$/, "$1, upper level").replace(/^([A-Z]+\d+)\/0$/, "$1, under the bridge");

/** @param {string} action @param {Desk} desk */
export function words(action, desk) {
  const [verb, ...rest] = action.split(" ");
  if (verb === "done") return ending(desk);
  if (PLAIN[verb]) return PLAIN[verb];
  if (verb === "dr") return `dice ${rest.join(" and ")}`;
  if (verb === "recombine") return recombined(rest, desk);
  if (verb === "bypass") return edgeway(rest);
  if (verb === "lane") return `Fire Lane to ${rest[0]}${rest[1] === "straight" ? "" : `, by the ${rest[1]} hexes`}`;
  if (verb === "steer") return `Turn the hull ${rest[0]}`;
  if (verb === "swing") return `Turret to ${rest[0]}`;
  if (verb === "speed") return `Excessive speed: ${rest[0]} MP more`;
  if (verb === "duel") return `Gun duel: fire ${rest[0] === "mg" ? "the machine guns" : "the gun"} first`;
  if (verb === "load") return `Fire ${rest[0]}`;
  if (verb === "against") return AIMS[rest[0]] ?? action;
  if (verb === "draw") return `a ${rest[0]} chit`;
  if (verb === "roll") return `a ${rest[0]}`;
  const named = rest.map((w) => desk.table.units?.[w]?.label ?? (UNKNOWN.test(w) ? "a unit" : level(w))),
    say = VERBS[verb];
  return say ? [say[0], named[0], rest.length > 1 && say[1], named[1]].filter(Boolean).join(" ") : action;
}
