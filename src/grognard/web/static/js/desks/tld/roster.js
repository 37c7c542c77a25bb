// @ts-check
// The roster: units down, days across, a run for every corps a unit has been in. Only the rows in sight are in the page.
import { h, fill } from "../../dom.js";
import { announce } from "../../marks.js";
import { chit } from "./chits.js";
import { dayNumber, numeral, spell } from "./wording.js";
import { put, select, whereTo } from "./moves.js";
import { mine, staff } from "./staff.js";

/** @typedef {import("../frame.js").Desk} Desk */
/** @typedef {{id: string, name: string, rating: string, heading: boolean, member: boolean, row: string, type: string, nation: string, runs: {from: number, to: number, corps: string, pending: boolean}[]}} Line */

const TALL = 24,
  WIDE = 22,
  DAYS = 87,
  SPARE = 6;
const SIFTS = /** @type {[string, string, (l: Line, r: any) => boolean][]} */ ([
  ["all", "All", () => true],
  ["divisions", "Divisions", (_, r) => r?.kind === "division"],
  ["brigades", "Brigades", (_, r) => r?.kind === "brigade"],
  ["guns", "Artillery", (_, r) => r?.gun],
  ["special", "79th Armoured", (_, r) => r?.special],
  ["changed", "Changed", (l) => l.runs.length > 1 || l.runs.some((r) => r.pending)],
]);

/** @param {Desk} desk @param {HTMLElement} main */
export function roster(desk, main) {
  const data = desk.see("roster", mine(desk)) ?? desk.own.rosterData,
    s = staff(desk),
    own = (desk.own.roster ??= { sift: "all", words: "", day: null });
  if (!data || !s) {
    if (!main.firstChild) fill(main, h("p.dk-pad.muted", null, "The roster is being written out."));
    return undefined;
  }
  desk.own.rosterData = data;
  const there = /** @type {HTMLElement | null} */ (main.querySelector(".tld-roster")),
    box = there ?? frame(desk);
  if (!there) fill(main, box);
  const test = SIFTS.find(([id]) => id === own.sift)?.[2] ?? (() => true),
    words = own.words.toLowerCase();
  own.lines = data.rows.filter(
    (/** @type {Line} */ l) => test(l, s.rows[l.row]) && `${l.name} ${l.id} ${l.rating}`.toLowerCase().includes(words),
  );
  fill(
    /** @type {Element} */ (box.querySelector(".tld-sifts")),
    SIFTS.map(([id, title, of]) =>
      h(
        "button",
        {
          type: "button",
          "aria-pressed": String(own.sift === id),
          "data-key": `sift-${id}`,
          onclick: () => {
            own.sift = id;
            desk.changed();
          },
        },
        title,
        " ",
        h(
          "span.num",
          null,
          data.rows.filter((/** @type {Line} */ l) => of(l, s.rows[l.row]) && (l.heading || !/^(divisions|brigades)$/.test(id)))
            .length,
        ),
      ),
    ),
  );
  fill(
    /** @type {Element} */ (box.querySelector(".tld-key")),
    data.corps.map((/** @type {string} */ c) => h("span", null, h(`i.k-${c}`), numeral(c))),
    h("span", null, h("i.pending"), "written"),
  );
  const grid = /** @type {HTMLElement} */ (box.querySelector(".tld-grid"));
  if (own.scrolled === undefined) {
    own.scrolled = true;
    requestAnimationFrame(() => {
      const columns = Math.floor((grid.clientWidth - leftOf(grid)) / WIDE);
      grid.scrollLeft = Math.max(0, (data.today - Math.min(20, Math.floor(columns / 2))) * WIDE);
    });
  }
  own.draw = () => rows(desk, s, data, grid);
  own.draw();
  return undefined;
}

