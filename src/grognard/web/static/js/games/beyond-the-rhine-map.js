// @ts-check
// How Beyond the Rhine on the map is dressed: names, rivers, formation colours, the phase bar, words. No rule stands here.
import { dress as ledger } from "./beyond-the-rhine.js";

/** Rows and columns of the area in play. */
const inArea = (/** @type {number} */ x, /** @type {number} */ row) => row > 9 && row < 21 && x < 17;

/** Formations with a stripe of their own. @type {Record<string, [string, string]>} */
const STRIPES = {
  "US-2Arm": ["#7a5c00", ""],
  "US-3Arm": ["#1e5b46", ""],
  "116Pz": ["#b0402b", ""],
  "3PzG": ["#2f6f75", ""],
};

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
  blow: (what) => `Blow the dump in ${what}`,
};

/** A plain choice in words. @param {string} text */
function words(text) {
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

/** @type {import("./presentation.js").Dress} */
export const dress = {
  ...ledger,
  title: "Beyond the Rhine: on the map",
  subtitle: "Aachen · 8 – 22 October 1944",
  sides: { allied: "Allied", german: "German" },
  turns: 5,
  numbering: "R.CC",
  streams: ledger.streams.filter((one) => ["Maas", "Roer", "Wurm", "Vesdre"].includes(one.name)),
  names: {
    ...ledger.names,
    curved: ledger.names.curved.filter((one) => ["Roer", "HÜRTGENWALD"].includes(one.text)),
    fixed: ledger.names.fixed.filter((one) => inArea(one.x, one.row + 0.56)),
  },
  formations: STRIPES,
  base: (unit) => (unit.side === "german" ? (/SS/.test(unit.id) ? "ss" : "german") : "us"),
  short: new Proxy(
    {},
    {
      /** Designations are made from the unit's id: US-30-InfDiv, DE-116Pz-PzRgt. @returns {[string, string]} */
      get(_, id) {
        const [, number, kind] = String(id).split("-");
        return [number ?? "", kind ?? ""];
      },
    },
  ),
  player: [
    ["Reinforcement", "reinforcement"],
    ["Movement", "movement"],
    ["Supply", "meals"],
    ["Reaction", "reaction"],
    ["Barrage", "barrage"],
    ["Combat", "combat"],
    ["Exploitation", "exploitation"],
  ],
  words,
};
