// @ts-check
// Counters of the firefight, 100 units square: the side by color, outline and emblem, the state by letters, a burst or a crack,
// never by color alone. Weapons hang beneath the unit that carries them.
import { s } from "../../dom.js";
import { spots } from "./stacks.js";

/** @typedef {{hull?: number, turret?: number | null, side: string, kind: string, value?: string, title?: string, flags?: string[], gear?: string[], lines?: boolean[], morale?: number}} Piece */

const COAT = /** @type {Record<string, string>} */ ({ us: "#a9b27c", german: "#b3c1ca", none: "#ece4cf" });
const DEEP = /** @type {Record<string, string>} */ ({ us: "#5f693a", german: "#5b6c78", none: "#8b7f60" });
const INK = "#16181a",
  PAPER = "#fffaf0";
const OUTLINE = /** @type {Record<string, string>} */ ({
  us: "M19 2H81Q98 2 98 19V81Q98 98 81 98H19Q2 98 2 81V19Q2 2 19 2Z",
  german: "M11 2H89L98 11V89L89 98H11L2 89V11Z",
  none: "M4 2H96Q98 2 98 4V96Q98 98 96 98H4Q2 98 2 96V4Q2 2 4 2Z",
});
const MAN =
  "M0-19.4a4.8 4.8 0 1 0 .1 0zM-6.4-9q6.4-3 12.8 0l3 12.6-3.4.6-2-5.5-.4 8 2 15.6h-4.6L0 10-1.2 22.3h-4.6l2-15.6-.4-8-2.2 6-3.2-1zM-11.5 7.5 14-8.6l1.5 2.3L-9.8 10.2z";
const CHIEF =
  "M0-19.4a4.8 4.8 0 1 0 .1 0zM-6.4-9q5-2.6 9.6-1.2L13-20.5l2.8 2L6.6-5.6l.2 12 2 16H4.2L0 10-1.2 22.3h-4.6l2-15.6-.4-8-2.2 6-3.2-1z";
const STAR = "M0-13 3.4-4.2 12.8-3.8 5.4 2.1 8 11.2 0 6-8 11.2-5.4 2.1-12.8-3.8-3.4-4.2z";
const CROSS = "M-4-12h8v8h8v8h-8v8h-8v-8h-8v-8h8z";
const CRACK = "M42 2 55 22 43 42 58 58 50 68";
const GUN = "M3 17h26v-3h17v4.4H31v4.6H20l-5 11h-4.6l3.6-11H3z";
/** Weapons that are no machine guns: a tube, a mortar on its bipod, a charge, a flamethrower. @type {[RegExp, string][]} */
const ARMS = [
  [/^(BAZ|PSK|PF)/, "M2 16h30l4-3v10l-4-3H2zM14 20h5v9h-5zM8 20h3v5H8z"],
  [/MTR/, "M8 30 27 6l5 4L14 32zM20 20l10 12h-4L18 23zM4 32h30v3H4z"],
  [/^DC/, "M7 14h24v18H7zM17 8h4v6h-4zM21 8q8-6 12 2l-3 1q-2-4-8-1z"],
  [/^FT/, "M5 10h8v22H5zM15 10h8v22h-8zM23 14h12v3H23zM34 12q5 3 0 7z"],
];
/** @param {string} name */
const silhouette = (name) => ARMS.find(([fits]) => fits.test(name))?.[1] ?? GUN;

