// @ts-check
// Beyond the Rhine on the map in words: its phases, its choices, what to do. No rule stands here.

export const PLAYER = /** @type {[string, string][]} */ ([
  ["Reinforce", ""],
  ["Move", ""],
  ["Supply", ""],
  ["Reaction", ""],
  ["Barrage", ""],
  ["Combat", ""],
  ["Exploit", ""],
]);

const AT = /** @type {[RegExp, number][]} */ ([
  [/reaction/, 3],
  [/exploitation/, 6],
  [/reinforcement|supply roll|^(allied|german) supply$|refit|removals|replacement|repairs|rebuilding/, 0],
  [/breakout|movement|bombing/, 1],
  [/recovery|meals|attrition/, 2],
  [/barrage/, 4],
  [/combat/, 5],
]);
const OF = /** @type {Record<string, number>} */ ({ movement: 1, supply: 2, reaction: 3, combat: 5, exploitation: 6 });

/** Where a phase stands among those of the turn: within the player turn of the side whose turn it is. @param {string} phase @param {any} [table] */
export function sequence(phase, table) {
  const view = table?.view ?? {},
    at = AT.find(([test]) => test.test(phase))?.[1] ?? OF[view.phase ?? ""] ?? -2;
  if (at < 0) return at;
  return (view.active === "german" ? PLAYER.length : 0) + at;
}

/** What a press does, by its verb. @type {Record<string, (what: string) => string>} */
const WORDS = {
  mode: (what) => `Turn ${what} to its other side`,
  strat: (what) => `${what}: Strat Mode`,
  reserve: (what) => `${what}: into reserve`,
  recall: (what) => `${what}: out of reserve`,
  release: (what) => `Release ${what}`,
  stack: (what) => `Take ${what} along`,
  drop: (what) => `Leave ${what} behind`,
  fuel: (what) => `Fuel ${what} (1T)`,
  fuelhq: (what) => `Fuel ${what} and all it throws to (1 SP)`,
  fuelformation: (what) => `Fuel the formation of ${what} (1 SP)`,
  breakout: (what) => `${what} tries to break out`,
  recover: (what) => `Fill the stocks of ${what}`,
  rate: (what) => `${what} is the AR unit`,
  terrain: (what) => `Terrain: ${what.replaceAll("_", " ")}`,
  lose: (what) => `${what} loses a step`,
  part: (what) => `${what} goes its own way`,
  remove: (what) => `Remove ${what}`,
  join: (what) => `${what} takes part`,
  advance: (what) => `${what} advances`,
  sweep: (what) => `${what} sweeps over the enemy's base`,
  intercept: (what) => `${what} intercepts`,
  meet: (what) => `${what} fights`,
  along: (what) => `${what} goes along`,
  blow: (what) => `Blow the dump in ${what}`,
  go: (what) => `Take the ${what} player turn`,
  putoff: (what) => `${what} stays one more turn`,
  repair: (what) => `Repair ${what}`,
  opendams: () => "Open the dams of the Roer",
  check: (what) => (what === "yes" ? "Spend a bridge check marker" : "Spend none: the bridge is blown"),
  demolish: (what) => `Blow the Rhine bridge at ${what}`,
  entrain: (what) => `1 SP of ${what} by rail`,
  extend: (what) => `Make an extender of ${what} and four more points`,
  fold: (what) => `Take the extender of ${what} up`,
  concede: () => "Give up the game",
  shiftdump: (what) => `Move the dump in ${what}`,
};

/** A plain choice in words. @param {string} text */
export function words(text) {
  const [verb, ...rest] = text.split(" "),
    what = rest.join(" ").replaceAll("-", " ");
  if (text === "pay yes") return "Pay the combat supply";
  if (text === "pay no") return "Do not pay: defend at half";
  if (text === "ignore") return "Ignore the option";
  if (verb === "retreat")
    return what === "0" ? "Stand: take the option in steps" : `Retreat ${what} hex${what === "1" ? "" : "es"}`;
  if (verb === "load" || verb === "unload") {
    const [unit, tokens] = [rest[0].replaceAll("-", " "), rest[1]];
    return verb === "load" ? `Load ${tokens}T on ${unit}` : `Unload ${tokens}T from ${unit}`;
  }
  return WORDS[verb]?.(what) ?? null;
}

const HOW = /** @type {[string, string][]} */ ([
  ["arrive", "Choose a unit, then the hex where it comes on. It may also wait."],
  ["deliver", "Click a source: 1 SP of this turn's supply is put there."],
  ["go", "You rolled higher: choose who takes the first player turn."],
  ["putoff", "Units the chart removes: those next to the enemy may stay one more turn."],
  ["repair", "Repair aircraft: these results cannot be saved."],
  ["restore", "A Misc result brings a unit back: choose it, then a lit hex."],
  ["rebuild", "Choose a unit that has lost steps, then the lit hex. Rebuilding is optional."],
  ["bomb", "Click up to three enemy hexes for the heavy bombers."],
  ["opendams", "Open the dams of the Roer once, or keep them shut."],
  ["place", "Choose a gun, an HQ or a transport point, then a lit hex; or move a dump. Then end the set-up."],
  ["dumpto", "Click the lit hex the dump goes to."],
  ["ship", "Click the lit hex the train goes to."],
  ["check", "A Rhine bridge is reached: spend a marker to take it on 5 or 6, or let it be blown."],
  ["lay", "Choose a pontoon brigade, then the hex over the river."],
  ["pay", "Pay for the hex that is attacked, or defend it at half strength."],
  ["rate", "Choose the unit whose Action Rating counts; it takes the first step loss."],
  ["terrain", "The defender picks the terrain of the fight."],
  ["draw", "Click the dump that pays."],
  ["lose", "Choose the unit that loses a step."],
  ["ignore", "The attacker fell back: the option may be ignored."],
  ["retreat", "An option is taken in steps, in hexes of retreat, or in both."],
  ["withdraw", "Click the next hex of the retreat."],
  ["advance", "Attackers may enter the empty hex, any of them."],
  ["remove", "More than 10 RE stand in a hex: choose what leaves it."],
  ["eat", "Choose a unit without trace, then the dump it eats from. It may go hungry."],
  ["recover", "Stocks that supply reaches are filled; you choose the order."],
  ["breakout", "Units without trace may try to break out."],
  ["flee", "What was not captured gets away: choose where it goes."],
  ["intercept", "A fighter may intercept the mission, or let it pass."],
  ["meet", "Choose the aircraft that fights."],
  ["move", "Click a stack to compare its modes, see its reach and its fuel. Moving is optional."],
  ["release", "Release reserves, or pass. Released units move at half allowance in Reaction."],
  ["fly", "Choose an aircraft, then the hex it strikes."],
  ["barrage", "Click a ringed enemy or a gun to see what a barrage would do and cost."],
  ["attack", "Click a ringed enemy to see the odds, with surprise, and the price."],
  ["join", "More units may take part. Then go on."],
  ["blow", "No unit can move now. You may blow a dump in the left column, or end the phase."],
]);

/** What to do, by the verbs that are open. @param {string[]} verbs @param {number} _able */
export function howTo(verbs, _able) {
  return HOW.find(([verb]) => verbs.includes(verb))?.[1] ?? null;
}

/** Tokens as players say them: 4T are 1 SP. @param {number} tokens */
export function supply(tokens) {
  const sign = tokens < 0 ? "−" : "",
    n = Math.abs(tokens),
    whole = Math.floor(n / 4),
    part = ["", "¼", "½", "¾"][n % 4];
  return `${sign}${whole || !part ? whole : ""}${part} SP`;
}
