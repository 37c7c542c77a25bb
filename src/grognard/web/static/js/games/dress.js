// @ts-check
// A game's dress, by its name; a game without one is shown plainly.

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
 *   paper?: {words: string, href: string, title: string},
 *   lettered?: boolean,
 *   sequence?: (phase: string) => number, words?: (text: string) => string | null, left?: (play: any) => any, own?: typeof import("../desks/tld/onmap.js"),
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

/** @param {string} game @returns {Promise<Dress>} */
export async function dressOf(game) {
  try {
    return (await import(`./${game}.js`)).dress;
  } catch {
    return { ...plain, title: game };
  }
}
