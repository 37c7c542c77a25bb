// @ts-check
// Every formation's comings and goings on one time line, with search and filters; its story in the panel.
import { h, s } from "../../dom.js";
import { chip } from "../../marks.js";
import { grid } from "../parts.js";
import { months, nice } from "./dates.js";
import { looked } from "./strip.js";
import { call, chit, figures, nationName } from "./units.js";

/** @typedef {import("../frame.js").Desk} Desk */
const NATIONS = ["US", "UK", "CA", "FR", "PL", "BE"];
const KINDS = /** @type {const} */ ([
  ["hq", "HQs"],
  ["infantry", "Infantry"],
  ["armour", "Armor"],
  ["antitank", "Anti-tank"],
  ["airborne", "Airborne"],
  ["guns", "Guns"],
  ["engineers", "Pontoons"],
  ["air", "Air"],
  ["transport", "Transport"],
]);
const MAPS = ["A", "B", "C", "D"];
const L = 250,
  W = 1068,
  ROW = 26,
  TOP = 30;
/** @type {Record<string, string>} */
const WORDS = {
  opening: "there from the start",
  arrives: "arrives",
  "dead-pile": "joins the dead pile",
  leaves: "leaves the game",
  "comes-by-exchange": "comes by exchange",
  "goes-by-exchange": "goes by exchange",
  transfers: "transfers",
};

/** @param {Desk} desk */
export function formations(desk) {
  const all = desk.see("formations"),
    f = (desk.own.sift ??= { words: "", nation: "", kind: "", map: "" });
  if (!all) return h("div.dk-empty", null, "Fetching the order of battle.");
  const found = all.filter((/** @type {any} */ r) => passes(desk, r, f)),
    set = (/** @type {string} */ name, /** @type {string} */ value) => {
      f[name] = f[name] === value ? "" : value;
      desk.changed();
    };
  const pills = (
    /** @type {string} */ name,
    /** @type {readonly (readonly [string, string])[]} */ list,
    /** @type {string} */ label,
  ) =>
    h(
      "span.dk-row.nowrap",
      { role: "group", "aria-label": label },
      list.map(([value, words]) =>
        h(
          "button.dk-pill",
          {
            type: "button",
            "aria-pressed": String(f[name] === value),
            "data-key": `${name}-${value}`,
            onclick: () => set(name, value),
          },
          words,
        ),
      ),
    );
  return h(
    "div.rh-forms",
    null,
    h(
      "div.rh-sift",
      null,
      h("input", {
        type: "text",
        value: f.words,
        placeholder: "Search units",
        "aria-label": "Search units",
        "data-key": "forms-search",
        oninput: (/** @type {any} */ e) => {
          f.words = e.target.value;
          desk.changed();
        },
      }),
      pills(
        "nation",
        NATIONS.map((n) => [n, nationName(n)]),
        "Nation",
      ),
      pills("kind", KINDS, "Type"),
      pills(
        "map",
        MAPS.map((m) => [m, `Map ${m}`]),
        "Map of arrival",
      ),
      h("span.muted.rh-count", { role: "status" }, `${found.length} of ${all.length}`),
    ),
    h(
      "div.rh-gantt",
      { "data-scroll": "gantt", tabindex: 0, role: "region", "aria-label": "Time line" },
      found.length ? chart(desk, found) : h("p.dk-empty", null, "No formation is called that."),
    ),
  );
}

/** @param {Desk} desk @param {any} r @param {any} f */
function passes(desk, r, f) {
  if ((f.nation && r.nation !== f.nation) || (f.kind && r.kind !== f.kind) || (f.map && !r.maps.includes(f.map))) return false;
  const text =
    `${r.name} ${r.printed} ${r.units.map((/** @type {number} */ u) => `${desk.own.units[u].id} ${desk.own.units[u].raw}`).join(" ")}`.toLowerCase();
  return f.words
    .toLowerCase()
    .split(/\s+/)
    .every((/** @type {string} */ w) => text.includes(w));
}

/** @type {Record<string, string>} */
const BODIES = {
  Arm: "Armoured Division",
  Abn: "Airborne Division",
  AL: "Airlanding Division",
  Tk: "Tank Brigade",
  GdTk: "Guards Tank Brigade",
};
/** What one calls a row: `6 Armoured Division`, `24-4-3 Inf Div 79`. @param {Desk} desk @param {any} r */
export function title(desk, r) {
  const u = desk.own.units[r.units[0]],
    code = /^[A-Z]+-(\d+)([A-Za-z]+)$/.exec(u.formation ?? "");
  return code
    ? `${code[1]} ${BODIES[code[2]] ?? code[2]}`
    : u.rating
      ? `${figures(u)} ${call(u)}`
      : call(u).replace(/^[A-Z]{2} /, "");
}

