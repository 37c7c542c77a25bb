// @ts-check
// This turn's ledger: the strip, then every step in order with how it came about and what it brought.
import { h } from "../../dom.js";
import { chip } from "../../marks.js";
import { icon } from "../icons.js";
import { arrow, dice, signed, token, total } from "../parts.js";
import { weatherBar } from "./calendar.js";
import { endArrivals } from "./arrivals.js";
import { looked, strip } from "./strip.js";
import { chit } from "./units.js";

/** @typedef {import("../frame.js").Desk} Desk */
/** @typedef {{key: string, mark: string, title: string, clause: string, stages: RegExp, mid: any, res?: any}} Row */

const ORDER = [
  /^(ground|flight|initiative|first)/,
  /^situation/,
  /^chart/,
  /^arrivals/,
  /^supply us/,
  /^supply cw/,
  /^replacements/,
  /^rebuilding/,
  /^shipping/,
  /^play/,
];
export const WHO = { us: "American", cw: "Commonwealth" };

/** @param {Desk} desk */
export function turnPage(desk) {
  const { turns } = desk.own.calendar,
    n = looked(desk),
    t = turns[n - turns[0].n],
    now = n === desk.own.calendar.now;
  const at = ORDER.findIndex((test) => test.test(desk.own.ledger.stage)),
    past = desk.own.past[n] ?? {};
  const list = rows(desk, t, past, now),
    state = (/** @type {number} */ k) =>
      !now
        ? n < desk.own.calendar.now
          ? "done"
          : "wait"
        : desk.own.ledger.stage === "over" || k < at
          ? "done"
          : k === at
            ? "now"
            : "wait";
  return h(
    "div.dk-pad.rh-turn",
    { "data-scroll": "turn" },
    strip(desk),
    h(
      "ol.dk-card.rh-steps",
      { "aria-label": "Steps of the turn" },
      list.map((row, k) => line(desk, row, state(ORDER.findIndex((test) => String(test) === String(row.stages))), k)),
    ),
    !now && h("div.dk-looking"),
  );
}

/** @param {Desk} desk @param {Row} row @param {string} state @param {number} _k */
function line(desk, row, state, _k) {
  const chosen = desk.own.step === row.key;
  return h(
    "li.rh-step",
    {
      class: `${state} ${chosen ? "chosen" : ""} ${playedRow(desk) === row.key ? "played" : ""}`,
      "aria-current": state === "now" ? "step" : null,
    },
    h("i", { "aria-hidden": "true" }, state === "done" ? icon("tick", 14) : row.mark),
    h(
      "div.what",
      null,
      h(
        "button.quiet",
        {
          type: "button",
          "data-key": `step-${row.key}`,
          "aria-expanded": String(chosen),
          onclick: () => {
            desk.own.step = chosen ? null : row.key;
            desk.subject = null;
            desk.changed();
          },
        },
        row.title,
        h("span.sr", null, `, ${state === "done" ? "done" : state === "now" ? "to do now" : "later"}`),
      ),
      chip(desk.book, row.clause),
    ),
    h("div.mid", null, row.mid),
    h("div.res", null, state === "now" && !row.res ? goOn(desk) : row.res),
  );
}

const ROW_OF = /** @type {Record<string, string>} */ ({
  weather: "weather",
  port: "situation",
  event: "situation",
  removal: "chart",
  exchange: "chart",
  arrival: "arrivals",
  reinforcement: "arrivals",
  move: "arrivals",
  stock: "arrivals",
  replacement: "replacements",
  replacements: "replacements",
  shipping: "shipping",
  spend: "play",
  loss: "play",
  elimination: "play",
  plan: "play",
});

/** The step that the act shown by a playback belongs to. @param {Desk} desk */
function playedRow(desk) {
  const act = desk.playback?.open ? desk.playback.act : null;
  if (!act) return null;
  return act.kind === "supply"
    ? `supply-${act.figures?.nation ?? (/\.cw/.test(act.clause ?? "") ? "cw" : "us")}`
    : ROW_OF[act.kind];
}

/** The one filled button of the list. @param {Desk} desk */
export function goOn(desk) {
  const { actions, mine } = desk.model;
  if (!mine) return null;
  if (desk.own.ledger.stage === "arrivals" && desk.own.ledger.due.length && actions.includes("all"))
    return h(
      "button.primary",
      { type: "button", "data-key": "go-on", onclick: () => void desk.send("all") },
      "Bring on all",
      h("kbd", null, "G"),
    );
  if (actions.includes("done"))
    return h(
      "button.primary",
      { type: "button", "data-key": "go-on", onclick: () => void desk.send("done") },
      short(desk.words("done")),
      h("kbd", null, "G"),
    );
  return null;
}
const short = (/** @type {string} */ words) => words.split(":")[0];

