// @ts-check
// How Beyond the Rhine is dressed: its names, its rivers on the demonstration map. No rule stands here.

const WIDE = /** @type {[number, number]} */ ([0.16, 0.2]), MIDDLE = /** @type {[number, number]} */ ([0.09, 0.13]), NARROW = /** @type {[number, number]} */ ([0.04, 0.075]);
const river = (/** @type {string} */ name, /** @type {[number, number]} */ rows, /** @type {number} */ lift = 0.2) => ({ text: name, kind: "river", river: name, rows, lift: /** @type {[number, number, number]} */ ([lift, 8, 20]), size: /** @type {[number, number, number]} */ ([0.22, 9, 20]) });

/** Cities stand in their hex, the great ones larger. @type {[string, number, number, boolean?][]} */
const CITIES = [["Koblenz", 4, 26], ["Verviers", 9, 6], ["Liège", 10, 1, true], ["Bonn", 12, 20], ["Aachen", 14, 8], ["Düren", 14, 13], ["Maastricht", 15, 3], ["Köln", 17, 19, true], ["Leverkusen", 19, 20], ["Mönchengladbach", 23, 13], ["Neuss", 23, 16], ["Solingen", 23, 21], ["Remscheid", 23, 22], ["Düsseldorf", 24, 17, true], ["Wuppertal", 25, 22, true], ["Krefeld", 26, 14], ["Hagen", 27, 26], ["Mülheim", 28, 18], ["Duisburg", 29, 17, true], ["Essen", 29, 20, true], ["Bochum", 30, 22]];

/** @type {import("./dress.js").Dress} */
export const dress = {
  title: "Beyond the Rhine",
  subtitle: "The campaign desk · 5 September 1944 – 29 April 1945",
  blurb: "5 September 1944 – 29 April 1945 · 70 turns · the Allied ledger: supply, arrivals, replacements, ports",
  sides: { allied: "Allied", axis: "Axis" },
  seats: { allied: "human", axis: "human" }, // one ledger, kept by whoever sits at the desk
  turns: 70,
  quiet: /^$/,
  hero: { x: 12.5, y: -12.6, scale: 46 },
  streams: [
    { name: "Rhein", of: ["Rhein"], width: WIDE }, { name: "Maas", of: ["Maas"], width: MIDDLE }, { name: "Ruhr", of: ["Ruhr"], width: MIDDLE, spring: true, joins: true },
    { name: "Mosel", of: ["Mosel"], width: MIDDLE, spring: true, joins: true },
    ...["Roer", "Erft", "Wurm", "Ahr", "Sieg", "Wupper", "Our", "Kyll", "Ourthe", "Amblève", "Vesdre", "Albert Canal"].map((name) => ({ name, of: [name], width: NARROW, spring: true, joins: true })),
  ],
  names: {
    spelling: { "Mülheim an der Ruhr": "Mülheim", "Köln-Deutz": "" }, nudge: {},
    curved: [
      river("Rhein", [13, 17]), river("Rhein", [25, 29]), river("Maas", [18, 22]), river("Roer", [14, 17.5]), river("Erft", [12, 16]), river("Ahr", [5, 9]), river("Wupper", [20, 24]),
      { text: "HOHES VENN", kind: "region", along: [[7.4, 7.6], [8.1, 8.8], [8.3, 10.4]] }, { text: "EIFEL", kind: "region", along: [[5.2, 12.4], [5.7, 15], [5.4, 18]] },
      { text: "HÜRTGENWALD", kind: "wood", along: [[12.7, 10.4], [12.9, 11.6], [12.6, 12.8]] }, { text: "BERGISCHES LAND", kind: "region", along: [[20.2, 23], [20.6, 25.6], [20.2, 28.6]] }, { text: "RUHRGEBIET", kind: "region", along: [[29.5, 19], [29.8, 22], [29.5, 25.4]] }, { text: "WESTERWALD", kind: "region", along: [[9.6, 25.4], [10, 27.4], [9.7, 29.6]] },
    ],
    fixed: CITIES.map(([text, row, column, great]) => ({ text: great ? text.toUpperCase() : text, x: column + (row % 2 ? 0 : 0.5), row: row - 0.56, size: great ? [0.27, 11, 28] : [0.22, 10, 22], track: great ? [0.05, 1, 4] : undefined })),
  },
  formations: {}, base: () => "neutral", short: {}, cups: [], before: { title: "Before the campaign", phases: [] }, player: [], start: null, fires: {}, fireWords: {},
};
