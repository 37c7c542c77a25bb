// @ts-check
// How Sword Beach is dressed: spelling and places of names, streams, formation colours and letters, the phase bar, the
// words of its verbs. No rule stands here.

/** @type {import("./presentation.js").Dress} */
export const dress = {
  title: "Sword Beach",
  subtitle: "On to Caen · 6 June – 9 July 1944",
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
  streams: [
    { name: "Orne", of: ["Orne above Caen", "Orne"], width: [0.1, 0.2] },
    { name: "Dives", of: ["Dives"], width: [0.06, 0.13] },
    { name: "Mue", of: ["Mue and lower Seulles"], width: [0.035, 0.07], spring: true },
  ],
  names: {
    spelling: {
      "Saint-André-sur-Orne": "Saint-André",
      "Crèvecœur-en-Auge": "Crèvecœur",
      "Lébisey Wood": "Lébisey",
      "Tilly-la-Campagne": "Tilly",
      "Orne mouth, east bank": "",
      "Luc cliffs": "",
      "Bois de Bavent": "",
      "Bois de Secqueville": "",
    },
    nudge: {
      Ranville: [0.06, 0],
      Bénouville: [-0.12, 0],
      Franceville: [0.3, -0.02],
      "Riva-Bella": [0.1, 0],
      Ouistreham: [-0.1, 0.02],
      "Saint-Aubin": [-0.12, 0],
      Hermanville: [-0.2, 0],
      "La Brèche": [0.06, -0.05],
      "Tilly-la-Campagne": [0.28, -0.02],
      "May-sur-Orne": [-0.12, 0],
      Démouville: [-0.12, -0.04],
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
    "27-Armd": ["27 Armd", ""],
    "4-Armd": ["4 Armd", ""],
    "1-Cdo": ["1 Cdo", ""],
    "3/6-Para": ["3", "6"],
    "5/6-Para": ["5", "6"],
    "2-AA": ["2 AA", ""],
    "3-AA": ["3 AA", ""],
    "4-AA": ["4 AA", ""],
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
  clauses: { zones: "FM-6.1.1", supply: "SB-12.0.f", threats: "FM-7.1.1" },
  fireWords: {
    guns: ["ground marker", "ground markers"],
    air: ["aircraft", "aircraft"],
    naval10: ["naval 10", "naval 10"],
    naval7: ["naval 7", "naval 7"],
    mines: ["the mines", "the mines"],
    none: ["no marker", "no marker"],
  },
};
