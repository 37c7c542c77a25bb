// @ts-check
// The whole campaign as a calendar: months down, the nine days across; and one day in the panel.
import { h } from "../../dom.js";
import { chip } from "../../marks.js";
import { grid, percent } from "../parts.js";
import { MONTHS, long } from "./dates.js";
import { look, looked } from "./strip.js";
import { chit } from "./units.js";

/** @typedef {import("../frame.js").Desk} Desk */
const DAYS = [1, 5, 8, 12, 15, 19, 22, 26, 29];
const YEAR = ["1944-09", "1944-10", "1944-11", "1944-12", "1945-01", "1945-02", "1945-03", "1945-04"];

/** @param {Desk} desk */
export function calendar(desk) {
  const { turns } = desk.own.calendar,
    byDate = new Map(turns.map((/** @type {any} */ t) => [t.date, t])),
    used = YEAR.filter((m) => turns.some((/** @type {any} */ t) => t.date.startsWith(m)));
  return h(
    "div.rh-cal",
    { role: "group", "aria-label": "Calendar of the campaign", class: used.length < 8 ? "short" : "" },
    h("span"),
    DAYS.map((d) => h("span.dh", null, d)),
    used.map((m) => {
      const any = turns.find((/** @type {any} */ t) => t.date.startsWith(m));
      return [
        h(
          "span.mh",
          null,
          MONTHS[Number(m.slice(5)) - 1].slice(0, 3),
          h("small", null, `rail ${any.rail}`, h("br"), `sea ${any.sea}`),
        ),
        DAYS.map((d) => day(desk, byDate.get(`${m}-${String(d).padStart(2, "0")}`))),
      ];
    }),
  );
}

/** @param {Desk} desk @param {any} t */
function day(desk, t) {
  if (!t) return h("div.day.none");
  const { now } = desk.own.calendar,
    { units } = desk.own,
    past = desk.own.past?.[t.n],
    coming = t.entries
      .filter((/** @type {any} */ e) => e.kind === "arrive")
      .flatMap((/** @type {any} */ e) => e.units ?? [])
      .map((/** @type {number} */ u) => units[u]);
  const fighting = coming.filter((/** @type {any} */ u) => ["combat", "hq"].includes(u.category)),
    seen = new Set(),
    first = fighting.filter((/** @type {any} */ u) => !u.formation || (!seen.has(u.formation) && seen.add(u.formation)));
  const big = first.filter((/** @type {any} */ u) => u.category === "hq" || u.size === "division" || u.formation),
    pick = [...big, ...first.filter((/** @type {any} */ u) => !big.includes(u))].slice(0, coming.length > 3 ? 2 : 3);
  const ground = past?.ground ? { [past.ground]: 1 } : t.ground,
    both = Boolean(desk.own.ledger.supply.cw),
    got = past && past.us !== undefined && (past.cw !== undefined || !both),
    sp = (/** @type {any} */ o) => (both ? `${Math.round(o.us)} + ${Math.round(o.cw)}` : `${o.us}`);
  const label = `turn ${t.n}, ${long(t.date)}; ${got ? `received ${sp(past)}` : `expect ${sp(t.expect)}`} SP; ${coming.length} arrivals; ${Object.entries(
    ground,
  )
    .map(([k, p]) => `${k} ${percent(Number(p))}`)
    .join(", ")}${t.short ? `; ${t.short}` : ""}`;
  return h(
    "button.day",
    {
      type: "button",
      class: `${t.n < now ? "past" : ""} ${t.n === now ? "now" : ""}`,
      "aria-pressed": String(t.n === looked(desk)),
      "aria-label": label,
      "data-key": `day-${t.n}`,
      onclick: () => look(desk, t.n),
      onpointerenter: (/** @type {PointerEvent} */ e) => {
        if (e.buttons === 1) look(desk, t.n);
      },
    },
    h(
      "span.t",
      null,
      Number(t.date.slice(8)),
      h("span.sp", { class: got ? "got" : "" }, got ? sp(past) : both ? sp(t.expect) : Math.round(t.expect.us)),
    ),
    h(
      "span.cu",
      { "aria-hidden": "true" },
      pick.map((/** @type {any} */ u) => chit(u, 26)),
      coming.length > pick.length && h("span.muted", null, `+${coming.length - pick.length}`),
    ),
    t.short && h("span.ev", null, t.short),
    weatherBar(ground, "w"),
  );
}

/** Chances as a bar. @param {Record<string, number>} chances @param {string} kind */
export const weatherBar = (chances, kind) =>
  h(
    "span.wb",
    { "aria-hidden": "true" },
    Object.entries(chances).map(([name, p]) => {
      const bit = h(`i.${kind}-${name}`);
      bit.style.flexGrow = String(p);
      return bit;
    }),
  );