/** Letters of a state, worst first. @type {[string, string, string][]} */
const STATES = [
  ["berserk", "BSK", "#b3261e"],
  ["fanatic", "FAN", "#4a2a6b"],
  ["dm", "DM", "#7a1027"],
  ["disrupted", "DIS", "#1c1e1f"],
  ["pinned", "PIN", "#8a5200"],
  ["ti", "TI", "#50565a"],
  ["cx", "CX", "#3b3f8f"],
  ["encircled", "ENC", "#1c1e1f"],
  ["melee", "MEL", "#b3261e"],
  ["foxhole", "FOX", "#5a4424"],
  ["pillbox", "PBX", "#50565a"],
  ["aboard", "RIDE", "#3c5a24"],
  ["hidden", "HIP", "#1c1e1f"],
  ["wire", "WIRE", "#50565a"],
  ["climbing", "CLB", "#5a4424"],
  ["at the crest", "CRE", "#5a4424"],
  ["in bypass", "BYP", "#3c5a24"],
  ["upstairs", "UP", "#3c5a24"],
  ["under the bridge", "LOW", "#3c5a24"],
  ["shortage", "AMMO", "#8a5200"],
];

/** Whether a state is among the flags; some say more after their name. @param {string[]} flags @param {string} state */
const isIn = (flags, state) => flags.some((flag) => flag === state || flag.startsWith(`${state},`));

/** @param {number} x @param {number} y @param {number} size @param {string | number} words @param {Record<string, any>} [more] */
const text = (x, y, size, words, more) =>
  s(
    "text",
    { x, y, "font-size": size, "font-weight": 800, "text-anchor": "middle", "font-family": "sans-serif", fill: INK, ...more },
    words,
  );
/** @param {string} d @param {number} x @param {number} y @param {number} k */
const figure = (d, x, y, k, turn = 0) => s("path", { d, transform: `translate(${x} ${y}) rotate(${turn}) scale(${k})` });

/** @param {Piece} c */
function people(c) {
  const broken = c.flags?.includes("broken");
  const lying = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ k) => figure(MAN, x, y, k, -66);
  if (c.kind === "leader" || c.kind === "hero") return broken ? lying(56, 56, 1.05) : figure(CHIEF, 50, 46, 1.02);
  if (c.kind === "squad")
    return broken
      ? [lying(30, 50, 0.74), lying(82, 54, 0.74)]
      : [figure(MAN, 25, 48.5, 0.84), figure(MAN, 50, 46.5, 0.88), figure(MAN, 75, 48.5, 0.84)];
  return broken ? [lying(36, 55, 0.82), lying(78, 55, 0.82)] : [figure(MAN, 36, 48, 0.88), figure(MAN, 64, 48, 0.88)];
}

const LONG_NAME = 4; // letters that fit in large type

/** "6-6-6" in three cells with the underlines of the printed counter. @param {Piece} c */
function strength(c) {
  const parts = (c.value ?? "").split("-");
  if (parts.length !== 3) return text(50, 94, (c.value ?? "").length > LONG_NAME ? 23 : 33, c.value ?? "");
  return parts.map((figure_, k) => [
    text(17 + 33 * k, 93, 32, figure_),
    c.lines?.[k] && s("rect", { x: 8 + 33 * k, y: 94.4, width: 18, height: 2.8, fill: INK }),
    k < 2 && s("rect", { x: 30 + 32 * k, y: 80, width: 8, height: 4.2, fill: INK }),
  ]);
}

/** @param {number} r */
const burst = (r) =>
  `M${Array.from({ length: 16 }, (_, i) => {
    const turn = (i * Math.PI) / 8,
      far = i % 2 ? r * 0.68 : r;
    return `${(82 + Math.cos(turn) * far).toFixed(1)} ${(19 + Math.sin(turn) * far).toFixed(1)}`;
  }).join("L")}z`;

/** The sign of a wound. @param {number} x @param {number} y */
const cross = (x, y) => [
  s("circle", { cx: x, cy: y, r: 15, fill: PAPER, stroke: "#b3261e", "stroke-width": 4 }),
  s("path", { d: `M${x} ${y - 9}v18M${x - 9} ${y}h18`, stroke: "#b3261e", "stroke-width": 6 }),
];

/** Whether the corner is free for a wound: no unit has fired. @param {string[]} flags */
const isBare = (flags) => !FIRED.some((flag) => flags.includes(flag));
const FIRED = ["final", "first", "opportunity", "bounding", "prep"];

