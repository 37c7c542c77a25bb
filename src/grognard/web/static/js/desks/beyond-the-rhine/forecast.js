// @ts-check
// SP a turn to the end of the campaign under two assumptions: means, bands of nine turns in ten, and the gap between them.
import { h, s } from "../../dom.js";
import { chip } from "../../marks.js";
import { grid } from "../parts.js";
import { months, nice } from "./dates.js";
import { looked } from "./strip.js";

/** @typedef {import("../frame.js").Desk} Desk */
/** @typedef {{name: string, antwerpen: number, rotterdam: number, amsterdam: number, events: string[]}} Assumption */

const NEVER = 71,
  W = 1068,
  L = 44,
  R = 96;
const NATIONS = /** @type {const} */ ([
  ["us", "American Supply Points a turn"],
  ["cw", "Commonwealth Supply Points a turn"],
]);

/** @param {Desk} desk @returns {Record<"A" | "B", Assumption>} */
const assumed = (desk) =>
  (desk.own.assumed ??= {
    A: { name: "as it happened", antwerpen: 26, rotterdam: NEVER, amsterdam: NEVER, events: [] },
    B: { name: "the Scheldt holds out", antwerpen: 36, rotterdam: NEVER, amsterdam: NEVER, events: [] },
  });
/** @param {Desk} desk @param {"A" | "B"} k */
const series = (desk, k) => {
  const { antwerpen, rotterdam, amsterdam, events } = assumed(desk)[k];
  return desk.see("forecast", { antwerpen, rotterdam, amsterdam, events: events.join(",") });
};

/** The last answer stays on the board while a new one is fetched. @param {Desk} desk */
function both(desk) {
  const found = { A: series(desk, "A"), B: series(desk, "B") };
  if (found.A && found.B) desk.own.forecast = found;
  return desk.own.forecast;
}

/** @param {Desk} desk */
export function forecast(desk) {
  const found = both(desk);
  if (!found) return h("div.dk-empty", null, "Counting the odds.");
  const nations = NATIONS.filter(([who]) => found.A.nations[who]);
  return h(
    "div.rh-forecast",
    { "data-scroll": "forecast", tabindex: 0, role: "region", "aria-label": "Forecast" },
    nations.map(([who, title]) => plot(desk, found, who, title)),
    gap(desk, found),
    replacements(found),
    h(
      "p.muted.rh-legend",
      null,
      "● received   line: mean   band: nine turns in ten   tint: mud or snow likelier than not. Exact: chance of the ground times two dice, turn by turn.",
    ),
  );
}

/** @param {Desk} desk */
function scale(desk) {
  const { turns } = desk.own.calendar,
    first = turns[0].n,
    last = turns[turns.length - 1].n;
  return {
    turns,
    first,
    last,
    x: (/** @type {number} */ n) => L + ((n - first + 0.5) * (W - L - R)) / (last - first + 1),
    wide: (W - L - R) / (last - first + 1),
  };
}

