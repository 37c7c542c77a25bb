// @ts-check
// How The Longest Day is dressed: streams, names, formation colours, the phase bar. No rule stands here.

import * as own from "../desks/tld/onmap.js";

const RIVER = { major: /** @type {[number, number]} */ ([0.1, 0.2]), minor: /** @type {[number, number]} */ ([0.045, 0.09]) };

/** Divisions and brigades with a stripe of their own. @type {Record<string, [string, string]>} */
const STRIPES = Object.fromEntries(
  Object.entries({
    3: "#a02734",
    "6AB": "#6d2147",
    50: "#b03a1e",
    51: "#1f5f8b",
    "3CAN": "#4a6741",
    "7ARM": "#8c1c1c",
    49: "#2d4f7a",
    "11ARM": "#7a5c00",
    15: "#7d6e0d",
    43: "#5d3a6e",
    53: "#a03030",
    59: "#1e5b46",
    GDARM: "#25407a",
    "2CAN": "#33517d",
    "4CAN": "#3f6b3a",
    "1POL": "#8a2d3b",
    "1AB": "#6d2147",
    716: "#3d6b4f",
    711: "#7a5b2d",
    346: "#5b3f7d",
    "21PZ": "#b0402b",
    "12SS": "#8fd0c5",
    LEHR: "#2f6f75",
    "2PZ": "#866712",
    "1SS": "#e8e3d5",
    "9SS": "#d9b86a",
    "10SS": "#c98fb0",
    "16LW": "#2c5d94",
    276: "#4c4c4c",
    277: "#5c4033",
    271: "#3b5d3b",
    272: "#6b3d5e",
    89: "#465a78",
    85: "#7a4a26",
  }).map(([id, colour]) => [id, [colour, ""]]),
);

/** @param {string} name words of a battalion, to initials */
function brief(name) {
  const words = name.split(/[\s-]+/).filter(Boolean),
    plain = words.join(" ");
  if (plain.length <= 5) return plain;
  const numbers = words.filter((w) => /^\d|^[IV]+\/|^[IV]+$/.test(w)),
    rest = words.filter((w) => !numbers.includes(w) && w !== "&" && w !== "of");
  return (
    numbers.join("") +
    (rest.length === 1 ? rest[0].slice(0, 3) : rest.map((w) => (/^\d/.test(w) ? w : w[0].toUpperCase())).join(""))
  );
}