/** @param {Desk} desk @param {any[]} rows */
function chart(desk, rows) {
  const { turns, now } = desk.own.calendar,
    first = turns[0].n,
    last = turns[turns.length - 1].n,
    tall = TOP + rows.length * ROW,
    art = [];
  const x = (/** @type {number} */ n) =>
      L + ((Math.max(first, Math.min(last + 1, n)) - first) * (W - L - 14)) / (last - first + 1),
    date = (/** @type {number} */ n) => nice(turns[n - first]?.date ?? turns[0].date);
  months(turns).forEach(([name, a, b], k) =>
    art.push(
      s("rect", { x: x(a), y: 0, width: x(b + 1) - x(a), height: tall, class: k % 2 ? "month" : "month odd" }),
      s("text.m", { x: (x(a) + x(b + 1)) / 2, y: 18 }, name),
    ),
  );
  rows.forEach((r, k) => {
    const y = TOP + k * ROW,
      u = desk.own.units[r.units[0]],
      on = desk.own.formation === r.name,
      marks = [];
    for (const [a, b, gone] of r.spans) {
      const from = x(Math.max(a, first)),
        to = x(b);
      if (b <= first || a > last) continue;
      marks.push(
        s("rect", {
          x: from,
          y: y + 4,
          width: Math.max(3, to - from),
          height: ROW - 8,
          rx: 3,
          class: `bar n-${r.nation}${a > now ? " later" : ""}`,
        }),
      );
      if (a > first)
        marks.push(
          from - L < 66
            ? s("text.in", { x: from + 6, y: y + 17.5 }, date(a))
            : s("text.before", { x: from - 4, y: y + 17.5 }, date(a)),
        );
      if (gone)
        marks.push(
          s("path.gone", { d: `M${to} ${y + 2}v${ROW - 4}M${to + 3} ${y + ROW / 2}l6-4v8z` }),
          W - to > 90
            ? s("text.out", { x: to + 13, y: y + 17.5 }, `leaves ${date(b)}`)
            : s("text.out.end", { x: to - 6, y: y + 17.5 }, `leaves ${date(b)}`),
        );
    }
    for (const c of r.story)
      if (c.what === "arrives" && r.spans.some((/** @type {number[]} */ p) => p[0] < c.turn && c.turn < p[1]))
        marks.push(s("path.tick", { d: `M${x(c.turn)} ${y + 3}v${ROW - 6}` }));
    if (!r.spans.length)
      for (const c of r.story)
        marks.push(
          s("circle.dead", { cx: x(c.turn), cy: y + ROW / 2, r: 5 }),
          s("text.before", { x: x(c.turn) + 10, y: y + 17.5, class: "start" }, WORDS[c.what] ?? c.what),
        );
    const words = `${title(desk, r)}, ${nationName(r.nation)}: ${r.story.map((/** @type {any} */ c) => `${WORDS[c.what] ?? c.what} ${c.what === "opening" ? "" : date(c.turn)}`).join(", ")}`;
    const pick = () => {
      desk.own.formation = on ? null : r.name;
      desk.subject = null;
      desk.changed();
    };
    const icon = chit(u, 20);
    icon.setAttribute("x", "6");
    icon.setAttribute("y", String(y + 3));
    icon.setAttribute("role", "presentation");
    icon.removeAttribute("aria-label");
    art.push(
      s(
        "g.row",
        {
          role: "button",
          tabindex: 0,
          "aria-pressed": String(on),
          "aria-label": words,
          "data-key": `row-${r.name}`,
          onclick: pick,
          onkeydown: (/** @type {KeyboardEvent} */ e) => rowKey(e, pick),
        },
        s("rect.back", { x: 0, y, width: W, height: ROW, class: on ? "on" : "" }),
        icon,
        s("text.name", { x: 34, y: y + 17.5 }, title(desk, r).slice(0, 30)),
        s("text.nation", { x: L - 12, y: y + 17.5 }, r.nation),
        marks,
      ),
    );
  });
  const at = looked(desk),
    mid = (x(at) + x(at + 1)) / 2;
  art.push(
    s("line.hand", { x1: mid, x2: mid, y1: 2, y2: tall }),
    s("rect.flag", { x: mid - 28, y: 1, width: 56, height: 18, rx: 9 }),
    s("text.flag", { x: mid, y: 14 }, date(at)),
  );
  return s("svg", { viewBox: `0 0 ${W} ${tall + 4}`, role: "group", "aria-label": `${rows.length} formations` }, art);
}

/** @param {KeyboardEvent} e @param {() => void} pick */
function rowKey(e, pick) {
  if (e.key === "Enter" || e.key === " ") {
    e.preventDefault();
    pick();
  }
  if (e.key === "ArrowDown" || e.key === "ArrowUp") {
    e.preventDefault();
    const row = /** @type {Element} */ (e.currentTarget),
      next = e.key === "ArrowDown" ? row.nextElementSibling : row.previousElementSibling;
    if (next instanceof SVGElement) next.focus();
  }
}

/** @param {Desk} desk */
export function formationPanel(desk) {
  const all = desk.see("formations"),
    r = all?.find((/** @type {any} */ one) => one.name === desk.own.formation);
  return r ? story(desk, r) : soon(desk);
}