/** @param {Desk} desk */
export function dayPanel(desk) {
  const { turns, now } = desk.own.calendar,
    n = looked(desk),
    t = turns.find((/** @type {any} */ one) => one.n === n),
    past = desk.own.past?.[n],
    away = n - now;
  const odds = (/** @type {Record<string, number>} */ o, /** @type {string} */ kind) => [
    weatherBar(o, kind),
    h(
      "div.dk-row",
      null,
      Object.entries(o).map(([k, p]) => h("span", null, `${k} `, h("b", null, percent(p)))),
    ),
  ];
  return [
    h("div.dk-row", null, h("h2.dk-grow", null, long(t.date)), h("span.dk-pill", null, `turn ${n}`)),
    h(
      "p.muted",
      null,
      away === 0
        ? "This turn."
        : `${Math.abs(away)} ${Math.abs(away) === 1 ? "turn" : "turns"} ${away > 0 ? "from now" : "ago"}. `,
      away !== 0 &&
        h(
          "button.quiet",
          { type: "button", "data-key": "back-now", onclick: () => look(desk, null) },
          `Back to ${turns.find((/** @type {any} */ one) => one.n === now) ? long(turns.find((/** @type {any} */ one) => one.n === now).date) : "now"}`,
        ),
    ),
    t.note && h("p", null, h("b", null, t.note)),
    past?.ground
      ? h("p", null, "Weather rolled: ", h("b", null, `${past.ground}, flight ${past.flight ?? "not rolled yet"}`))
      : [h("h3", null, "Ground ", chip(desk.book, t.band)), odds(t.ground, "w"), h("h3", null, "Flight"), odds(t.flight, "f")],
    h("h3", null, "Entries of the chart"),
    t.entries.length
      ? t.entries.map((/** @type {any} */ e) => entry(desk, e))
      : h("p.muted", null, "No counter arrives or leaves."),
    h("h3", null, past?.us !== undefined ? "Supply received" : "Supply if the situation stays the same"),
    grid(
      ["", "status", past?.us !== undefined ? "received" : "expect"],
      [
        ["American", t.status.us, past?.us !== undefined ? `${past.us} SP` : `${t.expect.us.toFixed(1)} SP`],
        ...(desk.own.ledger.supply.cw
          ? [["Commonwealth", t.status.cw, past?.cw !== undefined ? `${past.cw} SP` : `${t.expect.cw.toFixed(1)} SP`]]
          : []),
      ],
    ),
    h("h3", null, "Rules in force"),
    h(
      "ul.rh-rules",
      null,
      t.plus > 0 && h("li", null, "American replacement roll +1 ", chip(desk.book, "BTR-repl.mod.1945")),
      t.star && h("li", null, "Trench foot: starred Pax −1 ", chip(desk.book, "BTR-repl.star")),
      h("li", null, `Rail ${t.rail}, sea ${t.sea} SP `, chip(desk.book, "BTR-ship.table")),
    ),
    h(
      "p.muted",
      null,
      "Bold: American + Commonwealth SP received. Plain: expected. Foot of a day: dry, mud or snow, rolled or by chance. Drag across days to scrub.",
    ),
  ];
}

const KINDS = {
  arrive: "arrive",
  remove: "leave the game",
  exchange: "exchange",
  transfer: "transfer",
  add_to_dead_pile: "join the dead pile",
  add_to_airfields: "to the airfields",
  reserve_marker: "reserve markers",
  note: "note",
  none: "nothing",
};

/** An entry of the chart with its counters. @param {Desk} desk @param {any} e */
export function entry(desk, e) {
  const { units } = desk.own,
    numbers = [...(e.units ?? []), ...(e.gone ?? [])];
  return h(
    "div.rh-entry",
    null,
    h(
      "div",
      null,
      h("b", null, `${e.group} ${KINDS[/** @type {keyof KINDS} */ (e.kind)] ?? e.kind}`),
      e.places ? ` · ${e.places.join(" or ")}` : "",
      e.text ? `: ${e.text}` : "",
      e.any ? `: any ${e.any.join(", ")}` : "",
      " ",
      chip(desk.book, e.clause),
    ),
    h(
      "div.rh-chits",
      null,
      numbers.slice(0, 24).map((u) => chit(units[u], 34)),
      (e.swaps ?? []).map((/** @type {any} */ x) =>
        h(
          "span.dk-row",
          { title: x.raw },
          x.old >= 0 && chit(units[x.old], 34),
          x.old >= 0 && "→",
          chit(units[x.new], 34),
          h("small.muted", null, x.raw),
        ),
      ),
    ),
    e.printed && h("small.muted", null, e.printed.join("; ")),
  );
}
