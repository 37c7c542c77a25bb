// @ts-check
// A game's dress, by its name; a game without one is shown plainly.

/** @typedef {{id: string, name: string, side: string, formation: string, type: string, mobility: string, size: string,
 *   full: [number, number, number], reduced: [number, number, number] | null, entry?: string}} Unit */
/** @typedef {{
 *   title: string, subtitle: string, blurb: string, sides: Record<string, string>, turns: number,
 *   seats?: Record<string, string>, numbering?: "RRCC" | "CCRR", cartouche?: import("../map/cartouche.js").Cartouche, quiet: RegExp, hero: {x: number, y: number, scale: number},
 *   streams: import("../map/geometry.js").Stream[], names: import("../map/labels.js").Lettering,
 *   formations: Record<string, [string, string]>, base: (unit: Unit) => string, short: Record<string, [string, string]>,
 *   objective?: {title: string, zone: string, clause: string, words: string, marker: string, holder: string, other: string},
 *   beachheads?: {clause: string, stack: number}, cups: {key: string, name: string, tile: string, clause: string}[],
 *   verdict?: (text: string) => {line: string, differential: number, column: number, shift: number, die: number, code: string} | null,
 *   plainly?: (text: string) => string, otherwise?: Record<string, Record<string, string>>, clauses?: Record<string, string>, guide?: import("../table/guide.js").Step[], suggest?: Record<string, string[]>,
 *   paper?: {words: string, href: string, title: string},
 *   sequence?: (phase: string) => number, words?: (text: string) => string | null, left?: (play: any) => any, own?: typeof import("../desks/tld/onmap.js"),
 *   before: {title: string, phases: [string, RegExp][]}, player: [string, string][], start: [string, RegExp] | null,
 *   fires: Record<string, [string, string][]>, fireWords: Record<string, [string, string]>}} Dress */

/** Nothing chosen yet. @type {Dress} */
export const plain = {
  title: "",
  subtitle: "",
  blurb: "",
  sides: {},
  turns: 0,
  quiet: /^$/,
  hero: { x: 0, y: 0, scale: 40 },
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
