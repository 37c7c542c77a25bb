// @ts-check
// Beside the ledger of a turn: the step that is due or chosen, with the tables that led to it and what can be done.
import { h } from "../../dom.js";
import { chip } from "../../marks.js";
import { orders } from "../orders.js";
import { bars, grid, ledger as sum, percent, signed } from "../parts.js";
import { endArrivals, leftBehind } from "./arrivals.js";
import { weatherBar } from "./calendar.js";
import { nice } from "./dates.js";
import { telling } from "./ports.js";
import { order } from "./rebuild.js";
import { rollBox } from "./rolls.js";
import { spending } from "./spending.js";
import { WHO, goOn, roll } from "./turn.js";
import { call, chit } from "./units.js";

/** @typedef {import("../frame.js").Desk} Desk */

/** @param {Desk} desk */
export function turnPanel(desk) {
  const led = desk.own.ledger,
    step = desk.own.step ?? stepOf(led.stage),
    who = /us$/.test(step) ? "us" : "cw";
  return [
    desk.own.step && desk.own.step !== stepOf(led.stage)
      ? h(
          "p",
          null,
          h(
            "button.quiet",
            {
              type: "button",
              onclick: () => {
                desk.own.step = null;
                desk.changed();
              },
            },
            "Back to what is due",
          ),
        )
      : null,
    /^supply/.test(step)
      ? supplyPanel(desk, who)
      : step === "weather"
        ? [led.effects.movement_column ? effects(desk) : [typed(desk) ?? orders(desk)], ahead(desk)]
        : step === "replacements" && (desk.own.step || !desk.model.mine)
          ? replacementChart(desk)
          : step === "arrivals"
            ? arrivals(desk)
            : step === "situation" && led.stage === "situation"
              ? situation(desk)
              : step === "rebuild"
                ? [
                    order(desk),
                    h(
                      "p",
                      null,
                      h(
                        "button",
                        { type: "button", "data-key": "open-shop", onclick: () => desk.go("rebuild") },
                        "Open the rebuild shop",
                      ),
                    ),
                  ]
                : step === "play" && desk.model.mine && desk.model.actions.includes("losses")
                  ? spending(desk)
                  : [asked(desk), typed(desk) ?? choices(desk)],
    rollBox(desk),
    carried(desk),
  ];
}

/** @param {string} stage */
const stepOf = (stage) =>
  /^(ground|flight|initiative|first)/.test(stage)
    ? "weather"
    : /^supply/.test(stage)
      ? stage.replace(" ", "-")
      : /^replacements/.test(stage)
        ? "replacements"
        : ({
            situation: "situation",
            chart: "chart",
            arrivals: "arrivals",
            rebuilding: "rebuild",
            shipping: "shipping",
            play: "play",
          }[stage] ?? stage);

/** @param {Desk} desk */
function situation(desk) {
  return h(
    "section.dk-orders",
    null,
    h(
      "p.muted",
      null,
      "Enter what changed on your map since the last turn. In most turns there is no change: end the step. ",
      chip(desk.book, "BTR-game.1_11.ports"),
    ),
    goOn(desk),
    telling(desk),
  );
}

/** What can be done in the step, and below it the button that ends it. @param {Desk} desk */
function choices(desk) {
  const { mine, actions } = desk.model;
  if (!mine || actions.length < 2 || !actions.includes("done")) return orders(desk);
  return [orders(desk, { only: (a) => a !== "done" }), h("section.dk-orders", null, goOn(desk))];
}

/** A condition the map has to answer. @param {Desk} desk */
function asked(desk) {
  const q = desk.own.ledger.question;
  return (
    q &&
    h(
      "div.rh-why",
      null,
      h(
        "div.dk-row.nowrap",
        null,
        chit(desk.own.units[q.unit], 44),
        h(
          "div",
          null,
          h("b", null, call(desk.own.units[q.unit])),
          h("br"),
          q.place ? `to ${q.place.replaceAll("-", " ")}` : "a step by Misc",
        ),
      ),
      h("p", null, q.words[0].toUpperCase() + q.words.slice(1)),
    )
  );
}

/** Two dice thrown on a real table: the sum. @param {Desk} desk */
function typed(desk) {
  const sums = desk.model.actions.filter((a) => /^roll \d+$/.test(a));
  if (!desk.model.mine || sums.length < 7) return null;
  return h(
    "section.dk-orders",
    null,
    h("p", null, "Roll two dice and click their sum."),
    h(
      "div.rh-sums",
      null,
      sums
        .map((a) => Number(a.slice(5)))
        .sort((a, b) => a - b)
        .map((n) => h("button", { type: "button", "data-key": `roll-${n}`, onclick: () => void desk.send(`roll ${n}`) }, n)),
    ),
  );
}

