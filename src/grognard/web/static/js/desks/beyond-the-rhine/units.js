// @ts-check
// Counters of the campaign by their number: what is printed on them, and how they are drawn.
import { counter } from "../counter.js";

/** @typedef {{id: string, name: string, raw: string, category: string, nation: string, type: string, size: string, label: string, steps: number,
 *   rating: [number, number, number] | null, formation: string, defence: boolean, provenance: string}} Unit */

/** @type {Record<string, string>} */
const NATIONS = { US: "US", UK: "British", CA: "Canadian", FR: "French", PL: "Polish", BE: "Belgian", NL: "Dutch" };
export const nationName = (/** @type {string} */ code) => NATIONS[code] ?? code;
/** @type {Record<string, string>} */
const TYPES = {
  infantry: "infantry",
  tank: "armour",
  guards_tank: "armour",
  armored: "armour",
  flame_tank: "special",
  tank_destroyer: "tank_destroyer",
  artillery: "artillery",
  sp_artillery: "sp_artillery",
  rocket: "rocket",
  corps_hq: "hq",
  airborne: "airborne",
  airlanding: "glider",
  mech_cavalry: "armoured_recon",
  cavalry: "armoured_recon",
  mech_recon: "armoured_recon",
  recon: "recon",
  commando: "commando",
  marine: "marine",
  ranger: "infantry",
  mountain: "mountain",
  mountain_infantry: "mountain",
  mech_infantry: "mechanized",
  glider_infantry: "glider",
  parachute_infantry: "airborne",
  pontoon: "pontoon",
  breakdown: "breakdown",
  mountain_breakdown: "breakdown",
  truck_point: "truck",
  mule_point: "truck",
};

/** The figures at the foot of a counter. @param {Unit} u */
export function figures(u) {
  if (u.category === "aircraft") return u.type.replace("Spitfire ", "Spit ");
  if (u.category === "transport") return u.type === "mule_point" ? "Mule" : "Truck";
  if (u.category === "hq") return u.label;
  if (!u.rating) return u.label.length < 7 ? u.label : "";
  const [a, b, c] = u.rating;
  return `${u.defence ? `(${a})` : a}-${b}-${c}`;
}

/** @param {Unit} u */
const kind = (u) =>
  TYPES[u.type] ?? (u.category === "aircraft" ? (/^(P-|Sp|Ty|Te)/.test(u.type) ? "fighter" : "bomber") : "infantry");

/** @param {Unit} u @param {number} [size] @param {string} [more] words added to its name */
export const chit = (u, size = 34, more = "") =>
  counter(
    {
      nation: nationName(u.nation),
      type: kind(u),
      size: u.category === "hq" ? "corps" : u.size,
      value: figures(u),
      left: u.category === "combat" ? (u.formation ? u.formation.split("-")[1].replace(/[A-Z][a-z].*/, "") : u.label) : "",
      title: [u.formation ? `${u.formation} ${u.label}` : u.raw, explained(u), more].filter(Boolean).join(", "),
    },
    size,
  );

/** The figures in words. @param {Unit} u */
const explained = (u) =>
  u.rating &&
  `strength ${u.rating[0]}${u.defence ? " (defends only)" : ""}, action rating ${u.rating[1]}, movement ${u.rating[2]}`;

/** The display name of a counter, as the server sends it. @param {Unit} u */
export const call = (u) => u.name;