/** @type {import("./presentation.js").Dress} */
export const dress = {
  title: "The Longest Day",
  subtitle: "Caen to Falaise · 6 June – 31 August 1944",
  sides: { allied: "Allied", german: "German" },
  turns: 0,
  numbering: "CCRR",
  cartouche: {
    row: -2.5,
    column: 25.6,
    title: "The Longest Day",
    subtitle: "British and Canadian sector, 1944",
    scale: ["0", "2", "4 km"],
    note: "TLD-S.1",
  },
  quiet: /^$/,
  streams: [
    { name: "Orne", of: ["Orne"], width: RIVER.major },
    { name: "Dives", of: ["Dives"], width: RIVER.major },
    { name: "Seulles", of: ["Seulles"], width: RIVER.minor, spring: true },
    { name: "Aure", of: ["Aure"], width: RIVER.minor, spring: true, joins: true },
    ...["Odon", "Mue", "Drome", "Laize", "Laison", "Muance", "Ajon", "Ante"].map((name) => ({
      name,
      of: [name],
      width: RIVER.minor,
      spring: true,
      joins: true,
    })),
  ],
  names: {
    spelling: {
      "Caen-Vaucelles": "",
      Norrey: "",
      "Thury-Harcourt": "Thury-Harcourt",
    },
    nudge: {},
    curved: [
      {
        text: "GOLD",
        kind: "beach",
        along: [
          [-3.9, 9.4],
          [-3.75, 12],
          [-3.9, 14.6],
        ],
      },
      {
        text: "JUNO",
        kind: "beach",
        along: [
          [-3.9, 15.8],
          [-3.8, 17.6],
          [-4.2, 19.6],
        ],
      },
      {
        text: "SWORD",
        kind: "beach",
        along: [
          [-5.2, 20.9],
          [-6.0, 22.5],
          [-6.7, 24.6],
        ],
      },
      {
        text: "BAIE DE LA SEINE",
        kind: "sea",
        along: [
          [-1.9, 6.5],
          [-1.6, 12],
          [-2.1, 18],
        ],
      },
      {
        text: "PLAINE DE CAEN",
        kind: "region",
        along: [
          [-20.4, 21.2],
          [-21.2, 24.6],
          [-22.6, 28.4],
        ],
      },
      {
        text: "BOCAGE NORMAND",
        kind: "region",
        along: [
          [-24.4, 2.2],
          [-23.2, 5.2],
          [-23.6, 8.4],
        ],
      },
      {
        text: "PAYS D’AUGE",
        kind: "region",
        along: [
          [-14.2, 31.4],
          [-15.4, 33],
          [-16.8, 35.2],
        ],
      },
      {
        text: "SUISSE NORMANDE",
        kind: "region",
        along: [
          [-30.6, 9.4],
          [-31.2, 12.4],
          [-30.8, 15],
        ],
      },
      .../** @type {[string, [number, number]][]} */ ([
        ["Orne", [-11.6, -9.2]],
        ["Orne", [-31, -26.5]],
        ["Dives", [-26.4, -21]],
        ["Odon", [-22.6, -19.6]],
        ["Seulles", [-13.2, -9.6]],
        ["Mue", [-13.4, -9.2]],
        ["Aure", [-13, -9.6]],
        ["Drome", [-14, -9.6]],
        ["Laize", [-26.6, -22.4]],
        ["Laison", [-26.4, -22]],
      ]).map(([river, rows]) => ({
        text: river === "Drome" ? "Drôme" : river,
        kind: "river",
        river,
        rows,
        lift: /** @type {[number, number, number]} */ ([0.2, 8, 20]),
        size: /** @type {[number, number, number]} */ ([0.2, 9, 18]),
      })),
    ],
    fixed: [
      { text: "CAEN", x: 20.05, row: -15.62, size: [0.34, 13, 36], track: [0.12, 3, 12] },
      { text: "BAYEUX", x: 7.5, row: -8.62, size: [0.24, 10, 26], track: [0.06, 1.5, 6] },
      { text: "FALAISE", x: 26.05, row: -33.62, size: [0.24, 10, 26], track: [0.06, 1.5, 6] },
    ],
  },
  formations: STRIPES,
  base: (unit) => {
    const nation = /** @type {any} */ (unit).nation;
    if (unit.side === "german") return /SS$/.test(unit.formation) ? "ss" : unit.formation === "16LW" ? "luftwaffe" : "german";
    if (!nation) return "british"; // supply units
    return (
      { British: "british", Canadian: "canadian", Polish: "polish", US: "us", Belgian: "minor", Dutch: "minor" }[
        /** @type {string} */ (nation)
      ] ?? "neutral"
    );
  },
  short: new Proxy(
    {},
    {
      /** Designations are made from the unit's id: 3:1-Suffolk, 4/7/8, ART-77, HQ-VIII. @returns {[string, string]} */
      get(_, id) {
        const text = String(id),
          [division, own] = text.split(":");
        if (text.startsWith("SU-")) return ["", ""];
        if (own === "HQ") return ["", division];
        if (own) return [brief(own), division];
        if (text.startsWith("HQ-")) return ["", text.slice(3)];
        const bare = text.replace(/^(ART|CDO|REC|AT|AVRE|CROC|CRAB)-/, ""),
          cut = bare.lastIndexOf("/");
        return cut > 0 ? [bare.slice(0, cut), bare.slice(cut + 1)] : [bare, ""];
      },
    },
  ),
  cups: [],
  before: { title: "Set-up", phases: [] },
  paper: {
    words: "You play on a board of your own? The staff keeps your ledger and prints your rosters.",
    href: "#desk=longest-day",
    title: "Staff desk on paper",
  },
  player: own.PLAYER,
  sequence: own.sequence,
  words: own.words,
  left: own.left,
  own,
  clauses: { zones: "TLD-S.4", supply: "TLD-B.2" },
  start: null,
  fires: {},
  fireWords: {},
};