/** @param {Desk} desk @param {"us" | "cw"} who */
function supplyPanel(desk, who) {
  const s = desk.own.ledger.supply[who],
    past = desk.own.past[desk.own.ledger.turn] ?? {},
    got = past[who],
    rolled = past[`${who}_dice`];
  if (!s) return h("p", null, "This nation has no supply roll in this campaign.");
  const parts = [
    { amount: s.status, words: "status of the date", clause: s.status_clause },
    ...s.shifts.map((/** @type {any} */ m) => ({ amount: signed(m.amount), words: m.because, clause: m.clause })),
    { amount: s.shown, words: "column, shifts down before up", clause: "BTR-supply.order", total: true },
  ];
  const band = rolled ? s.bands.findIndex((/** @type {any} */ b) => b.low <= rolled && rolled <= b.high) : -1;
  if (rolled)
    parts.push({
      amount: rolled,
      words: `dice, band ${s.bands[band].low}–${s.bands[band].high}`,
      clause: "BTR-supply.roll",
      total: true,
    });
  return [
    h(
      "div.dk-row",
      null,
      h("h2.dk-grow", null, `${WHO[who]} supply${got !== undefined ? `: ${got} SP` : ""}`),
      rolled && roll(rolled, false, who === "us" ? "tone-a" : "tone-b"),
    ),
    h("p.muted", null, rolled ? "How the table was read" : "How the table will be read"),
    sum(desk.book, parts),
    table(s, band),
    !rolled && [
      h("h3", null, `What two dice may bring, ${s.mean.toFixed(1)} SP on average`),
      bars(
        Object.entries(s.outcomes).map(([sp, p]) => ({ name: `${sp} SP`, chance: Number(p) })),
        "Supply points",
      ),
      typed(desk) ?? goOn(desk),
    ],
  ];
}

/** @param {any} s @param {number} band */
function table(s, band) {
  const at = s.column - s.low;
  return h(
    "table.rh-table",
    { "aria-label": "Supply table" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("th", null, h("span.sr", null, "dice")),
        s.bands[0].sp.map((/** @type {number} */ _, /** @type {number} */ k) =>
          h("th", { scope: "col", class: k === at ? "c" : "" }, k + s.low === 13 ? "13+" : k + s.low),
        ),
      ),
    ),
    h(
      "tbody",
      null,
      s.bands.map((/** @type {any} */ b, /** @type {number} */ r) =>
        h(
          "tr",
          null,
          h("th", { scope: "row", class: r === band ? "r" : "" }, `${b.low}–${b.high}`),
          b.sp.map((/** @type {number} */ n, /** @type {number} */ k) =>
            h("td", { class: r === band && k === at ? "hit" : k === at ? "c" : r === band ? "r" : "" }, n),
          ),
        ),
      ),
    ),
  );
}

/** @param {Desk} desk */
function effects(desk) {
  const e = desk.own.ledger.effects,
    say = (/** @type {any} */ v) => (v === true ? "yes" : v === false ? "no" : String(v).replaceAll("_", " "));
  return h(
    "section",
    null,
    h(
      "h2",
      null,
      `${desk.own.ledger.ground[0].toUpperCase()}${desk.own.ledger.ground.slice(1)}, flight ${desk.own.ledger.flight}`,
    ),
    grid(
      ["Effect", ""],
      Object.entries(e).map(([name, v]) => [name.replaceAll("_", " "), h("b", null, say(v))]),
    ),
    h("p", null, chip(desk.book, desk.own.calendar.turns.find((/** @type {any} */ t) => t.n === desk.own.ledger.turn).band)),
  );
}

/** The odds of the turns to come. @param {Desk} desk */
function ahead(desk) {
  const { turns, now } = desk.own.calendar,
    next = turns.filter((/** @type {any} */ t) => t.n > now && t.n <= now + 9);
  const say = (/** @type {Record<string, number>} */ odds) =>
    Object.entries(odds)
      .map(([name, p]) => `${name} ${percent(p)}`)
      .join(", ");
  return next.length
    ? h(
        "section",
        null,
        h("h3", null, "Weather odds ahead"),
        h(
          "div.rh-ahead",
          null,
          next.map((/** @type {any} */ t) =>
            h(
              "div",
              { title: `ground ${say(t.ground)}; flight ${say(t.flight)}` },
              h("b", null, nice(t.date)),
              h("span", { role: "img", "aria-label": `ground ${say(t.ground)}` }, weatherBar(t.ground, "w")),
              h("span", { role: "img", "aria-label": `flight ${say(t.flight)}` }, weatherBar(t.flight, "f")),
            ),
          ),
        ),
        h(
          "p.rh-key.static",
          null,
          ["dry", "mud", "snow"].map((g) => h("span", null, h("i", { class: `w-${g}` }), g)),
          ["none", "limited", "normal"].map((g) => h("span", null, h("i", { class: `f-${g}` }), `flight ${g}`)),
        ),
      )
    : null;
}

