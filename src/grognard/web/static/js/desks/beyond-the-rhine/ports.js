// @ts-check
// The four ports: a schematic coast, their repair tracks, what they are worth, the caps of the turn.
import { h, s } from "../../dom.js";
import { chip } from "../../marks.js";
import { boxes, grid, signed } from "../parts.js";
import { nice } from "./dates.js";

/** @typedef {import("../frame.js").Desk} Desk */

const W = 560,
  H = 700;
const at = (/** @type {number} */ lon, /** @type {number} */ lat) => [
  ((lon - 2.5) / 3.35) * W,
  ((53.05 - lat) / 2.3) * H * 0.985 + 4,
];
/** Longitude and latitude of the coast from Dunkirk to the Zuiderzee, then inland and back. */
const COAST = [
  [1.5, 50.85],
  [1.85, 50.97],
  [2.37, 51.05],
  [2.92, 51.24],
  [3.2, 51.35],
  [3.38, 51.38],
  [3.55, 51.41],
  [3.7, 51.37],
  [3.83, 51.345],
  [4, 51.39],
  [4.12, 51.37],
  [4.23, 51.36],
  [4.3, 51.3],
  [4.36, 51.245],
  [4.42, 51.21],
  [4.45, 51.22],
  [4.39, 51.27],
  [4.33, 51.32],
  [4.27, 51.4],
  [4.22, 51.43],
  [4.1, 51.42],
  [3.97, 51.43],
  [3.8, 51.42],
  [3.66, 51.445],
  [3.57, 51.44],
  [3.45, 51.52],
  [3.5, 51.59],
  [3.68, 51.61],
  [3.82, 51.62],
  [4.05, 51.56],
  [4.18, 51.53],
  [4.2, 51.6],
  [4.02, 51.64],
  [3.9, 51.68],
  [3.7, 51.69],
  [3.72, 51.74],
  [3.9, 51.77],
  [4.1, 51.72],
  [4.25, 51.73],
  [4.2, 51.79],
  [4, 51.83],
  [4.06, 51.89],
  [4.25, 51.9],
  [4.46, 51.905],
  [4.5, 51.915],
  [4.25, 51.94],
  [4.08, 51.99],
  [4.2, 52.07],
  [4.3, 52.13],
  [4.42, 52.25],
  [4.53, 52.4],
  [4.57, 52.46],
  [4.75, 52.44],
  [4.9, 52.39],
  [4.93, 52.4],
  [4.75, 52.47],
  [4.6, 52.5],
  [4.63, 52.65],
  [4.7, 52.85],
  [4.75, 52.97],
  [5, 52.93],
  [5.1, 52.75],
  [5.05, 52.62],
  [5.08, 52.5],
  [5, 52.4],
  [5.1, 52.33],
  [5.3, 52.3],
  [5.6, 52.35],
  [6.6, 52.6],
  [6.6, 50.2],
  [1.2, 50.2],
];
const RIVERS = [
  [
    [6, 51.88],
    [5.4, 51.9],
    [5, 51.83],
    [4.7, 51.82],
    [4.5, 51.72],
    [4.25, 51.75],
  ],
  [
    [6, 51.97],
    [5.6, 51.96],
    [5.1, 51.97],
    [4.7, 51.91],
    [4.49, 51.91],
  ],
  [
    [4.43, 51.21],
    [4.25, 51.12],
    [4.1, 51.03],
    [3.75, 51.03],
  ],
];
const TOWNS = /** @type {const} */ ([
  ["Brussels", 4.35, 50.85],
  ["Ghent", 3.72, 51.05],
  ["Bruges", 3.22, 51.21],
  ["Breda", 4.78, 51.59],
  ["The Hague", 4.31, 52.07],
  ["Utrecht", 5.12, 52.09],
  ["Eindhoven", 5.2, 51.44],
]);
const WHERE = /** @type {Record<string, [number, number, number]>} */ ({
  Antwerpen: [4.42, 51.22, 22],
  Rotterdam: [4.48, 51.92, 22],
  Amsterdam: [4.9, 52.38, 22],
});

