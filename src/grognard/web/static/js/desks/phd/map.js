// @ts-check
// The map tab: ground, overlays, counters; a hex under the hand tells what it is and why it counts as it does.
import { h, fill } from "../../dom.js";
import { chip } from "../../marks.js";
import { Chart } from "./chart.js";
import { counter, pile } from "./counters.js";
import { lettered } from "./grid.js";
import { playedOn } from "../stage.js";
import { OVERLAYS } from "./zones.js";

/** @typedef {import("../frame.js").Desk} Desk */

/** What lies in a hex as counters: units first, then what covers, then works. @param {any[]} here @returns {import("./counters.js").Piece[]} */
export const pieces = (here) =>
  [...here]
    .sort((a, b) => rank(a) - rank(b))
    .map((p) => ({ ...p, kind: p.gun ? "gun" : p.kind, name: p.gear?.[0] ?? "", value: p.value }));
const ORDER = ["vehicle", "squad", "half_squad", "crew", "leader", "hero", "hidden", "fort", "fire"];
const rank = (/** @type {any} */ p) => ORDER.indexOf(p.kind);

/** The overlays in sight, kept between drawings. @param {Desk} desk @returns {Set<string>} */
export const shown = (desk) => (desk.own.overlays ??= new Set());

/** A map with what stands on it. @param {Desk} desk @param {HTMLElement} main @param {{lit?: Map<string, string>, figures?: Map<string, string>, way?: string[] | null, threads?: string[][], dangers?: string[][], notes?: Map<string, string>, click: (hex: string | null) => void, hover?: (hex: string | null) => void, hold?: (hex: string | null) => void, pile?: (here: any[], px: number) => Element[], grab?: (hex: string) => Element | null, drop?: (from: string, to: string | null) => void}} how */
export function mapOf(desk, main, how) {
  const page = desk.see("ground") ?? desk.own.ground;
  if (!page) return undefined;
  desk.own.ground = page;
  let chart = /** @type {Chart | undefined} */ (desk.own.chart);
  if (!chart || !main.contains(chart.box)) {
    chart?.leave();
    const box = h("div.phd-map", {
        tabindex: 0,
        role: "application",
        "aria-label": "Map; arrow keys move a cursor from hex to hex",
      }),
      line = h("div.float.phd-line", { hidden: true });
    fill(
      main,
      box,
      toggles(desk),
      tools(desk),
      h("div.float.phd-scale", null, "1 hex = 40 m · N ↑ · map: reconstruction"),
      line,
    );
    chart = desk.own.chart = new Chart(box, desk.own.map, {
      click: (hex) => desk.own.hands?.click(hex),
      hover: (hex) => {
        readout(desk, line, hex);
        desk.own.hands?.hover?.(hex);
      },
      hold: (hex) => desk.own.hands?.hold?.(hex),
      grab: (hex) => desk.own.hands?.grab?.(hex) ?? null,
      drop: (from, to) => desk.own.hands?.drop?.(from, to),
    });
    if (desk.own.board) chart.lay(desk.own.board);
  }
  desk.own.hands = how;
  const heap = how.pile ?? ((/** @type {any[]} */ there, /** @type {number} */ px) => pile(pieces(there), px));
  const played = playedOn(desk),
    here = desk.past ? earlier(desk) : page.stacks,
    stacks = Object.entries(here).map(([hex, there]) => ({
      hex,
      label: `${hex}: ${/** @type {any[]} */ (there).map((p) => p.title).join("; ")}`,
      draw: (/** @type {number} */ px) => heap(/** @type {any[]} */ (there), px),
    }));
  if (played || desk.past)
    how = { click: () => {}, way: played?.way ?? null, lit: new Map((played?.hexes ?? []).map((hex) => [hex, "played"])) };
  chart.set({
    sliding: slid(desk, heap),
    stacks,
    ground: page.sets,
    shown: shown(desk),
    picked: desk.own.hex ?? null,
    lit: how.lit ?? new Map(),
    figures: how.figures ?? new Map(),
    way: how.way ?? null,
    threads: how.threads ?? [],
    dangers: how.dangers ?? [],
    notes: how.notes ?? new Map(),
  });
  main
    .querySelectorAll(".phd-toggles button")
    .forEach((b) => b.setAttribute("aria-pressed", String(shown(desk).has(b.getAttribute("data-overlay") ?? ""))));
  return undefined;
}