/** Counters in a row, the first so many. @param {Desk} desk @param {number[]} numbers @param {number} [most] */
function chits(desk, numbers, most = 10) {
  const narrow = matchMedia("(max-width: 760px), (max-height: 560px)").matches,
    show = narrow ? 5 : most;
  return [
    numbers.slice(0, show).map((u) => chit(desk.own.units[u], narrow ? 28 : 36)),
    numbers.length > show && h("span.muted", null, `+${numbers.length - show}`),
  ];
}

/** @param {Desk} desk @param {any} t @param {any} past @param {boolean} now @returns {Row[]} */
function rows(desk, t, past, now) {
  const led = desk.own.ledger,
    of = (/** @type {string[]} */ ...kinds) => t.entries.filter((/** @type {any} */ e) => kinds.includes(e.kind)),
    all = (/** @type {any[]} */ list, /** @type {string} */ key) => list.flatMap((e) => e[key] ?? []);
  const gone = all(of("remove"), "gone"),
    swaps = all(of("exchange"), "swaps"),
    dead = all(of("add_to_dead_pile"), "units"),
    coming = all(of("arrive", "add_to_airfields"), "units"),
    notes = of("note", "reserve_marker");
  const names = new Map(desk.own.units.map((/** @type {any} */ u, /** @type {number} */ k) => [u.id, k])),
    came = (past.came ?? []).map((/** @type {string} */ id) => names.get(id)),
    due = !now
      ? came.length
        ? came
        : coming
      : led.stage === "arrivals"
        ? led.due.map((/** @type {any} */ d) => d.unit)
        : came.length
          ? came
          : coming,
    held = now && !/^(ground|flight|situation|chart|arrivals)/.test(led.stage) ? led.due.length : 0,
    rebuilt = (past.rebuilt ?? []).map((/** @type {string} */ id) => names.get(id));
  return [
    {
      key: "weather",
      mark: "W",
      title: "Weather",
      clause: t.band,
      stages: ORDER[0],
      mid: weather(t, past),
      res:
        now && led.effects.movement_column
          ? h("small", null, led.ground === "mud" ? "status −2" : led.ground === "snow" ? "status −1" : "")
          : "",
    },
    {
      key: "situation",
      mark: "1",
      title: "Notes, ports and events",
      clause: "BTR-ledger.1",
      stages: ORDER[1],
      mid: [
        h(
          "span.rh-note",
          null,
          notes.map((/** @type {any} */ e) => e.text ?? (e.more ?? []).join(", ")).join(" ") ||
            t.note ||
            "No notes for this date.",
        ),
        now &&
          led.ports.some((/** @type {any} */ p) => p.counts) &&
          token("ports", led.ports.filter((/** @type {any} */ p) => p.counts).length),
      ],
    },
    {
      key: "chart",
      mark: "2",
      title: "Removals, exchanges, dead",
      clause: "BTR-ledger.2",
      stages: ORDER[2],
      mid:
        gone.length + swaps.length + dead.length
          ? [
              chits(desk, gone, 4),
              gone.length > 0 && h("span.muted", null, "out"),
              swaps
                .slice(0, 3)
                .map((/** @type {any} */ x) =>
                  h(
                    "span.rh-swap",
                    { title: x.raw },
                    x.old >= 0 && [chit(desk.own.units[x.old], 36), arrow()],
                    chit(desk.own.units[x.new], 36),
                  ),
                ),
              dead.length > 0 && h("span.muted", null, "dead:"),
              chits(desk, dead, 5),
            ]
          : h("span.muted", null, "No counter leaves."),
      res: h(
        "small",
        null,
        of("remove", "exchange", "add_to_dead_pile", "transfer").length
          ? `${of("remove", "exchange", "add_to_dead_pile", "transfer").length} ${of("remove", "exchange", "add_to_dead_pile", "transfer").length === 1 ? "entry" : "entries"}`
          : "",
      ),
    },
    {
      key: "arrivals",
      mark: "3",
      title: "Arrivals",
      clause: "BTR-ledger.3",
      stages: ORDER[3],
      mid: due.length
        ? [chits(desk, due, 10), held > 0 && token("held back", held)]
        : h(
            "span.muted",
            null,
            led.stage === "arrivals" && now && came.length ? "All have been brought on." : "No counter is due.",
          ),
      res:
        led.stage === "arrivals" && now
          ? ""
          : h("small", null, due.length ? `${due.length} ${due.length === 1 ? "counter" : "counters"}` : ""),
    },
    .../** @type {("us" | "cw")[]} */ (["us", "cw"])
      .filter((who) => led.supply[who] || !now)
      .map((who) => supplyRow(desk, t, past, now, who)),
    {
      key: "replacements",
      mark: "5",
      title: "Replacements, two rolls",
      clause: "BTR-repl.table",
      stages: ORDER[6],
      mid: replacements(past),
      res: "",
    },
    {
      key: "rebuild",
      mark: "6",
      title: "Rebuild",
      clause: "BTR-ledger.6",
      stages: ORDER[7],
      mid: rebuilt.length
        ? [chits(desk, rebuilt, 8), h("span.muted", null, "rebuilt")]
        : h(
            "span.muted",
            null,
            now
              ? `${led.dead.length} dead or short of steps · ${led.stock.us.pax + led.stock.cw.pax} Pax and ${led.stock.us.eq + led.stock.cw.eq} Eq in hand`
              : "",
          ),
    },
    {
      key: "shipping",
      mark: "7",
      title: "Rail and sea",
      clause: "BTR-ledger.7",
      stages: ORDER[8],
      mid: h(
        "span",
        null,
        now
          ? `Rail ${led.caps.rail.used} of ${t.rail} SP used, sea ${led.caps.sea.used} of ${t.sea}`
          : `Rail ${t.rail} SP, sea ${t.sea} SP`,
      ),
    },
    {
      key: "play",
      mark: "8",
      title: "Play at the table",
      clause: "BTR-turn.player",
      stages: ORDER[9],
      mid: [
        h("span.muted", null, "SP spent, losses, drops and bridges are entered here."),
        past.spent_us || past.spent_cw ? token("spent", `${(past.spent_us ?? 0) + (past.spent_cw ?? 0)} SP`) : null,
        chits(
          desk,
          (past.fell ?? [])
            .map((/** @type {string} */ id) => names.get(id))
            .filter((/** @type {number} */ u) => !dead.includes(u)),
          4,
        ),
      ],
    },
  ];
}