/** A line with its corners cut twice. @param {number[][]} points @param {boolean} [shut] */
function smooth(points, shut = false) {
  let line = points.map(([a, b]) => at(a, b));
  for (let k = 0; k < 2; k++) {
    const next = shut ? [] : [line[0]];
    for (let i = 0; i < line.length - (shut ? 0 : 1); i++) {
      const [ax, ay] = line[i],
        [bx, by] = line[(i + 1) % line.length];
      next.push([ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25], [ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75]);
    }
    if (!shut) next.push(line[line.length - 1]);
    line = next;
  }
  return `M${line.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}${shut ? "Z" : ""}`;
}

const STATES = /** @type {Record<string, [string, string]>} */ ({
  german: ["German", "bad"],
  captured: ["captured, under repair", "warn"],
  repaired: ["repaired", "good"],
});
/** @param {any} p */
const stateOf = (p) =>
  p.shut && p.status === "captured" && p.done >= p.of ? ["held, shut by the Scheldt", "warn"] : STATES[p.status];

/** @param {Desk} desk */
export function ports(desk) {
  const led = desk.own.ledger;
  return h(
    "div.rh-ports",
    null,
    coast(led),
    h(
      "div.rh-portlist",
      { "data-scroll": "ports" },
      led.ports.map((/** @type {any} */ p) => card(desk, p)),
      shipping(desk),
    ),
  );
}

/** @param {any} led */
function coast(led) {
  const land = smooth(COAST, true),
    [sx, sy] = at(3.5, 51.5),
    marks = [];
  for (const [name, [lon, lat, dx]] of Object.entries(WHERE)) {
    const own = led.ports.filter((/** @type {any} */ p) => p.name.startsWith(name)),
      [x, y] = at(lon, lat),
      best = own.reduce((/** @type {any} */ a, /** @type {any} */ b) => (b.done > a.done ? b : a)),
      [words, tone] = stateOf(best),
      turn = best.done / best.of;
    marks.push(
      s(
        "g",
        { class: `port ${tone}` },
        s("circle.disc", { cx: x, cy: y, r: 16 }),
        s("circle.ring", {
          cx: x,
          cy: y,
          r: 13,
          "stroke-dasharray": `${turn * 81.7} 81.7`,
          transform: `rotate(-90 ${x} ${y})`,
        }),
        s("path.anchor", {
          transform: `translate(${x - 9} ${y - 9}) scale(.75)`,
          d: "M12 7v13M12 7a2 2 0 1 0-.1 0M5 13c0 4 3 7 7 7s7-3 7-7M8 11h8",
        }),
        s("text.name", { x: x + dx, y: y + 2 }, name),
        s("text.state", { x: x + dx, y: y + 19 }, own.length > 1 ? `two ports, ${words}` : words),
      ),
    );
  }
  return s(
    "svg.rh-coast",
    {
      viewBox: `0 0 ${W} ${H}`,
      preserveAspectRatio: "xMidYMid slice",
      role: "img",
      "aria-label": `Schematic coast. ${led.ports.map((/** @type {any} */ p) => `${p.name} ${stateOf(p)[0]}`).join(", ")}. Scheldt estuary ${led.scheldt === "open" ? "clear" : "not clear"}.`,
    },
    s("rect.sea", { width: W, height: H }),
    [86, 56, 32, 15].map((w, k) => s("path", { d: land, class: `shelf s${k}`, "stroke-width": w })),
    s("path.land", { d: land }),
    RIVERS.map((r) => [s("path.bank", { d: smooth(r) }), s("path.river", { d: smooth(r) })]),
    s(
      "defs",
      null,
      s(
        "pattern",
        { id: "scheldt", width: 8, height: 8, patternUnits: "userSpaceOnUse", patternTransform: "rotate(-45)" },
        s("rect.stripe", { width: 2, height: 8 }),
      ),
    ),
    led.scheldt !== "open" && [
      s("path.shut", {
        d: smooth(
          [
            [3.3, 51.36],
            [3.75, 51.34],
            [4.2, 51.42],
            [4.2, 51.55],
            [3.5, 51.6],
            [3.4, 51.48],
          ],
          true,
        ),
        fill: "url(#scheldt)",
      }),
      s("text.shutname", { x: sx - 60, y: sy }, "Scheldt estuary not clear"),
    ],
    TOWNS.map(([name, lon, lat]) => {
      const [x, y] = at(lon, lat);
      return s("g.town", null, s("rect", { x: x - 3, y: y - 3, width: 6, height: 6 }), s("text", { x: x + 8, y: y + 5 }, name));
    }),
    (() => {
      const [x, y] = at(3.2, 52.45);
      return s("text.seaname", { x, y, transform: `rotate(-52 ${x} ${y})` }, "NORTH SEA");
    })(),
    marks,
    s("text.schematic", { x: W - 12, y: H - 12 }, "schematic"),
  );
}