/** Prep Fire, First Fire, Final Fire, a wound, or the owner's "?". @param {string[]} flags */
function corner(flags) {
  const edge = { stroke: PAPER, "stroke-width": 2.6 };
  if (flags.includes("final"))
    return [
      s("path", { d: burst(18), fill: INK, ...edge }),
      s("path", { d: "M76 13l12 12m0-12L76 25", stroke: PAPER, "stroke-width": 4 }),
    ];
  if (flags.includes("first"))
    return [
      s("path", { d: burst(18), fill: "#ffd75e", stroke: INK, "stroke-width": 3 }),
      s("path", { d: "M82 1A18 18 0 0 1 82 37z", fill: INK }),
    ];
  if (flags.includes("opportunity"))
    return [s("path", { d: burst(18), fill: PAPER, stroke: INK, "stroke-width": 2.6 }), text(82, 26.5, 20, "O")];
  if (flags.includes("bounding"))
    return [s("path", { d: burst(18), fill: PAPER, stroke: INK, "stroke-width": 2.6 }), text(82, 26.5, 20, "B")];
  if (flags.includes("prep"))
    return [s("path", { d: burst(18), fill: "#0b5c8a", ...edge }), text(82, 26.5, 20, "P", { fill: "#fff" })];
  if (flags.includes("wounded")) return cross(82, 19);
  if (flags.includes("concealed"))
    return [s("circle", { cx: 82, cy: 19, r: 16, fill: INK }), text(82, 27.5, 25, "?", { fill: "#fff" })];
  return null;
}

/** @param {string[]} flags @param {number} room */
function strip(flags, room) {
  const tags = STATES.filter(([flag]) => isIn(flags, flag)).slice(0, 2),
    wide = room / tags.length;
  return tags.map(([, letters, color], i) => [
    s("rect", { x: 5 + i * wide, y: 5, width: wide - 2, height: 25, rx: 4, fill: color }),
    text(5 + i * wide + (wide - 2) / 2, 24.6, Math.min(20, (wide - 5) / (0.72 * letters.length)), letters, { fill: "#fff" }),
  ]);
}

/** A weapon beneath its bearer, 100 by 42. @param {string} side @param {string} words "LMG 3-8", with "!" if it does not work */
function plate(side, words) {
  const [name, value] = words.replace("!", "").split(" ");
  return [
    s("rect", {
      x: 2,
      y: 2,
      width: 96,
      height: 40,
      rx: side === "us" ? 9 : 2,
      fill: DEEP[side],
      stroke: INK,
      "stroke-width": 3,
    }),
    s("path", { d: silhouette(name), fill: "#fff", transform: "translate(1 1) scale(.92)" }),
    text(72, value ? 20 : 29, name.length > LONG_NAME ? 14 : value ? 19 : 21, name, { fill: "#fff" }),
    value && text(72, 38, 18, value, { fill: "#fff" }),
    words.includes("!") && s("path", { d: "M6 6 94 40M94 6 6 40", stroke: "#ff8a80", "stroke-width": 5 }),
  ];
}

/** What lies in a hex and is no unit: Residual FP, smoke, a dropped weapon. @param {Piece} c */
function marker(c) {
  if (c.kind === "smoke")
    return [
      s("path", {
        d: "M16 74a18 18 0 0 1 2-36 24 24 0 0 1 44-8 20 20 0 0 1 22 44z",
        fill: "#e6e9ea",
        stroke: INK,
        "stroke-width": 3,
      }),
      text(50, 66, 34, c.value ?? ""),
    ];
  if (c.kind === "weapon") return s("g", { transform: "translate(0 28)" }, plate("none", c.value ?? ""));
  const words = c.value ?? "",
    lines = words.replace(" FP", "").split(" "),
    board = BOARDS.find(([works]) => works.test(words)),
    width = board ? MARKER_WIDTH : BURST_WIDTH,
    size = Math.min(30, Math.floor(width / Math.max(...lines.map((line) => line.length)))),
    top = lines.length > 1 ? 48 : 60,
    edge = { stroke: PAPER, "stroke-width": 3 };
  return [
    board
      ? s("rect", { x: 4, y: 22, width: 92, height: 58, rx: 10, fill: board[1], ...edge })
      : s("path", { d: burst(44), transform: "translate(-32 31)", fill: "#b3261e", ...edge }),
    lines.map((line, n) => text(50, top + 24 * n, size, line, { fill: "#fff" })),
  ];
}

