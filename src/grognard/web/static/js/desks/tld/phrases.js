// @ts-check
// The Longest Day in words: its phases, its choices, what to do, what the log says of an action without a sentence.
import { numeral } from "./wording.js";

export const PLAYER = /** @type {[string, string][]} */ ([
  ["Orders", ""],
  ["Supply", ""],
  ["Move", ""],
  ["Fire", ""],
  ["Combat", ""],
  ["Mech.", ""],
  ["Late", ""],
]);
const AT = /** @type {Record<string, number>} */ ({
  "units over": 0,
  orders: 0,
  "supply delivery": 1,
  replacements: 1,
  movement: 2,
  excess: 2,
  "defensive fire": 3,
  combat: 4,
  "mechanized movement": 5,
  "excess after": 5,
  "late orders": 6,
});

/** Where a phase stands among those of the day; the enemy's defensive fire is part of one's own segment. @param {string} phase */
export function sequence(phase) {
  const [, side, name] = /^(allied|german) (.*)$/.exec(phase) ?? [],
    at = AT[name ?? ""];
  if (at === undefined) return -2;
  const own = (side === "german") !== (name === "defensive fire") ? 1 : 0;
  return own * PLAYER.length + at;
}

/** A choice as people say it. @param {string} text @param {(id: string) => string} [name] the display name of a unit */
export function words(text, name = (id) => id) {
  const [verb, ...ids] = text.split(" "),
    rest = ids.map(name),
    what = rest.join(" ");
  switch (verb) {
    case "order":
      return `Order for ${what}`;
    case "to":
      return what === "stay"
        ? "Keep its assignment"
        : what.includes("HQ")
          ? `Assign it to ${what}`
          : `Assign it to ${numeral(what)} Corps`;
    case "standin":
      return `Assign it to ${rest[0]} instead of ${rest[1]}`;
    case "together":
      return "Write several orders together";
    case "enter":
      return "Enter the set of orders";
    case "scrap":
      return "Discard the set of orders";
    case "over":
      return `${what} goes unsupplied`;
    case "form":
      return `Form a de facto corps around ${what}`;
    case "with":
      return `With ${what.replace("+", " and ")}`;
    case "disband":
      return `Disband the de facto corps of ${what}`;
    case "draw":
      return `${what} pays`;
    case "staff":
      return "Let the staff write the orders";
    case "deliver":
      return `Land supply: ${what}`;
    case "replace":
      return `Bring back ${what}`;
    case "float":
      return `${what} waits afloat off its beach`;
    case "fire":
      return `${what} fires`;
    case "support":
      return `${what} supports`;
    case "ships":
      return `Ships off ${what}`;
    case "spend":
      return `${what} spends half of it`;
    case "lose":
      return `${what} is eliminated`;
    case "join":
      return `${what} joins`;
    case "advance":
      return `${what} advances`;
    default:
      return null;
  }
}

/** @param {string[]} verbs @param {number} able */
export function howTo(verbs, able) {
  const has = (/** @type {string} */ v) => verbs.includes(v);
  if (has("scrap")) return "Write the orders of the set on the staff desk. Then enter the set, or discard it.";
  if (has("over")) return "An HQ has more units than it may supply: choose the one that goes unsupplied.";
  if (has("with")) return "Choose the other divisions of the de facto corps: two or three in all.";
  if (has("draw")) return "Choose the HQ that this attack counts to.";
  if (has("order") || has("staff")) return "Write orders on the staff desk, let the staff write them, or end the phase.";
  if (has("to")) return "Choose the corps or the HQ. Only legal choices are listed.";
  if (has("deliver")) return "Choose a beach or entry, then the hex where a supply unit is landed.";
  if (has("replace")) return "One unit may come back from the dead box.";
  if (has("move") || has("float"))
    return `Click a unit to see its legal moves (${able} can move). First-wave units may also wait afloat off an enemy-held beach.`;
  if (has("fire")) return "Click a gun, then the hex it fires at.";
  if (has("attack")) return "Click a ringed enemy to see the odds of an attack and what it would consume.";
  if (has("join") || has("support") || has("ships"))
    return "More units may join; artillery and ships may support. Then roll the die.";
  if (has("spend")) return "Choose the supply unit that is spent by half.";
  if (has("lose")) return "Choose a unit that is lost.";
  if (has("withdraw")) return "Click the next hex of the retreat.";
  if (has("advance")) return "Units may advance into the hex they have won.";
  return null;
}

/** A line of the log that came without a sentence. @param {string} text @param {string} who @param {(id: string) => string} [name] */
export function logged(text, who, name = (id) => id) {
  const [verb, ...ids] = text.split(" "),
    rest = ids.map(name),
    what = rest.join(" ");
  switch (verb) {
    case "order":
      return `${who} writes an order for ${what}`;
    case "to":
      return `${who} writes the assignment: ${what}`;
    case "standin":
      return `${who} writes the assignment: ${rest[0]} instead of ${rest[1]}`;
    case "together":
      return `${who} begins a set of orders`;
    case "enter":
      return `${who} enters the set of orders`;
    case "scrap":
      return `${who} discards the set of orders`;
    case "over":
      return `${what} goes unsupplied`;
    case "form":
      return `${who} names ${what} for a de facto corps`;
    case "with":
      return `The de facto corps has ${what.replace("+", " and ")}`;
    case "disband":
      return `${who} disbands the de facto corps of ${what}`;
    case "draw":
      return `${what} pays`;
    case "float":
      return `${rest[0]} waits afloat off ${rest[1]}`;
    case "support":
      return `${what} supports the attack`;
    case "ships":
      return `The ships off ${what} fire`;
    case "spend":
      return `${what} spends half of a supply unit`;
    case "fire":
      return `${rest[0]} fires at ${rest[1]}`;
    default:
      return null;
  }
}