/** The counters of the earlier position a playback shows, without those on their way. @param {Desk} desk @returns {Record<string, any[]>} */
function earlier(desk) {
  /** @type {Record<string, any[]>} */
  const found = {};
  for (const [id, unit] of Object.entries(desk.past.units ?? {}))
    if (/** @type {any} */ (unit).hex && !desk.sliding.has(id)) (found[/** @type {any} */ (unit).hex] ??= []).push(unit);
  return found;
}

/** Counters between two hexes of their path. @param {Desk} desk @param {(here: any[], px: number) => Element[]} heap */
const slid = (desk, heap) =>
  [...desk.sliding].flatMap(([id, { hexes, share }]) => {
    const unit = desk.past?.units?.[id],
      at = share * (hexes.length - 1),
      k = Math.min(hexes.length - 2, Math.floor(at));
    return unit && k >= 0
      ? [{ from: hexes[k], to: hexes[k + 1], share: at - k, draw: (/** @type {number} */ px) => heap([unit], px) }]
      : [];
  });

/** @param {Desk} desk */
function toggles(desk) {
  return h(
    "div.float.phd-toggles",
    { role: "group", "aria-label": "Overlays" },
    OVERLAYS.map(([key, name, words, short]) =>
      h(
        "button",
        {
          type: "button",
          "aria-pressed": String(shown(desk).has(name)),
          "data-overlay": name,
          "data-key": `overlay-${name}`,
          onclick: () => flip(desk, name),
        },
        h("i", { class: `phd-sw ${name}` }),
        h("span.long", null, words),
        h("span.short", { "aria-hidden": "true" }, short),
        h("kbd", null, key),
      ),
    ),
  );
}

/** @param {Desk} desk @param {string} name */
function flip(desk, name) {
  const set = shown(desk);
  if (!set.delete(name)) set.add(name);
  desk.changed();
}

/** @param {Desk} desk */
function tools(desk) {
  const tool = (/** @type {string} */ label, /** @type {string} */ text, /** @type {() => void} */ go) =>
    h("button", { type: "button", "aria-label": label, title: label, onclick: go }, text);
  const load = h("input", {
    type: "file",
    hidden: true,
    "data-key": "board-file", // board files have no extension a dialog could ask for
    onchange: (/** @type {any} */ e) => void import("./board.js").then((m) => m.open(desk, e.target.files[0])),
  });
  return h(
    "div.float.phd-tools",
    { role: "group", "aria-label": "View" },
    tool("Zoom in", "+", () => desk.own.chart.zoom(1.25)),
    tool("Zoom out", "−", () => desk.own.chart.zoom(0.8)),
    tool("Whole map", "⤢", () => desk.own.chart.whole()),
    tool("Lay your own board file under the grid, or take it away", "▤", () => {
      if (desk.own.board) desk.own.chart.lay((desk.own.board = null));
      else load.click();
    }),
    load,
  );
}

/** @param {Desk} desk @param {HTMLElement} line @param {string | null} hex */
function readout(desk, line, hex) {
  const row = hex && desk.own.hexes.get(hex);
  line.hidden = !row;
  if (!row) return;
  const here = desk.own.ground?.stacks[/** @type {string} */ (hex)] ?? [];
  fill(
    line,
    h("b", null, hex),
    ` · ${[row.building ? `${row.building} building` : row.terrain, `level ${row.level}`, row.road && "road"].filter(Boolean).join(", ")}`,
    here.length > 0 && ` · ${here.map((/** @type {any} */ p) => p.title).join("; ")}`,
  );
}

/** Arrow keys walk from hex to hex; letters turn overlays. @param {Desk} desk @param {KeyboardEvent} e */
export function mapKeys(desk, e) {
  const overlay = OVERLAYS.find(([key]) => key === e.key.toUpperCase());
  if (overlay) {
    flip(desk, overlay[1]);
    return true;
  }
  const chart = desk.own.chart,
    step = { ArrowUp: 0, ArrowRight: 2, ArrowDown: 3, ArrowLeft: 5 }[e.key];
  if (e.key === "+" || e.key === "=") {
    chart?.zoom(1.25);
    return true;
  }
  if (e.key === "-") {
    chart?.zoom(0.8);
    return true;
  }
  if (e.key === "0") {
    chart?.whole();
    return true;
  }
  if (step === undefined || !chart) return false;
  const grid = lettered(desk.own.map.columns, desk.own.map.rows, 1),
    from = desk.own.hex ?? "Q17",
    next = grid.neighbours(from)[step];
  desk.own.hex = desk.own.hex ? (next ?? from) : from;
  chart.show(desk.own.hex);
  desk.changed();
  return true;
}