/** How wide the words of a marker may be on a board and in a burst, in figures of size 1. */
const MARKER_WIDTH = 138,
  BURST_WIDTH = 108;
/** Markers with a board for their words, and its color: works of earth, pillboxes, fires. @type {[RegExp, string][]} */
const BOARDS = [
  [/^(foxhole|trench|fortified|wire|block|rubble|breach)/, "#5a4424"],
  [/^pillbox/, "#50565a"],
  [/^(flame|blaze)/, "#b3410e"],
];

/** Letters of a vehicle's state, what matters most first. @type {[string, string, string][]} */
const VEHICLE_STATES = [
  ["abandoned", "ABN", "#50565a"],
  ["shocked", "SHK", "#7a1027"],
  ["unknown", "UK", "#7a1027"],
  ["stunned", "STN", "#7a1027"],
  ["recalled", "RCL", "#1c1e1f"],
  ["captured", "CAP", "#4a2a6b"],
  ["immobilized", "IMM", "#1c1e1f"],
  ["mired", "MIR", "#5a4424"],
  ["bogged", "BOG", "#5a4424"],
  ["gun_disabled", "GUN", "#b3261e"],
  ["gun_broken", "GUN", "#b3261e"],
  ["shaken", "+1", "#7a1027"],
  ["motion", "MOT", "#3b3f8f"],
  ["cmg_broken", "MG", "#b3261e"],
  ["bmg_broken", "MG", "#b3261e"],
  ["aamg_broken", "MG", "#b3261e"],
  ["shortage", "AMM", "#8a5200"],
];

/** An open hatch with a head, or a shut one with a cross. @param {number} x @param {boolean} open */
const hatch = (x, open) =>
  open
    ? [s("circle", { cx: x, cy: 0, r: 6.6, fill: PAPER }), s("circle", { cx: x, cy: 0, r: 3.4, fill: INK })]
    : [
        s("circle", { cx: x, cy: 0, r: 6, fill: "#3c4043", stroke: PAPER, "stroke-width": 1.6 }),
        s("path", { d: `M${x - 3}-3l6 6m0-6l-6 6`, stroke: PAPER, "stroke-width": 1.8 }),
      ];

/** A hexspine as an angle: the art points east. @param {number} spine */
const angle = (spine) => (spine - 1) * 60;

