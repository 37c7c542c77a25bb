// @ts-check
// A game's dress, by its name; a game without one is shown plainly.
import { pageOf } from "../api.js";

/** @typedef {{id: string, name: string, label?: string, side: string, formation: string, type: string, mobility: string, size: string,
 *   full: [number, number, number], reduced: [number, number, number] | null, entry?: string}} Unit */
/** @typedef {{
 *   title: string, subtitle: string, sides: Record<string, string>, turns: number,
 *   numbering?: "RRCC" | "CCRR" | "R.CC", cartouche?: import("../map/cartouche.js").Cartouche, quiet: RegExp,
 *   streams: import("../map/geometry.js").Stream[], names: import("../map/labels.js").Lettering,
 *   formations: Record<string, [string, string]>, base: (unit: Unit) => string, short: Record<string, [string, string]>,
 *   objective?: {title: string, zone: string, clause: string, words: string, marker: string, holder: string, other: string},
 *   beachheads?: {clause: string, stack: number}, cups: {key: string, name: string, tile: string, clause: string}[],
 *   clauses?: Record<string, string>,
 *   paper?: {words: string, href: string, title: string}, ahead?: Record<string, string>,
 *   lettered?: boolean, brief?: (unit: Unit) => string, plans?: boolean, counted?: boolean, stats?: string[],
 *   sequence?: (phase: string, table?: any) => number, words?: (text: string, name?: (id: string) => string) => string | null, left?: (play: any) => any, own?: Partial<typeof import("../desks/tld/onmap.js")> & Partial<typeof import("./rhine/onmap.js")>,
 *   before: {title: string, phases: [string, RegExp][]}, player: [string, string][], start: [string, RegExp] | null,
 *   fires: Record<string, [string, string][]>, fireWords: Record<string, [string, string]>}} Dress */

/** Nothing chosen yet. @type {Dress} */
export const plain = {
  title: "",
  subtitle: "",
  sides: {},
  turns: 0,
  quiet: /^$/,
  streams: [],
  names: { spelling: {}, nudge: {}, curved: [], fixed: [] },
  formations: {},
  base: () => "neutral",
  short: {},
  cups: [],
  before: { title: "Set-up", phases: [] },
  player: [],
  start: null,
  fires: {},
  fireWords: {},
};

/** How a game is shown: its own module, or what its server says of it. @param {string} game @returns {Promise<Dress>} */
export async function dressOf(game) {
  const page = await pageOf(game);
  if (page.presentation) return (await import(`../${page.presentation}`)).dress;
  const base = (/** @type {Unit} */ unit) => page.colors[unit.side] ?? "neutral";
  return { ...plain, title: page.title, sides: page.sides, numbering: page.numbering, plans: page.plans, base };
}