/** @param {Desk} desk @param {any} r */
function story(desk, r) {
  const { turns } = desk.own.calendar,
    { units } = desk.own,
    first = turns[0].n,
    state = desk.table.units;
  const now = r.units.map((/** @type {number} */ u) => units[u]).map((/** @type {any} */ u) => [u, state[u.id]]);
  return [
    h(
      "div.dk-row.nowrap",
      null,
      chit(units[r.units[0]], 58),
      h(
        "div",
        null,
        h("h2", null, title(desk, r)),
        h(
          "span.muted",
          null,
          `${nationName(r.nation)}, ${r.units.length} ${r.units.length === 1 ? "counter" : "counters"}${units[r.units[0]].provenance === "reconstruction" ? ", parts reconstructed" : ""}`,
        ),
      ),
    ),
    h("h3", null, "Comings and goings"),
    grid(
      [],
      r.story.map((/** @type {any} */ c) => [
        c.what === "opening" ? "start" : nice(turns[c.turn - first]?.date ?? turns[0].date),
        h("span", { class: c.what === "leaves" ? "bad" : "" }, WORDS[c.what] ?? c.what, c.count > 1 ? ` (${c.count})` : ""),
        h("span.muted", null, c.where, " ", chip(desk.book, c.clause)),
      ]),
    ),
    r.story.some((/** @type {any} */ c) => c.what === "leaves") &&
      h(
        "div.rh-why",
        null,
        h("b", null, "It leaves wherever it is. "),
        "Pocketed, reduced or dead makes no difference: the counters go, and not to the dead pile ",
        chip(desk.book, "BTR-arrival.note.6"),
        " ",
        chip(desk.book, "BTR-arrival.note.7"),
      ),
    h("h3", null, "Its counters now"),
    h(
      "div.rh-parts",
      null,
      now.map((/** @type {[any, any]} */ [u, at]) =>
        h(
          "div.dk-row.nowrap",
          null,
          chit(u, 36),
          h("span.dk-grow", null, h("b", null, u.formation ? u.label : u.raw), h("br"), h("small.muted", null, u.id)),
          h("span", null, at ? place(at) : "not arrived yet"),
        ),
      ),
    ),
  ];
}

/** @param {any} at */
export const place = (at) =>
  (({
    map: "on the map",
    "air-base": "at an air base",
    dead: "dead pile",
    removed: "out of the game",
    due: "due to arrive",
    "": "not arrived yet",
  })[/** @type {string} */ (at.at)] ?? at.at) + (at.lost ? `, ${at.lost} short` : "");

/** @param {Desk} desk */
function soon(desk) {
  const { turns } = desk.own.calendar,
    { units } = desk.own,
    from = looked(desk);
  const coming = turns
    .filter((/** @type {any} */ t) => t.n > from && t.n <= from + 5)
    .flatMap((/** @type {any} */ t) =>
      t.entries
        .filter((/** @type {any} */ e) => e.kind === "arrive")
        .flatMap((/** @type {any} */ e) =>
          (e.units ?? [])
            .filter(
              (/** @type {number} */ u, /** @type {number} */ k) =>
                units[u].size === "division" ||
                units[u].category === "hq" ||
                (units[u].formation &&
                  e.units.findIndex((/** @type {number} */ o) => units[o].formation === units[u].formation) === k),
            )
            .map((/** @type {number} */ u) => [t, e, units[u]]),
        ),
    );
  return [
    h("h2", null, "Arrivals within five turns"),
    h("p.muted", null, "Divisions, headquarters and formations. Choose a row for its whole story."),
    coming.map((/** @type {any[]} */ [t, e, u]) =>
      h(
        "div.dk-row.nowrap.rh-soon",
        null,
        chit(u, 38),
        h(
          "span.dk-grow",
          null,
          h("b", null, title(desk, { units: [units.indexOf(u)] })),
          h("br"),
          h("small.muted", null, (e.places ?? []).join(" or ")),
        ),
        h("span", null, nice(t.date)),
      ),
    ),
    !coming.length && h("p.muted", null, "No counter."),
  ];
}

/** Formations and counters by any of their names. @param {string[]} words @param {Desk} desk */
export function findUnits(words, desk) {
  const seen = new Set(),
    found = [];
  for (const [k, u] of desk.own.units.entries()) {
    const name = u.formation || u.id;
    if (
      seen.has(name) ||
      !words.every((w) => `${u.id} ${u.raw} ${title(desk, { units: [k] })} ${nationName(u.nation)}`.toLowerCase().includes(w))
    )
      continue;
    seen.add(name);
    found.push({
      words: title(desk, { units: [k] }),
      note: `${nationName(u.nation)}, ${desk.table.units[u.id] ? place(desk.table.units[u.id]) : "not arrived yet"}`,
      go: () => {
        desk.own.formation = name;
        desk.own.sift = { words: "", nation: "", kind: "", map: "" };
        desk.go("formations");
      },
    });
  }
  const first = (/** @type {any} */ o) => Number(!o.words.toLowerCase().split(/[\s-]/).includes(words[0])); // whole words before parts of words
  return found.sort((a, b) => first(a) - first(b));
}