/** The hull with a pale nose where it points, and the turret or casemate with its gun. @param {Piece} c */
function hulk(c) {
  const hull = angle(c.hull ?? 1),
    turreted = c.turret !== null && c.turret !== undefined,
    gun = turreted ? angle(/** @type {number} */ (c.turret)) : hull,
    edge = { stroke: PAPER, "stroke-width": 1.6 },
    open = c.flags?.includes("exposed") ?? false;
  return s(
    "g",
    { transform: "translate(50 52) scale(.98)", fill: INK },
    c.flags?.includes("motion") &&
      s(
        "g",
        { transform: `rotate(${hull})`, fill: "none", stroke: "#3b3f8f", "stroke-width": 4 },
        s("path", { d: "M-34-8l-8 8 8 8M-43-8l-8 8 8 8" }),
      ),
    s(
      "g",
      { transform: `rotate(${hull})` },
      s("rect", { x: -27, y: -20, width: 54, height: 8.5, rx: 3.4 }),
      s("rect", { x: -27, y: 11.5, width: 54, height: 8.5, rx: 3.4 }),
      s("path", { d: "M-25-12h44l8 6v12l-8 6h-44z", fill: "#6b6f52", stroke: INK, "stroke-width": 2 }),
      s("path", { d: "M19-8l9 8-9 8z", fill: PAPER }),
    ),
    s(
      "g",
      { transform: `rotate(${gun})` },
      s("path", { d: turreted ? "M-15-9.5h17l9 5.5v8l-9 5.5h-17z" : "M-16-11h24l9 6v10l-9 6h-24z", ...edge }),
      s("rect", { x: 9, y: -3, width: 31, height: 6, ...edge }),
      s("rect", { x: 35, y: -4, width: 6.5, height: 8 }),
      c.kind === "wreck" ? null : hatch(-5, open),
    ),
  );
}

/** A vehicle, or its wreck: the counter stays upright, what is drawn on it points. @param {Piece} c */
function vehicle(c) {
  const side = COAT[c.side] ? c.side : "none",
    flags = c.flags ?? [],
    coat = c.kind === "wreck" ? "#8d8778" : COAT[side],
    sign = corner(flags),
    state = VEHICLE_STATES.find(([flag]) => flags.includes(flag)),
    crew = flags.includes("exposed") ? ["CE", PAPER, INK] : ["BU", "#2b2f31", "#fff"];
  const tags = c.kind === "wreck" ? [] : [crew, ...(state ? [[state[1], state[2], "#fff"]] : [])];
  return [
    s("path", { d: OUTLINE[side], fill: coat, stroke: INK, "stroke-width": 3 }),
    hulk(c),
    flags.includes("burning") &&
      s("path", {
        d: "M50 18q16 18 12 32q8-4 8-14q12 18 2 32q-8 12-24 12t-24-12q-8-14 6-30q2 10 8 12q-2-18 12-32z",
        fill: "#ff8f00",
        stroke: "#b3261e",
        "stroke-width": 4,
        "fill-opacity": 0.85,
      }),
    c.kind === "wreck" &&
      !flags.includes("burning") &&
      s("path", { d: "M16 20 84 84M84 20 16 84", stroke: "#b3261e", "stroke-width": 7, "stroke-opacity": 0.8 }),
    text(50, 95, (c.value ?? "").length > 7 ? 18 : 21, c.kind === "wreck" ? "wreck" : (c.value ?? ""), {
      stroke: coat,
      "stroke-width": 5,
      "paint-order": "stroke",
    }),
    tags.map(([letters, color, ink], i) => [
      s("rect", { x: 5 + i * 30, y: 5, width: 28, height: 22, rx: 4, fill: color, stroke: INK, "stroke-width": 1.5 }),
      text(19 + i * 30, 21.5, letters.length > 2 ? 13 : 17, letters, { fill: ink }),
    ]),
    sign,
  ];
}

/** Letters of a Gun's state, what matters most first. @type {[string, string, string][]} */
const GUN_STATES = [
  ["broken", "!", "#b3261e"],
  ["hidden", "HIP", "#1c1e1f"],
  ["emplaced", "EMP", "#5a4424"],
  ["moved", "MVD", "#3b3f8f"],
];