const RESULTS = /** @type {const} */ (["ftr", "other", "pax", "eq", "misc"]);

/** The replacement table of the date, both nations, with what was rolled. @param {Desk} desk */
function replacementChart(desk) {
  const { turns } = desk.own.calendar,
    n = desk.own.ledger.turn,
    past = desk.own.past[n] ?? {},
    found = desk.told("replacements", { date: turns[n - turns[0].n].date });
  if (!found) return h("p.muted", null, "Loading the table.");
  return [
    h("h2", null, "Replacements"),
    h(
      "p.muted",
      null,
      "Two dice each, American then Commonwealth. ",
      chip(desk.book, "BTR-repl.table"),
      " ",
      chip(desk.book, "BTR-repl.star"),
    ),
    /** @type {("us" | "cw")[]} */ (["us", "cw"]).map((who) => {
      const own = found.nations[who],
        rolled = past[`replacements ${who} dice`];
      return h(
        "section",
        null,
        h("h3", null, `${WHO[who]}${own.modifier ? `, dice +${own.modifier}` : ""}${rolled ? `: rolled ${rolled}` : ""}`),
        h(
          "table.rh-table",
          { "aria-label": `${WHO[who]} replacements` },
          h(
            "thead",
            null,
            h(
              "tr",
              null,
              ["dice", "Ftr", "Other", "Pax", "Eq", "Misc"].map((w) => h("th", { scope: "col" }, w)),
            ),
          ),
          h(
            "tbody",
            null,
            Object.entries(own.rolls).map(([dice, r]) =>
              h(
                "tr",
                null,
                h("th", { scope: "row", class: Number(dice) === rolled ? "r" : "" }, dice),
                RESULTS.map((k) => h("td", { class: Number(dice) === rolled ? "hit" : "" }, /** @type {any} */ (r)[k] || "–")),
              ),
            ),
          ),
        ),
      );
    }),
  ];
}

/** @param {Desk} desk */
function arrivals(desk) {
  const led = desk.own.ledger,
    { actions } = desk.model;
  if (!led.due.length && led.stage !== "arrivals")
    return h("section", null, h("h2", null, "Arrivals"), h("p", null, "No counter is due."));
  return h(
    "section.rh-due",
    null,
    h("h2", null, led.due.length ? `${led.due.length} due` : "All counters have arrived"),
    asked(desk),
    led.question && orders(desk, { write: false }),
    !led.question &&
      h(
        "div.dk-row",
        null,
        actions.includes("all") &&
          h(
            "button",
            { class: led.due.length ? "primary" : "", type: "button", "data-key": "all", onclick: () => void desk.send("all") },
            "Bring on all",
          ),
        actions.includes("done") &&
          h(
            "button",
            { class: led.due.length ? "" : "primary", type: "button", "data-key": "done", onclick: () => endArrivals(desk) },
            desk.words("done"),
          ),
      ),
    !led.question && desk.own.leaving && leftBehind(desk),
    !led.question &&
      led.due.map((/** @type {any} */ d) => {
        const u = desk.own.units[d.unit];
        return h(
          "div.rh-arrival",
          null,
          chit(u, 40),
          h(
            "div",
            null,
            h("b", null, call(u)),
            " ",
            chip(desk.book, d.clause),
            d.late > 0 &&
              h("div.rh-late", null, `Overdue since ${nice(d.since)} (${d.late} ${d.late === 1 ? "turn" : "turns"})`),
            h(
              "div.dk-row",
              null,
              d.places.map((/** @type {string} */ p) =>
                h(
                  "button.dk-pill",
                  {
                    type: "button",
                    disabled: !actions.includes(`arrive ${u.id} ${p}`),
                    "data-key": `arrive-${u.id}-${p}`,
                    onclick: () => void desk.send(`arrive ${u.id} ${p}`),
                  },
                  p.replaceAll("-", " "),
                ),
              ),
            ),
          ),
        );
      }),
    led.stage === "arrivals" && h("p.muted", null, "You may hold arrivals back; they stay due. ", chip(desk.book, "BTR-J.12")),
  );
}

/** @param {Desk} desk */
function carried(desk) {
  const { us, cw } = desk.own.ledger.stock,
    led = desk.own.ledger;
  return h(
    "section",
    null,
    h("h3", null, "Campaign ledger"),
    grid(
      ["", "US, FR", "CW"],
      [
        ["SP at hand", us.words, cw.words],
        ["SP received so far", us.received, cw.received],
        ["SP spent so far", us.spent, cw.spent],
        ["Pax", us.pax, cw.pax],
        ["Eq", us.eq, cw.eq],
      ],
    ),
    h("p.muted", null, `Reserve markers ${led.reserves}, Bridge Check Markers ${led.bridge_markers}.`),
  );
}