/** @param {Desk} desk @param {any} found @param {"us" | "cw"} who @param {string} title */
function plot(desk, found, who, title) {
  const { turns, first, x, wide } = scale(desk),
    tall = who === "us" ? 210 : 160,
    top = 44,
    most = who === "us" ? 16 : 10,
    by = who === "us" ? 4 : 2,
    y = (/** @type {number} */ v) => top + tall - (v / most) * tall,
    art = [];
  for (const t of turns)
    if ((t.ground.snow ?? 0) >= 0.5 || (t.ground.mud ?? 0) >= 0.5)
      art.push(
        s("rect", {
          x: x(t.n) - wide / 2,
          y: top,
          width: wide,
          height: tall,
          class: (t.ground.snow ?? 0) >= 0.5 ? "t-snow" : "t-mud",
        }),
      );
  for (let v = 0; v <= most; v += by)
    art.push(s("line.grid", { x1: L, x2: W - R, y1: y(v), y2: y(v) }), s("text.axis", { x: L - 8, y: y(v) + 4 }, v));
  months(turns).forEach(([name, a, b]) =>
    art.push(
      s("text.m", { x: (x(a) + x(b)) / 2, y: top + tall + 16 }, name),
      s("line.grid", { x1: x(b) + wide / 2, x2: x(b) + wide / 2, y1: top, y2: top + tall + 4 }),
    ),
  );
  for (const k of /** @type {const} */ (["B", "A"])) {
    const rows = found[k].nations[who].turns,
      up = rows.map((/** @type {any} */ r) => `${x(r.n)} ${y(r.high)}`),
      down = rows.map((/** @type {any} */ r) => `${x(r.n)} ${y(r.low)}`).reverse();
    art.push(
      s("path", { d: `M${[...up, ...down].join("L")}Z`, class: `band k-${k}`, fill: k === "B" ? `url(#hatch-${who})` : null }),
    );
  }
  for (const k of /** @type {const} */ (["B", "A"])) {
    const d = `M${found[k].nations[who].turns.map((/** @type {any} */ r) => `${x(r.n)} ${y(r.mean)}`).join("L")}`;
    art.push(s("path.under", { d }), s("path", { d, class: `mean k-${k}` }));
  }
  for (const [n, row] of Object.entries(desk.own.past))
    if (row[who] !== undefined && Number(n) >= first) art.push(s("circle.got", { cx: x(Number(n)), cy: y(row[who]), r: 3.6 }));
  for (const k of /** @type {const} */ (["A", "B"])) {
    const at = assumed(desk)[k].antwerpen;
    if (at < NEVER && at >= first && at <= turns[turns.length - 1].n)
      art.push(
        s("line", { x1: x(at), x2: x(at), y1: top - 4, y2: top + tall, class: `opens k-${k}` }),
        s("text", { x: x(at), y: top - 9, class: `tag k-${k}` }, `${k}: Antwerp ${nice(turns[at - first].date)}`),
      );
  }
  art.push(
    s("line.hand", { x1: x(desk.own.calendar.now), x2: x(desk.own.calendar.now), y1: top - 4, y2: top + tall }),
    s("text.title", { x: L, y: 20 }, title),
  );
  /** @type {const} */ (["A", "B"]).forEach((k, i) => {
    const t = found[k].nations[who].total,
      yy = top + 22 + i * 72;
    art.push(
      s("text", { x: W - R + 12, y: yy, class: `sum k-${k}` }, `${k} ${Math.round(t.mean)}`),
      s("text.small", { x: W - R + 12, y: yy + 18 }, "SP to the end"),
      s("text.small", { x: W - R + 12, y: yy + 33 }, `${Math.round(t.low)} to ${Math.round(t.high)}`),
    );
  });
  const words = (/** @type {"A" | "B"} */ k) =>
    `${k} ${assumed(desk)[k].name}: ${Math.round(found[k].nations[who].total.mean)} SP to the end, ${Math.round(found[k].nations[who].total.low)} to ${Math.round(found[k].nations[who].total.high)}`;
  return s(
    "svg.rh-plot",
    { viewBox: `0 0 ${W} ${top + tall + 24}`, role: "img", "aria-label": `${title}. ${words("A")}. ${words("B")}.` },
    s(
      "defs",
      null,
      s(
        "pattern",
        { id: `hatch-${who}`, width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
        s("rect.hatch", { width: 1.2, height: 7 }),
      ),
    ),
    art,
  );
}

/** @param {Desk} desk @param {any} found */
function gap(desk, found) {
  const { x, last } = scale(desk),
    top = 30,
    tall = 60,
    points = /** @type {[number, number][]} */ ([]);
  let sum = 0;
  const nations = NATIONS.filter(([who]) => found.A.nations[who]).map(([who]) => who),
    rows = found.A.nations[nations[0]].turns;
  rows.forEach((/** @type {any} */ r, /** @type {number} */ i) => {
    sum += nations.reduce((d, who) => d + found.A.nations[who].turns[i].mean - found.B.nations[who].turns[i].mean, 0);
    points.push([x(r.n), sum]);
  });
  const most = Math.max(10, ...points.map(([, v]) => Math.abs(v))),
    y = (/** @type {number} */ v) => top + tall - (Math.max(0, v) / most) * tall,
    line = points.map(([a, v]) => `${a} ${y(v)}`).join("L");
  return s(
    "svg.rh-plot",
    {
      viewBox: `0 0 ${W} ${top + tall + 8}`,
      role: "img",
      "aria-label": `Gap between the assumptions, both nations together: ${Math.round(sum)} SP`,
    },
    s("text.title", { x: L, y: 18 }, "Gap, both nations together"),
    s("path.gap", { d: `M${points[0][0]} ${top + tall}L${line}L${x(last)} ${top + tall}Z` }),
    s("path.gapline", { d: `M${line}` }),
    s("line.grid", { x1: L, x2: W - R, y1: top + tall, y2: top + tall }),
    s("text.sum.gapsum", { x: W - R + 12, y: top + 20 }, `${Math.round(sum)} SP`),
  );
}

/** @param {any} found */
function replacements(found) {
  const row = (/** @type {string} */ name, /** @type {any} */ n) => [
    name,
    ...["pax", "eq"].flatMap((k) => [n[k].mean.toFixed(1), `${n[k].low} to ${n[k].high}`]),
  ];
  return h(
    "div.rh-repl",
    null,
    h("h2", null, "Replacements to the end"),
    grid(
      ["", "Pax, mean", "9 in 10", "Eq, mean", "9 in 10"],
      NATIONS.filter(([who]) => found.A.nations[who]).map(([who]) =>
        row(who === "us" ? "American" : "Commonwealth", found.A.nations[who].replacements),
      ),
      "Replacements to the end",
    ),
  );
}

/** @param {Desk} desk */
export function forecastPanel(desk) {
  const found = both(desk),
    a = assumed(desk);
  const total = (/** @type {"A" | "B"} */ k, /** @type {string} */ who) => found?.[k].nations[who]?.total.mean ?? 0,
    us = Math.round(total("A", "us") - total("B", "us")),
    cw = Math.round(total("A", "cw") - total("B", "cw"));
  return [
    h("h2", null, "What the difference costs"),
    found &&
      h(
        "div.dk-row.nowrap",
        null,
        h("b.rh-big", null, `${us + cw} SP`),
        h("span.muted", null, `${us} American, ${cw} Commonwealth, if B comes about and not A`),
      ),
    /** @type {const} */ (["A", "B"]).map((k) => card(desk, k, a[k])),
    cursor(desk, found),
    h(
      "p.muted",
      null,
      "Both Antwerpen ports together +2 ",
      chip(desk.book, "BTR-supply.mod.2"),
      ", shifts in the order of ",
      chip(desk.book, "BTR-supply.order"),
      ". Totals add independent turns.",
    ),
  ];
}

/** @param {Desk} desk @param {"A" | "B"} k @param {any} a */
function card(desk, k, a) {
  const { turns } = desk.own.calendar,
    first = turns[0].n,
    words = (/** @type {number} */ n) => (n >= NEVER ? "never" : nice(turns[n - first]?.date ?? turns[0].date));
  const slide = (/** @type {string} */ port, /** @type {string} */ name) =>
    h(
      "label.rh-slide",
      null,
      h("span", null, name),
      h("input", {
        type: "range",
        min: first,
        max: NEVER,
        value: a[port],
        "data-key": `${k}-${port}`,
        "aria-label": `${name} opens, assumption ${k}`,
        "aria-valuetext": words(a[port]),
        onchange: (/** @type {any} */ e) => {
          a[port] = Number(e.target.value);
          desk.changed();
        },
        oninput: (/** @type {any} */ e) => {
          e.target.nextSibling.textContent = words(Number(e.target.value));
        },
      }),
      h("b", null, words(a[port])),
    );
  const event = (/** @type {string} */ name, /** @type {string} */ says, /** @type {string} */ clause) =>
    h(
      "label.check",
      null,
      h("input", {
        type: "checkbox",
        checked: a.events.includes(name),
        "data-key": `${k}-${name}`,
        onchange: () => {
          a.events = a.events.includes(name) ? a.events.filter((/** @type {string} */ e) => e !== name) : [...a.events, name];
          desk.changed();
        },
      }),
      h("span", null, says, " ", chip(desk.book, clause)),
    );
  return h(
    "div.rh-assume",
    { class: `k-${k}` },
    h(
      "div.dk-row",
      null,
      h("b.dk-grow", null, `${k} · ${a.name}`),
      h("small.muted", null, k === "A" ? "solid" : "dashed, hatched"),
    ),
    slide("antwerpen", "Antwerp"),
    slide("rotterdam", "Rotterdam"),
    slide("amsterdam", "Amsterdam"),
    event("north-flank", "North Flank collapses", "BTR-supply.mod.6"),
    event("alpine", "Alpine Redoubt", "BTR-supply.mod.7"),
  );
}

/** @param {Desk} desk @param {any} found */
function cursor(desk, found) {
  const n = looked(desk),
    { turns } = desk.own.calendar,
    at = (/** @type {"A" | "B"} */ k, /** @type {string} */ who) =>
      found?.[k].nations[who]?.turns.find((/** @type {any} */ r) => r.n === n),
    rows = [];
  for (const [who, name] of /** @type {const} */ ([
    ["us", "American SP, mean"],
    ["cw", "Commonwealth SP, mean"],
  ]))
    if (at("A", who)) rows.push([name, at("A", who).mean.toFixed(1), at("B", who).mean.toFixed(1)]);
  return rows.length
    ? [h("h3", null, `On ${nice(turns[n - turns[0].n].date)} (use [ and ])`), grid(["", "A", "B"], rows)]
    : null;
}