/** @param {any} t @param {any} past */
function weather(t, past) {
  const known = (/** @type {string} */ fact) =>
    past[fact] && [
      past[`${fact}_dice`] && roll(past[`${fact}_dice`], fact === "ground"),
      past[`${fact}_dice`] && arrow(),
      token(h("b", null, past[fact][0].toUpperCase() + past[fact].slice(1)), fact === "flight" ? "flight" : undefined),
    ];
  if (!past.ground && !past.flight) return h("span.rh-odds", null, weatherBar(t.ground, "w"), weatherBar(t.flight, "f"));
  return [known("ground"), known("flight")];
}

/** A roll: one die as a face, a sum of two as a figure. @param {number} n @param {boolean} [one] @param {string} [tone] */
export const roll = (n, one = false, tone = "") => (one ? dice([n], 28, tone) : total(n, tone));

/** @param {Desk} desk @param {any} t @param {any} past @param {boolean} now @param {"us" | "cw"} who @returns {Row} */
function supplyRow(desk, t, past, now, who) {
  const got = past[who],
    s = desk.own.ledger.supply[who],
    tone = who === "us" ? "tone-a" : "tone-b",
    rolled = past[`supply ${who}`],
    worked = rolled ?? (now && got === undefined ? s : null);
  const parts = worked
    ? [token("status", worked.status), worked.shifts.map((/** @type {any} */ m) => token(m.name, signed(m.amount)))]
    : got === undefined && [token("status", t.status[who])];
  const column = rolled ? rolled.column : worked?.shown;
  return {
    key: `supply-${who}`,
    mark: "4",
    title: `${WHO[who]} supply`,
    clause: `BTR-supply.${who}`,
    stages: who === "us" ? ORDER[4] : ORDER[5],
    mid: [
      parts,
      column && [arrow(), token("column", column)],
      got !== undefined
        ? roll(past[`${who}_dice`], false, tone)
        : h("span.muted", null, `expect ${(now ? s.mean : t.expect[who]).toFixed(1)}`),
    ],
    res: got !== undefined ? h("b", null, `${got} SP`) : "",
  };
}

/** @param {any} past */
function replacements(past) {
  const done = /** @type {("us" | "cw")[]} */ (["us", "cw"]).filter((who) => past[`replacements ${who}`]);
  if (!done.length) return h("span.muted", null, "American, then Commonwealth; air and Misc results are used at once.");
  return done.map((who) =>
    h(
      "span.rh-swap",
      null,
      roll(past[`replacements ${who}`].dice, false, who === "us" ? "tone-a" : "tone-b"),
      h("span", null, past[`replacements ${who}`].result),
    ),
  );
}

/** @param {Desk} desk @param {KeyboardEvent} e */
export function turnKey(desk, e) {
  if (e.key !== "g" && e.key !== "G") return false;
  const { actions } = desk.model,
    next = desk.own.ledger.stage === "arrivals" && desk.own.ledger.due.length && actions.includes("all") ? "all" : "done";
  if (!actions.includes(next)) return false;
  if (next === "done" && desk.own.ledger.stage === "arrivals") endArrivals(desk);
  else void desk.send(next);
  return true;
}