/** A Gun from above: wheels, trails and shield, the barrel where it points; two pale lines bound its arc. @param {Piece} c */
function cannon(c) {
  const side = COAT[c.side] ? c.side : "none",
    flags = c.flags ?? [],
    tags = GUN_STATES.filter(([flag]) => flags.includes(flag)).slice(0, 2);
  return [
    s("path", {
      d: OUTLINE[side],
      fill: COAT[side],
      stroke: INK,
      "stroke-width": 3,
      "stroke-dasharray": flags.includes("hidden") && "9 6",
    }),
    s(
      "g",
      { transform: `translate(50 50) rotate(${angle(c.hull ?? 1)})`, fill: INK },
      s("path", { d: "M4 0 40-23M4 0 40 23", stroke: PAPER, "stroke-width": 3, "stroke-dasharray": "5 3" }),
      s("path", { d: "M-4-3-36-17l-2 5L-8 4zM-4 3-36 17l-2-5L-8-4z" }),
      s("rect", { x: -9, y: -23, width: 17, height: 7, rx: 3 }),
      s("rect", { x: -9, y: 16, width: 17, height: 7, rx: 3 }),
      s("rect", { x: 4, y: -18, width: 5, height: 36, rx: 1.5, fill: "#6b6f52", stroke: INK, "stroke-width": 1.6 }),
      s("rect", { x: -10, y: -3.4, width: 52, height: 6.8, stroke: PAPER, "stroke-width": 1.4 }),
    ),
    text(50, 95, (c.value ?? "").length > 7 ? 18 : 21, c.value ?? "", {
      stroke: COAT[side],
      "stroke-width": 5,
      "paint-order": "stroke",
    }),
    tags.map(([, letters, color], i) => [
      s("rect", { x: 5 + i * 32, y: 5, width: 30, height: 22, rx: 4, fill: color }),
      text(20 + i * 32, 22, letters.length > 2 ? 14 : 18, letters, { fill: "#fff" }),
    ]),
    corner(flags.includes("fired") ? [...flags, "prep"] : flags),
  ];
}

const MAST = "M42 78 50 22 58 78M45 58h10M46.5 46h7M36 34q14-18 28 0M28 28q22-28 44 0";

/** A counter of a side that is no unit: its sniper, or a radio that lies about. @param {Piece} c */
function sign(c) {
  const sniper = /^SAN/.test(c.value ?? ""),
    line = { fill: "none", stroke: INK, "stroke-width": 5 };
  return [
    s("path", { d: OUTLINE[c.side], fill: COAT[c.side], stroke: INK, "stroke-width": 3 }),
    sniper
      ? [s("circle", { cx: 50, cy: 40, r: 22, ...line }), s("path", { d: "M50 8v24M50 48v24M18 40h24M58 40h24", ...line })]
      : s("path", { d: MAST, ...line }),
    text(50, 94, 23, c.value ?? ""),
  ];
}

