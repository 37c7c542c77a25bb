// @ts-check
// How Sword Beach is dressed: spelling and places of names, streams, formation colours and letters, the phase bar, the
// words of its verbs. No rule stands here.

/** @type {Record<string, string>} */
const LINES = { beach_assault_not_in_ezoc: "open beach", beach_assault_in_ezoc: "defended beach" };
const SUM = /^(.+) line, differential ([+-]?\d+), column (\d+) after shifts of ([+-]?\d+), die (\d): (\w+)$/;

/** The sentence in which a fight is decided, taken apart. @param {string} text */
function verdict(text) {
  const found = SUM.exec(text);
  return (
    found && {
      line: LINES[found[1]] ?? found[1],
      differential: Number(found[2]),
      column: Number(found[3]),
      shift: Number(found[4]),
      die: Number(found[5]),
      code: found[6],
    }
  );
}

/** @type {import("./dress.js").Dress} */
export const dress = {
  title: "Sword Beach",
  subtitle: "On to Caen · 6 June – 9 July 1944",
  blurb: "6 June – 9 July 1944 · 17 turns of two days · 46 units",
  sides: { allied: "Allied", german: "German" },
  turns: 17,
  cartouche: {
    row: 20.02,
    column: 43.6,
    title: "Sword Beach",
    subtitle: "On to Caen · 6 June – 9 July 1944",
    scale: ["0", "2.5", "5 miles"],
    note: "SB-J20",
  },
  quiet: /^2[01]4[1-6]$/, // hex numbers under the title
  hero: { x: 38.3, y: -16.0, scale: 44 },
  streams: [
    { name: "Orne", of: ["Orne above Caen", "Orne"], width: [0.1, 0.2] },
    { name: "Dives", of: ["Dives"], width: [0.06, 0.13] },
    { name: "Mue", of: ["Mue and lower Seulles"], width: [0.035, 0.07], spring: true },
  ],
  names: {
    spelling: {
      Mezidon: "Mézidon",
      "Saint-Andre-sur-Orne": "Saint-André",
      Bourguebus: "Bourguébus",
      "Crevecoeur-en-Auge": "Crèvecœur",
      Demouville: "Démouville",
      Epron: "Épron",
      "Lebisey Wood": "Lébisey",
      Herouvillette: "Hérouvillette",
      Bieville: "Biéville",
      Benouville: "Bénouville",
      Breville: "Bréville",
      Dozule: "Dozulé",
      "Douvres-la-Delivrande": "Douvres-la-Délivrande",
      "La Breche": "La Brèche",
      "Tilly-la-Campagne": "Tilly",
      "Orne mouth, east bank": "",
      "Luc cliffs": "",
      "Bois de Bavent": "",
      "Bois de Secqueville": "",
    },
    nudge: {
      Ranville: [0.06, 0],
      Benouville: [-0.12, 0],
      Franceville: [0.3, -0.02],
      "Riva-Bella": [0.1, 0],
      Ouistreham: [-0.1, 0.02],
      "Saint-Aubin": [-0.12, 0],
      Hermanville: [-0.2, 0],
      "La Breche": [0.06, -0.05],
      "Tilly-la-Campagne": [0.28, -0.02],
      "May-sur-Orne": [-0.12, 0],
      Demouville: [-0.12, -0.04],
      Sannerville: [0.06, 0],
      Argences: [0.1, 0],
      Vimont: [-0.08, 0],
      Sallenelles: [0.2, -0.06],
      Amfreville: [0.1, 0],
      Louvigny: [-0.05, 0.05],
    },
    curved: [
      {
        text: "PLAINE DE CAEN",
        kind: "region",
        along: [
          [1.55, 42.0],
          [2.1, 44.2],
          [1.95, 46.4],
        ],
      },
      {
        text: "PAYS D’AUGE",
        kind: "region",
        along: [
          [5.7, 47.9],
          [6.35, 49.4],
          [6.15, 51.2],
        ],
      },
      {
        text: "BAIE DE LA SEINE",
        kind: "sea",
        along: [
          [17.75, 41.7],
          [18.25, 43.9],
          [18.15, 46.4],
        ],
      },
      {
        text: "SWORD BEACH",
        kind: "beach",
        along: [
          [19.5, 36.9],
          [19.05, 38.1],
          [18.2, 39.4],
          [17.5, 40.9],
        ],
      },
      { text: "Orne", kind: "river", river: "Orne", rows: [10.3, 12.3], lift: [0.22, 9, 22] },
      { text: "Orne", kind: "river", river: "Orne", rows: [1.6, 4.6], lift: [0.2, 8, 20] },
      { text: "Dives", kind: "river", river: "Dives", rows: [14.6, 16.6], lift: [0.2, 8, 20] },
      { text: "Dives", kind: "river", river: "Dives", rows: [5.4, 7.4], lift: [-0.2, 8, 20] },
      { text: "Mue", kind: "river", river: "Mue", rows: [13, 15], lift: [0.2, 8, 18] },
      { text: "sector boundary", kind: "boundary", boundary: true, rows: [7, 11.6], lift: [-0.36, 14, 36] },
      {
        text: "Bois de Bavent",
        kind: "wood",
        along: [
          [10.35, 42.25],
          [10.72, 43.15],
          [11.2, 44.15],
        ],
      },
      {
        text: "Bois de Secqueville",
        kind: "wood",
        along: [
          [3.58, 42.9],
          [3.55, 43.9],
          [3.6, 45.0],
        ],
      },
    ],
    fixed: [
      { text: "CAEN", x: 39.05, row: 7.39, size: [0.4, 15, 42], track: [0.16, 5, 19] },
      { text: "CABOURG", x: 45.6, row: 16.42, size: [0.21, 9.5, 21], track: [0.04, 1, 4] },
      { text: "MÉZIDON", x: 49, row: 0.46, size: [0.21, 9.5, 21], track: [0.04, 1, 4] },
      { text: "to Falaise", kind: "sign", x: 41.15, row: -0.06, size: [0.18, 8.5, 16] },
      { text: "to Lisieux", kind: "sign", x: 52.05, row: 4.23, size: [0.18, 8.5, 16], align: "left" },
      { text: "to Pont-l’Évêque", kind: "sign", x: 52.05, row: 14.23, size: [0.18, 8.5, 16], align: "left" },
      { text: "to Deauville", kind: "sign", x: 51.65, row: 19.25, size: [0.18, 8.5, 16], align: "left" },
    ],
  },
  // a stripe of its own colour for each formation, and a letter for those who do not tell the colours apart
  formations: {
    "3rd Infantry Division": ["#a02734", "A"],
    "51st Infantry Division": ["#1f5f8b", "H"],
    "6th Airborne Division": ["#6d2147", "P"],
    "1st Commando Brigade": ["#1f6b45", "C"],
    "27th Armored Brigade": ["#b85f0e", "T"],
    "4th Armored Brigade": ["#3a3a3a", "R"],
    "Guards Armored Division": ["#25407a", "G"],
    "15th Infantry Division": ["#7d6e0d", "S"],
    "21st Panzer Division": ["#b0402b", "Z"],
    "716th Infantry Division": ["#3d6b4f", "K"],
    "346th Infantry Division": ["#5b3f7d", "M"],
    "III Flak Corps": ["#2c5d94", "F"],
    "1st SS Panzer Division": ["#e8e3d5", "L"],
    "711th Infantry Division": ["#7a5b2d", "N"],
    "84th Infantry Division": ["#2f6f75", "Q"],
    "116th Panzer Division": ["#866712", "W"],
  },
  base: (unit) =>
    unit.side === "allied"
      ? "british"
      : /SS/.test(unit.formation)
        ? "ss"
        : unit.formation === "III Flak Corps"
          ? "luftwaffe"
          : "german",
  short: {
    "27-Armd": ["27", "Arm"],
    "4-Armd": ["4", "Arm"],
    "1-Cdo": ["1", "Cdo"],
    "3/6-Para": ["3", "6"],
    "5/6-Para": ["5", "6"],
    "2-AA": ["2", "Fl"],
    "3-AA": ["3", "Fl"],
    "4-AA": ["4", "Fl"],
  },
  objective: {
    title: "Objective",
    zone: "caen_north",
    clause: "SB-13.0.c",
    words: "North Caen",
    marker: "allied_cities",
    holder: "allied",
    other: "german",
  },
  beachheads: { clause: "SB-11.2.1.1.a", stack: 3 },
  cups: [
    { key: "guns", name: "Ground", tile: "g", clause: "FM-8.1.1" },
    { key: "air", name: "Aircraft", tile: "a", clause: "FM-8.1.1" },
    { key: "german", name: "German", tile: "k", clause: "FM-8.1.1" },
  ],
  before: {
    title: "Before turn 1",
    phases: [
      ["German set-up", /^german set-up/],
      ["Beachheads", /^beachhead/],
      ["Landing", /^amphib/],
      ["Drop", /^drop|airborne|crowded|drift/],
      ["Raid", /raid|commando/],
      ["Assaults", /assault/],
    ],
  },
  player: [
    ["Move", "movement"],
    ["Combat", "combat"],
    ["Mobile move", "mobile movement"],
    ["Mobile combat", "mobile combat"],
  ],
  start: ["Markers", /marker|weather|replacement/],
  fires: {
    allied: [
      ["none", "no marker"],
      ["guns", "1 ground"],
      ["air", "1 aircraft"],
      ["air+guns", "ground + aircraft"],
      ["guns+guns", "2 ground"],
      ["air+air", "2 aircraft"],
    ],
    german: [
      ["none", "no marker"],
      ["guns", "1 marker"],
      ["guns+guns", "2 markers"],
    ],
  },
  verdict,
  otherwise: { assault: { D2: "every assaulting unit is reduced", D3: "every assaulting unit is reduced" } },
  plainly: (text) => {
    const v = verdict(text);
    return v
      ? `${v.code}: ${v.line} line, differential ${v.differential > 0 ? "+" : ""}${v.differential}, column ${v.column}${v.shift ? ` (shifted ${v.shift})` : ""}, die ${v.die}`
      : text;
  },
  clauses: { zones: "FM-6.1.1", supply: "SB-12.0.f", threats: "FM-7.1.1" },
  guide: [
    {
      verbs: ["record"],
      title: "Hide your units",
      words:
        "Write down where each German unit waits. The Allied player learns nothing of it until the paratroopers are down. A lit hex is allowed; hover over any other to hear why it is not.",
    },
    {
      verbs: ["beachhead"],
      title: "Choose where to land",
      words:
        "A beachhead is where brigades come ashore and where all supply comes from. Put the markers down on lit beaches, one to a hex. Keep near Ouistreham: it is the short way to Caen.",
    },
    {
      verbs: ["place"],
      title: "One brigade to each beach",
      words:
        "Choose a brigade at the right, then the beachhead it storms. They may share one, but each beach is its own fight.",
    },
    {
      verbs: ["dropzone"],
      title: "The airborne drop",
      words:
        "Click a lit hex for the drop zone of the 6th Airborne. Behind the Orne, round Ranville, it shields your flank and takes the bridges.",
    },
    {
      verbs: ["designate"],
      title: "Where each airborne unit lands",
      words:
        "In the drop zone or next to it, one to a hex. A die then says whether it drifts, is reduced or lost; bad ground costs it more.",
    },
    {
      verbs: ["raid"],
      title: "The commandos",
      words: "1st Commando goes ashore at 1641 or 1642 and a die says how the raid goes.",
    },
    {
      verbs: ["assault"],
      title: "Storm the beaches",
      words:
        "Each beachhead is fought for, in the order you choose. Click one. Markers from the cups and the guns of the fleet help: you name them next.",
    },
    { verbs: ["fight"], title: "Units that came down on the enemy", words: "They fight at once. Click the hex." },
    {
      verbs: ["support"],
      kind: "assault",
      title: "Fire on the beach",
      words:
        "The brigade wades ashore: every result but NE costs it strength. Name up to two markers; aircraft and the fleet's guns (naval) count most, and the bars show the exact chances for each draw. The fleet's markers are for this day only.",
    },
    {
      verbs: ["support"],
      title: "Name your support fire",
      words:
        "Up to two markers, drawn blind from a cup; each adds its value. The bars show the exact chance of every result for each draw: blue hurts the defender, orange the attacker. Markers you use are gone until the cup is filled again.",
    },
    {
      verbs: ["move"],
      phase: /commando/,
      title: "The commandos push on",
      words: "Once ashore they may go one hex further. Click the counter, then a lit hex; or go on.",
    },
    {
      verbs: ["move"],
      phase: /mobile/,
      title: "Mobile movement",
      words: "Only mobile units (amber box) move now, with their full allowance once more, whatever they did before.",
    },
    {
      verbs: ["move"],
      title: "Move",
      words:
        "Click a unit: the figures are the movement points it costs to get there. A red octagon is next to an enemy, where every move ends. Drag the counter or click the hex. Roads are quick. Backspace takes a move back.",
    },
    {
      verbs: ["land"],
      title: "Reinforcements",
      words:
        "Choose a unit at the right, then the beachhead it lands on, now that all others have moved. Three at most may stand on one.",
    },
    {
      verbs: ["attack"],
      title: "Attack",
      words:
        "Click a red ringed enemy. You see the sum, the line of the table and the exact chances before anything is decided; add or leave out attackers as you like. Nothing forces you to attack.",
    },
    {
      verbs: ["bombard"],
      title: "Bombard",
      words:
        "No unit of yours stands next to an enemy, but markers alone can be fired: choose a draw at the right, then the enemy hex. Or end the phase.",
    },
    { verbs: ["join"], title: "More attackers", words: "Others next to the same hex may join; or go on." },
    {
      verbs: ["lose"],
      title: "A loss to take",
      words: "Choose which unit loses a step. A full unit turns over; a reduced one is gone.",
    },
    {
      verbs: ["resist", "yield"],
      title: "Stand or give way",
      words: "A full-strength defender who would retreat may stand fast and be reduced instead.",
    },
    {
      verbs: ["withdraw"],
      title: "Retreat",
      words: "Click the next hex of the retreat; it ends as many hexes away as the result says.",
    },
    { verbs: ["advance"], title: "Advance", words: "One of the victors may step into the hex at once." },
    {
      verbs: ["replace"],
      title: "Replacements",
      words: "A replacement point brings a reduced unit of its kind (leg or mobile) back to full strength.",
    },
  ],
  suggest: {
    german: [
      "record 2-AA 0937",
      "record 716/716 1542",
      "record 736/716 1637",
      "record 857/346 1343",
      "record 192/21 0740",
      "record 200/21 0638",
      "record 125/21 0640",
      "record 305/21 0639",
      "record 22/21 0741",
    ],
    allied: [
      "beachhead 1739",
      "beachhead 1740",
      "beachhead 1640",
      "beachhead 1838",
      "place 27-Armd 1739",
      "place 8/3 1640",
      "place 185/3 1740",
      "place 9/3 1838",
      "dropzone 1341",
      "designate 5/6-Para 1341",
      "designate 3/6-Para 1342",
      "designate 6AL/6 1441",
      "designate 3/6-Para 1441",
      "designate 6AL/6 1342",
      "raid 1641",
      "raid 1640",
    ],
  },
  fireWords: {
    guns: ["ground marker", "ground markers"],
    air: ["aircraft", "aircraft"],
    naval10: ["naval 10", "naval 10"],
    naval7: ["naval 7", "naval 7"],
    mines: ["the mines", "the mines"],
    none: ["no marker", "no marker"],
  },
};