/** @param {Desk} desk @param {any} p */
function card(desk, p) {
  const [words, tone] = stateOf(p),
    { turns } = desk.own.calendar,
    date = (/** @type {number} */ n) => nice(turns[n - turns[0].n]?.date ?? turns[0].date),
    antwerp = p.name.startsWith("Antwerpen");
  const says =
    p.status === "german"
      ? "Not captured."
      : p.status === "repaired"
        ? "Captured and repaired."
        : `Captured ${date(p.since)}; repaired ${p.done} of ${p.of} turns.`;
  return h(
    "section.dk-card.rh-port",
    null,
    h("div.dk-row", null, h("h2.dk-grow", null, p.name.replace("-", " ")), h("span.dk-pill", { class: tone }, words)),
    boxes(p.of, p.done, `${p.done} of ${p.of} repair turns`, (k) => (k < p.done ? "✓" : String(k + 1))),
    h(
      "p",
      null,
      says,
      antwerp && p.status !== "repaired" ? " Shut while German units stand next to the Scheldt estuary. " : " ",
      chip(desk.book, "BTR-game.1_11.ports"),
    ),
    h(
      "div.dk-row",
      null,
      h("span.muted", null, "worth"),
      h("b", null, antwerp ? "US +1, CW +1; both together +2" : "US +1, CW +1"),
      chip(desk.book, antwerp ? "BTR-supply.mod.2" : p.name === "Rotterdam" ? "BTR-supply.mod.3" : "BTR-supply.mod.4"),
      p.counts && h("span.dk-pill.good", null, "counts now"),
    ),
  );
}

/** @param {Desk} desk */
function shipping(desk) {
  const { caps } = desk.own.ledger,
    way = (/** @type {string} */ name, /** @type {any} */ c) =>
      h(
        "div.rh-cap",
        null,
        h("span", null, name),
        boxes(Math.max(1, c.cap), c.used, `${c.used} of ${c.cap} SP used`, (k) => (k < c.used ? "SP" : "")),
        h("span", null, c.cap ? `${c.used} of ${c.cap} SP used` : "closed"),
      );
  return h(
    "section.dk-card.rh-port",
    null,
    h("div.dk-row", null, h("h2.dk-grow", null, "Shipping this turn"), chip(desk.book, "BTR-ship.table")),
    way("Rail", caps.rail),
    way("Sea", caps.sea),
    h(
      "p.muted",
      null,
      `Caps are not saved. By sea: ${caps.harbours.join(", ").replaceAll("-", " ")}. `,
      chip(desk.book, "BTR-ship.sea"),
    ),
  );
}