/** @param {Desk} desk @returns {HTMLElement} */
function frame(desk) {
  const own = desk.own.roster,
    find = h("input", {
      type: "text",
      placeholder: "Find a unit",
      "aria-label": "Find a unit",
      value: own.words,
      "data-key": "roster-find",
      oninput: (/** @type {any} */ e) => {
        own.words = e.target.value;
        desk.changed();
      },
    });
  const grid = h(
    "div.tld-grid",
    {
      role: "grid",
      tabindex: 0,
      "aria-label": "Corps assignments by unit and day",
      onscroll: () => {
        cancelAnimationFrame(own.frame);
        own.frame = requestAnimationFrame(() => own.draw?.());
      },
    },
    h("div.tld-rows"),
  );
  grid.addEventListener("click", (/** @type {MouseEvent} */ e) => pick(desk, e));
  return h(
    "div.tld-roster",
    null,
    h(
      "div.tld-bar",
      null,
      find,
      h("div.tld-sifts", { role: "group", "aria-label": "Rows" }),
      h("div.tld-key", { "aria-hidden": "true" }),
    ),
    grid,
  );
}

const day = (/** @type {number} */ n) => new Date(Date.UTC(1944, 5, 6 + n));
const isoOf = (/** @type {number} */ n) => day(n).toISOString().slice(0, 10);

/** @param {Desk} desk @param {any} s @param {any} data @param {HTMLElement} grid */
function rows(desk, s, data, grid) {
  const own = desk.own.roster,
    lines = /** @type {Line[]} */ (own.lines),
    inner = /** @type {HTMLElement} */ (grid.firstElementChild),
    head = 34;
  const first = Math.max(0, Math.floor((grid.scrollTop - head) / TALL) - SPARE),
    last = Math.min(lines.length, Math.ceil((grid.scrollTop + grid.clientHeight) / TALL) + SPARE);
  grid.setAttribute("aria-rowcount", String(lines.length + 1));
  grid.setAttribute("aria-colcount", String(DAYS + 2));
  inner.style.height = `${head + lines.length * TALL}px`;
  inner.style.setProperty("--days", `${DAYS * WIDE}px`);
  const months = Array.from({ length: DAYS }, (_, n) => n).filter((n) => n === 0 || day(n).getUTCDate() === 1);
  const top = h(
    "div.tld-heads",
    { role: "row", "aria-rowindex": 1 },
    h("span.nm", { role: "columnheader" }, "Unit"),
    h("span.rt", { role: "columnheader" }, "Rating"),
    h(
      "div.days",
      { role: "columnheader", "aria-label": "Days, 6 June to 31 August" },
      months.map((n) => put_(h("b", null, spell(isoOf(n)).split(" ")[1]), n * WIDE)),
      Array.from({ length: DAYS }, (_, n) =>
        put_(h("i", { class: n === data.today ? "today" : "" }, day(n).getUTCDate()), n * WIDE),
      ),
    ),
  );
  const made = lines.slice(first, last).map((line, k) => row(desk, s, data, line, first + k, head));
  const today = h("div.tld-today", { "aria-hidden": "true" });
  today.style.setProperty("--today", `${data.today * WIDE}px`);
  fill(inner, top, made, today);
}

/** How much of the grid the names and ratings take: less on a phone. @param {Element} grid */
const leftOf = (grid) => /** @type {HTMLElement | null} */ (grid.querySelector(".days"))?.offsetLeft ?? 0;

/** @param {HTMLElement} e @param {number} x */
function put_(e, x) {
  e.style.left = `${x}px`;
  return e;
}

/** @param {Desk} desk @param {any} s @param {any} data @param {Line} line @param {number} at @param {number} head */
function row(desk, s, data, line, at, head) {
  const on = desk.own.row === line.row && desk.own.roster.at === line.id;
  const words =
    line.runs
      .map((run) => `${numeral(run.corps)} from ${spell(isoOf(run.from))}${run.pending ? ", written" : ""}`)
      .join("; ") || "in no corps";
  const e = h(
    "div.tld-row",
    {
      role: "row",
      "aria-rowindex": at + 2,
      class: [line.heading ? "heading" : line.member ? "member" : "", on ? "on" : ""].join(" "),
      "data-line": line.id,
      "data-row": line.row,
    },
    h(
      "span.nm",
      { role: "rowheader", title: line.name },
      chit(
        /** @type {any} */ ({
          id: line.id,
          name: line.name,
          kind: line.heading ? (line.rating === "div" ? "division" : "group") : "unit",
          type: line.type,
          nation: line.nation,
          side: s.side,
          rating: line.rating,
          members: Array(Number(line.rating) || 0),
        }),
        s.units,
      ),
      h("span", null, line.name),
    ),
    h("span.rt", { role: "gridcell" }, line.rating),
    h(
      "div.track",
      { role: "gridcell", "aria-label": words },
      line.runs.map((run, k) => bar(run, k)),
      on && desk.own.roster.day !== null && put_(h("div.cursor"), desk.own.roster.day * WIDE),
    ),
  );
  e.style.top = `${head + at * TALL}px`;
  return e;
}

