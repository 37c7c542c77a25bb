// @ts-check
// The legal actions as a person sees them: subjects with hexes, and plain choices with words.
import { callName } from "../counters.js";

/** @typedef {import("../games/presentation.js").Dress} Dress */
/** @typedef {import("../games/presentation.js").Unit} Unit */
/** @typedef {{verbs: string[], plain: string[], units: Record<string, string[]>, by_verb: Record<string, Record<string, string[]>>, count: number}} Legal */
/** A subject is a unit, a draw of markers such as `air+guns`, or nothing ("") where only a hex is named.
 * Where a subject has two verbs, `verbs` says which goes with a hex.
 * @typedef {{verb: string, subject: string, hexes: string[], verbs?: Record<string, string>}} Choice */

/** What cannot be taken back by undo and so wants a button. */
const FINAL = ["bombard", "raid", "fight", "assault", "attack", "fire"];

export const isFinal = (/** @type {string} */ verb) => FINAL.includes(verb);

/** Every subject with its verb and hexes. @param {Legal | null} legal @returns {Choice[]} */
export function choices(legal) {
  return merged(
    Object.entries(legal?.by_verb ?? {}).flatMap(([verb, subjects]) =>
      Object.entries(subjects).map(([subject, hexes]) => ({ verb, subject, hexes })),
    ),
  );
}

/** One choice a subject: a unit that may move or do something else is shown with all its hexes; moving comes first. @param {Choice[]} all @returns {Choice[]} */
function merged(all) {
  /** @type {Map<string, Choice>} */
  const found = new Map();
  for (const one of [...all].sort((a, b) => Number(b.verb === "move") - Number(a.verb === "move"))) {
    const known = found.get(one.subject);
    if (!known) {
      found.set(one.subject, one);
      continue;
    }
    const more = one.hexes.filter((hex) => !known.hexes.includes(hex));
    found.set(one.subject, {
      ...known,
      hexes: [...known.hexes, ...more],
      verbs: { ...known.verbs, ...Object.fromEntries(more.map((hex) => [hex, one.verb])) },
    });
  }
  return [...found.values()];
}

/** The verb a hex is chosen with. @param {Choice} choice @param {string} hex */
export const verbAt = (choice, hex) => choice.verbs?.[hex] ?? choice.verb;

/** The text of an action. @param {string} verb @param {string} subject @param {string} hex */
export const action = (verb, subject, hex) => [verb, subject, hex].filter(Boolean).join(" ");

/** Plain choices that name a unit. @param {Legal | null} legal @param {Map<string, Unit>} units @returns {Map<string, string>} unit to action */
export function unitChoices(legal, units) {
  return new Map(
    (legal?.plain ?? []).flatMap((text) => {
      const unit = text.slice(text.indexOf(" ") + 1);
      return units.has(unit) ? [/** @type {[string, string]} */ ([unit, text])] : [];
    }),
  );
}

/** Markers in words: `guns+guns` is "2 ground markers". @param {string} fire @param {Dress} dress @param {string} side */
export function fireWords(fire, dress, side) {
  if (!fire || fire === "none") return "no marker";
  const words = fire.split("+"),
    seen = [...new Set(words)];
  return seen
    .map((w) => {
      const n = words.filter((o) => o === w).length,
        [one, many] = dress.fireWords[w] ?? [w, w];
      const name = side === "german" && w === "guns" ? (n > 1 ? "markers" : "marker") : n > 1 ? many : one;
      if (w.startsWith("naval")) return n > 1 ? `${n} × ${name}` : name; // its value follows: "2 × naval 10"
      return /^the /.test(name) ? name : `${n} ${name}`;
    })
    .join(" + ");
}

/** A plain choice in words. @param {string} text @param {{phase: string, purpose: string, side: string, dress: Dress, units: Map<string, Unit>}} at */
export function plainWords(text, { phase, purpose, side, dress, units }) {
  const called = (/** @type {string} */ id) => {
      const one = units.get(id),
        hq = units.get(`${id}:HQ`);
      return one ? callName(one) : hq ? callName(hq).replace(/ HQ$/, "") : id;
    },
    own = dress.words?.(text, called);
  if (own) return own;
  const [verb, ...rest] = text.split(" "),
    what = rest.join(" "),
    unit = units.get(what),
    name = unit ? callName(unit) : what;
  switch (verb) {
    case "done":
      return doneWords(phase, purpose);
    case "support":
      return `Draw ${fireWords(what, dress, side)}`;
    case "mines":
      return { use: "Use the mines", aside: "Put the mines aside", redraw: "Draw another" }[what] ?? text;
    case "defend":
      return `${name} defends`;
    case "target":
      return `Bombard ${name}`;
    case "lose":
      return `${name} takes the loss`;
    case "resist":
      return "Stand: stiff resistance";
    case "yield":
      return "Retreat";
    case "advance":
      return `${name} advances`;
    case "replace":
      return `Rebuild ${name}`;
    case "join":
      return `${name} joins`;
    case "bring":
      return `Call in the ${what}`;
    case "roll":
      return `Rolled ${what}`;
    case "draw":
      return `Drew ${what}`;
    default:
      return text;
  }
}

/** @param {string} phase @param {string} purpose */
function doneWords(phase, purpose) {
  if (/attackers/.test(purpose)) return "No more attackers";
  if (/advance/.test(purpose)) return "No advance";
  if (/replacement/.test(purpose)) return "No replacement";
  const word = (purpose || phase || "").replace(/^(allied|german) /, "").replace(/^(reaction|exploitation) movement$/, "$1");
  return /movement|combat|landing|reaction|exploitation/.test(word) ? `End ${word.replace(/s$/, "")}` : "End phase";
}

/** What to do, by the verb that is open. @param {string[]} verbs @param {number} able */
export function howTo(verbs, able) {
  const has = (/** @type {string} */ v) => verbs.includes(v),
    some = able === 1 ? "One may act." : `${able} may act, in any order.`;
  if (has("record")) return "Choose a unit, then its hex. Only you see this until the units are revealed.";
  if (has("beachhead")) return "Click a lit beach hex to put down a beachhead.";
  if (has("place")) return "Choose a unit, then the beachhead it lands on.";
  if (has("dropzone")) return "Click a lit hex for the drop zone.";
  if (has("designate")) return "Choose an airborne unit, then the hex it is to land in.";
  if (has("raid")) return "Click the hex where the commando goes ashore.";
  if (has("assault")) return "Click a beachhead to resolve its assault.";
  if (has("fight")) return "Click a hex to resolve the attack of the units that came down there.";
  if (has("move")) return `Click a unit to see its legal moves. ${some} Moving is optional.`;
  if (has("land")) return "Choose a reinforcement, then the beachhead it lands on.";
  if (has("attack") && has("bombard"))
    return "Click a ringed enemy unit to see the odds, or bombard with support markers only.";
  if (has("attack")) return "Click a ringed enemy to see the odds of an attack.";
  if (has("bombard")) return "No attack is possible; you may bombard with markers alone.";
  if (has("join")) return "More units may join the attack. Or roll the die.";
  if (has("support")) return "Choose how many support markers to draw. They are drawn at random.";
  if (has("withdraw")) return "Click the next hex of the retreat.";
  if (has("lose")) return "Choose the unit that takes the loss.";
  if (has("advance")) return "One attacking unit may advance after combat.";
  if (has("replace")) return "Choose a reduced unit to restore with the replacement point.";
  if (has("roll")) return "Roll the die and say what came up.";
  return "Choose a unit or a lit hex on the map, or an action below.";
}