/** @param {Desk} desk */
export function portsPanel(desk) {
  const data = desk.see("ports"),
    led = desk.own.ledger,
    { mine } = desk.model;
  return [
    h("h2", null, "What each port adds"),
    h("p.muted", null, "Mean SP on a dry turn of this date, by status column"),
    data &&
      grid(
        ["", "US column", "US SP", "CW SP"],
        data.worth.map((/** @type {any} */ r) => {
          const c = [r.us.column, r.us.mean.toFixed(1), r.cw.mean.toFixed(1)],
            name = r.now ? `${r.words} (now)` : r.words;
          return r.now ? [{ now: name }, ...c] : [name, ...c];
        }),
      ),
    why(desk, led),
    h("h3", null, "Enter port status"),
    telling(desk) ??
      h(
        "p.muted",
        null,
        mine ? "Ports and events are entered in the situation step at the start of a turn." : "It is not your move.",
      ),
    h(
      "p.muted",
      null,
      led.schedule === "historical"
        ? "On the historical schedule both Antwerpen ports count from 29 November. "
        : "The ports are entered by hand. ",
      chip(desk.book, "BTR-J.20"),
    ),
  ];
}

const TELLING = /** @type {const} */ ([
  ["port", "Ports"],
  ["scheldt", "The Scheldt"],
  ["event", "Events"],
  ["plan", "Drops"],
  ["cancel", "Drops"],
  ["shift", "Random event"],
]);

const PORT = /** @type {Record<string, string>} */ ({
  captured: "Captured",
  german: "Retaken by Germans",
  repaired: "Repaired",
});

/** What the players tell the ledger, by what it is about; a port is one row. @param {Desk} desk */
export function telling(desk) {
  const { actions } = desk.model,
    pill = (/** @type {string} */ a, /** @type {string} */ words) =>
      h(
        "button.dk-pill",
        { type: "button", "data-key": a, "aria-label": desk.words(a), onclick: () => void desk.send(a) },
        words,
      ),
    row = (/** @type {string} */ name, /** @type {any} */ ...inside) =>
      h("div.rh-tell", null, h("span", null, name), h("div.dk-row", null, inside));
  const found = TELLING.flatMap(([verb, title]) => {
    const own = actions
        .filter((a) => a.startsWith(`${verb} `))
        .sort((a, b) => (verb === "shift" ? Number(a.split(" ")[2]) - Number(b.split(" ")[2]) : 0)),
      subjects = [...new Set(own.map((a) => a.split(" ")[1]))];
    if (verb === "port" || verb === "shift")
      return subjects.map((s) =>
        row(
          verb === "port" ? s.replace("-", " ") : `Random event, ${s.toUpperCase()}`,
          own
            .filter((a) => a.split(" ")[1] === s)
            .map((a) => pill(a, verb === "port" ? PORT[a.split(" ")[2].replace(/-.*/, "")] : signed(Number(a.split(" ")[2])))),
        ),
      );
    return own.length
      ? [
          row(
            title,
            own.map((a) => pill(a, desk.words(a))),
          ),
        ]
      : [];
  });
  return found.length ? h("div", null, found) : null;
}

/** @param {Desk} desk @param {any} led */
function why(desk, led) {
  const two = led.ports.slice(0, 2);
  if (two.every((/** @type {any} */ p) => p.counts)) return null;
  const held = two.every((/** @type {any} */ p) => p.status !== "german");
  return h(
    "div.rh-why",
    null,
    h("b", null, "Why Antwerpen does not count yet"),
    h(
      "ol",
      null,
      h("li", null, held ? "Both ports are Allied-controlled." : "The ledger does not have both ports as captured."),
      h("li", null, "A captured port works from the tenth turn after its capture."),
      h(
        "li",
        null,
        `Only while no German unit is next to the Scheldt estuary: it is ${led.scheldt === "open" ? "clear" : "not clear"}. `,
        chip(desk.book, "BTR-game.1_11.ports"),
      ),
    ),
  );
}