/** @param {Line["runs"][number]} run @param {number} k */
function bar(run, k) {
  const e = h(
    `div.run.k-${run.corps}`,
    { class: [run.pending ? "pending" : "", k ? "change" : ""].join(" ") },
    h("span", null, numeral(run.corps)),
  );
  e.style.left = `${run.from * WIDE}px`;
  e.style.width = `${(run.to - run.from) * WIDE}px`;
  return e;
}

/** @param {Desk} desk @param {MouseEvent} e */
function pick(desk, e) {
  const line = e.target instanceof Element ? /** @type {HTMLElement | null} */ (e.target.closest(".tld-row")) : null;
  if (!line || !staff(desk)?.rows[line.dataset.row ?? ""]) return;
  const track = /** @type {Element} */ (line.querySelector(".track")).getBoundingClientRect(),
    n = Math.floor((e.clientX - track.left) / WIDE);
  take(desk, line.dataset.line ?? "", line.dataset.row ?? "", n >= 0 && n < DAYS ? n : desk.own.roster.day);
}

/** @param {Desk} desk @param {string} id @param {string} rowId @param {number | null} n */
function take(desk, id, rowId, n) {
  Object.assign(desk.own.roster, { at: id, day: n });
  select(desk, rowId);
}

/** Arrows move; a corps key writes from tomorrow on; Delete strikes. @param {Desk} desk @param {KeyboardEvent} e @returns {boolean} */
export function rosterKeys(desk, e) {
  const own = desk.own.roster,
    s = staff(desk),
    data = desk.own.rosterData;
  if (!own?.lines || !s || !data) return false;
  const at = own.lines.findIndex((/** @type {Line} */ l) => l.id === own.at);
  const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[e.key];
  if (step) {
    const line = own.lines[Math.max(0, Math.min(own.lines.length - 1, at + step[0]))],
      n = Math.max(0, Math.min(DAYS - 1, (own.day ?? data.today) + step[1]));
    take(desk, line.id, line.row, n);
    reveal(own.lines.indexOf(line), n);
    announce(`${line.name}, ${spell(isoOf(n))}`);
    return true;
  }
  const corps = s.corps.find((/** @type {any} */ c) => c.key === e.key.toUpperCase());
  if (corps && desk.own.row) {
    void write(desk, s, corps.id);
    return true;
  }
  if (e.key === "Delete" && desk.own.row) {
    const o = s.orders.find((/** @type {any} */ x) => x.who === desk.own.row);
    if (o?.strike) {
      void desk.send(o.strike);
      return true;
    }
  }
  if (e.key.toLowerCase() === "p") {
    desk.go("print");
    return true;
  }
  return false;
}

/** @param {Desk} desk @param {any} s @param {string} corps */
async function write(desk, s, corps) {
  if (desk.own.roster.day !== null && desk.own.roster.day <= dayNumber(s.day))
    announce(`What has been cannot be changed: the order takes effect ${spell(s.bites)}.`);
  await whereTo(desk, desk.own.row);
  await put(desk, desk.own.row, corps, null);
}

/** @param {number} at @param {number} n */
function reveal(at, n) {
  const grid = document.querySelector(".tld-grid");
  if (!grid) return;
  const y = 34 + at * TALL,
    x = n * WIDE,
    wide = grid.clientWidth - leftOf(grid);
  if (y < grid.scrollTop + 34) grid.scrollTop = y - 34;
  else if (y + TALL > grid.scrollTop + grid.clientHeight) grid.scrollTop = y + TALL - grid.clientHeight + 16;
  if (x < grid.scrollLeft) grid.scrollLeft = x - 40;
  else if (x + WIDE > grid.scrollLeft + wide) grid.scrollLeft = x + WIDE - wide + 40;
}