/** Enter on the cursor is a click there. @param {Desk} desk @param {KeyboardEvent} e */
export function mapEnter(desk, e) {
  if (e.key !== "Enter" || !(e.target instanceof Element && e.target.closest(".phd-map"))) return mapKeys(desk, e);
  desk.own.hands?.click(desk.own.hex ?? null);
  return true;
}

const SITUATION = /** @type {Record<string, string>} */ ({
  i: "in the enemy FEBA",
  ii: "isolated",
  iii: "outside its FEBA",
  iv: "in No-Man’s Land",
  v: "in its own FEBA",
});

/** @param {Desk} desk */
export function hexPanel(desk) {
  const hex = desk.own.hex,
    page = desk.own.ground;
  if (!hex)
    return [
      h("h2", null, "The ground"),
      h("p.muted", null, "Click a hex to see what it is and why it counts as it does."),
      page && counts(desk, page.counts),
      page?.off_map?.length > 0 && offMap(page.off_map),
    ];
  const found = desk.see("hex", { hex });
  if (!found) return h("h2", null, hex);
  const sides = Object.entries(found.sides)
    .map(([kind, ways]) => `${kind} ${/** @type {string[]} */ (ways).join(", ")}`)
    .join("; ");
  return [
    h(
      "div.dk-row",
      null,
      h("h2.dk-grow", null, hex),
      h(
        "button.quiet",
        {
          type: "button",
          onclick: () => {
            desk.own.hex = null;
            desk.changed();
          },
        },
        "Close",
      ),
    ),
    h(
      "dl.dk-figures",
      null,
      h("dt", null, "Terrain"),
      h("dd", null, found.building ? `${found.building} building` : found.terrain),
      h("dt", null, "Level"),
      h("dd", null, found.level),
      sides && [h("dt", null, "Hexsides"), h("dd", null, sides)],
      found.lines.length > 0 && [h("dt", null, "Part of"), h("dd", null, found.lines.join(", "))],
    ),
    found.here.length > 0 && [
      h("h3", null, "Standing here"),
      h(
        "div.phd-here",
        null,
        pieces(found.here).map((p) => h("div.dk-row.nowrap", null, counter(p, 46), h("span", null, p.title))),
      ),
    ],
    h("h3", null, "Why it counts as it does"),
    h(
      "ol.phd-why",
      null,
      found.why.map((/** @type {any} */ r) => h("li", null, r.because, " ", chip(desk.book, r.clause))),
    ),
    h(
      "p.muted",
      null,
      Object.entries(found.situation).map(
        ([side, which]) => `A ${desk.side(side)} unit here would be ${SITUATION[/** @type {string} */ (which)]} (${which}). `,
      ),
      chip(desk.book, "PHD-C2.SIT"),
    ),
    found.objective && h("p", null, "An intersection of the objective. ", chip(desk.book, "PHD-C4.obj")),
    h("p.muted", null, found.cited?.length ? "Cited by the document." : "Ground drawn by us: reconstruction."),
  ];
}

/** @param {Desk} desk @param {Record<string, number>} n */
const counts = (desk, n) => [
  h(
    "table.dk-tab",
    { "aria-label": "Ground held" },
    h(
      "thead",
      null,
      h("tr", null, h("th", null, "hexes"), h("th.num", null, desk.side("us")), h("th.num", null, desk.side("german"))),
    ),
    h(
      "tbody",
      null,
      /** @type {[string, string][]} */ ([
        ["Locations held", "controlled"],
        ["Area of control", "tac"],
        ["FEBA", "feba"],
        ["Front line", "front"],
        ["Cut-off area", "isolated_tac"],
      ]).map(([words, key]) =>
        h("tr", null, h("td", null, words), h("td.num", null, n[`us_${key}`]), h("td.num", null, n[`german_${key}`])),
      ),
      h("tr", null, h("td", null, "No-Man’s Land"), h("td.num", { colspan: 2 }, n.no_mans_land)),
      h("tr", null, h("td", null, "Uncontrolled"), h("td.num", { colspan: 2 }, n.uncontrolled)),
    ),
  ),
  h("p", null, chip(desk.book, "PHD-C2.TAC"), " ", chip(desk.book, "PHD-C2.FEBA")),
];

/** @param {any[]} off */
const offMap = (off) => [
  h("h3", null, `Off the map, yours: ${off.length}`),
  h(
    "div.phd-off",
    null,
    pieces(off).map((p) => counter(p, 40)),
  ),
];