/** @param {Piece} c */
function face(c) {
  if (c.kind === "vehicle" || c.kind === "wreck") return vehicle(c);
  if (c.kind === "gun") return cannon(c);
  const side = COAT[c.side] ? c.side : "none",
    flags = c.flags ?? [],
    outline = OUTLINE[side];
  if (c.kind === "hidden")
    return [
      s("path", { d: outline, fill: COAT[side], stroke: INK, "stroke-width": 3 }),
      s("path", {
        d: "M8 34 34 8M8 66 66 8M8 92 92 8M34 92 92 34M66 92 92 66",
        stroke: DEEP[side],
        "stroke-opacity": 0.45,
        "stroke-width": 7,
      }),
      text(50, 79, 82, "?", { stroke: COAT[side], "stroke-width": 7, "paint-order": "stroke" }),
    ];
  if (side === "none") return marker(c);
  if (c.kind === "fort") return sign(c);
  if (c.kind === "weapon")
    return [
      s("path", { d: outline, fill: DEEP[side], stroke: INK, "stroke-width": 3 }),
      s("path", { d: silhouette(c.value ?? ""), fill: "#fff", transform: "translate(8 6) scale(1.75)" }),
      text(50, 94, (c.value ?? "").length > LONG_NAME ? 23 : 27, c.value ?? "", { fill: "#fff" }),
      flags.includes("broken") && s("path", { d: "M10 10 90 90M90 10 10 90", stroke: "#ff8a80", "stroke-width": 6 }),
    ].filter((part) => part !== true && part !== false);
  const broken = flags.includes("broken"),
    mark = corner(flags);
  return [
    s("path", {
      d: outline,
      fill: COAT[side],
      stroke: INK,
      "stroke-width": 3,
      "stroke-dasharray": flags.includes("hidden") && "9 6",
    }),
    broken && s("rect", { x: 10, y: 10, width: 80, height: 80, rx: side === "us" ? 10 : 2, fill: "#fbf5e6" }),
    s("g", { fill: INK, "fill-opacity": broken ? 0.85 : 1 }, people(c)),
    broken && s("path", { d: CRACK, fill: "none", stroke: PAPER, "stroke-width": 9 }),
    broken && s("path", { d: CRACK, fill: "none", stroke: "#9b1b3b", "stroke-width": 5 }),
    broken
      ? [
          s("rect", { x: 31, y: 67, width: 38, height: 29, rx: 4, fill: PAPER, stroke: INK, "stroke-width": 3 }),
          text(50, 92, 29, c.morale ?? ""),
        ]
      : strength(c),
    STATES.some(([flag]) => isIn(flags, flag)) ||
      s("path", {
        d: side === "us" ? STAR : CROSS,
        transform: "translate(14 15) scale(.62)",
        fill: side === "us" ? PAPER : INK,
        stroke: side === "us" ? INK : PAPER,
        "stroke-width": 2,
      }),
    strip(flags, mark ? 60 : 92),
    mark,
    mark && flags.includes("wounded") && !isBare(flags) && cross(82, 54),
    (c.kind === "hero" || flags.includes("heroic")) &&
      s("path", {
        d: STAR,
        transform: `translate(${flags.includes("wounded") ? 20 : 82} 56) scale(1.15)`,
        fill: "#ffd75e",
        stroke: INK,
        "stroke-width": 2,
      }),
  ].filter((part) => part !== true);
}

/** A counter with its weapons, `px` wide. @param {Piece} c @param {number} px */
function drawn(c, px) {
  const k = px / 100;
  return [
    (c.gear ?? []).map((one, i) =>
      s("g", { transform: `translate(0 ${(px * (0.97 + 0.4 * i)).toFixed(1)}) scale(${k.toFixed(4)})` }, plate(c.side, one)),
    ),
    s("g", { transform: `scale(${k.toFixed(4)})`, opacity: c.flags?.includes("hidden") ? 0.78 : 1 }, face(c)),
  ];
}

/** @param {Piece} c */
export function counter(c, px = 44) {
  const tall = px * (1 + 0.4 * (c.gear?.length ?? 0));
  return s(
    "svg.ff-ctr",
    {
      viewBox: `-1 -1 ${px + 2} ${tall + 2}`,
      width: px + 2,
      height: tall + 2,
      role: "img",
      "aria-label": c.title ?? c.value ?? "",
    },
    s("title", null, c.title ?? c.value ?? ""),
    drawn(c, px),
  );
}

/** The counters of a hex about its middle. @param {Piece[]} here @param {number} px @returns {Element[]} */
export function pile(here, px) {
  const all = spots(here, px);
  return [
    ...all.map(({ c, x, y, size }) =>
      s(
        "g.ff-ctr",
        { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
        s("title", null, c.title ?? ""),
        drawn(c, size),
      ),
    ),
    ...all.filter((one) => one.count).map(badge),
  ];
}

/** How many units are in a high pile, at its upper corner. @param {import("./stacks.js").Spot} spot */
const badge = ({ x, y, size, count }) =>
  s(
    "g.ff-count",
    { transform: `translate(${(x + size).toFixed(1)} ${(y + size * 0.06).toFixed(1)}) scale(${(size / 100).toFixed(4)})` },
    s("circle", { r: 19, fill: INK, stroke: PAPER, "stroke-width": 4 }),
    text(0, 10, 29, String(count), { fill: PAPER }),
  );
