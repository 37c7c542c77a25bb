// @ts-check
// The shop: both nations' dead piles with price tags, what is affordable, what must be used now, next turn's chances.
import { h } from "../../dom.js";
import { chip } from "../../marks.js";
import { verdict } from "../orders.js";
import { grid, percent } from "../parts.js";
import { call, chit } from "./units.js";

/** @typedef {import("../frame.js").Desk} Desk */
const POOLS = /** @type {const} */ ([
  ["us", "American and French pool"],
  ["cw", "Commonwealth pool"],
]);

/** @param {Desk} desk */
export function shop(desk) {
  const led = desk.own.ledger;
  return h(
    "div.dk-pad.rh-shop",
    { "data-scroll": "shop" },
    POOLS.map(([pool, title]) => shelf(desk, pool, title)),
    h("div.rh-duo", null, useNow(desk), never(desk)),
    chances(desk, led),
  );
}

/** @param {Desk} desk @param {"us" | "cw"} pool @param {string} name */
function shelf(desk, pool, name) {
  const led = desk.own.ledger,
    stock = led.stock[pool],
    rows = led.dead.filter((/** @type {any} */ d) => d.pool === pool);
  const coins = (/** @type {string} */ word, /** @type {number} */ count) =>
    h(
      "span.rh-coins",
      { role: "img", "aria-label": `${count} ${word}` },
      Array.from({ length: Math.min(count, 8) }, () => h("i", { class: `rh-coin of-${pool}` }, word)),
      count > 8 && h("b", null, `${count}`),
      !count && h("i.rh-coin.none", null, word),
    );
  return h(
    "section.dk-card.rh-shelf",
    null,
    h(
      "header",
      null,
      h("h2", null, name),
      coins("Pax", stock.pax),
      coins("Eq", stock.eq),
      h(
        "span.muted",
        null,
        rows.length
          ? `${rows.length} in the dead pile or short of steps, ${rows.filter((/** @type {any} */ d) => affordable(d, stock)).length} affordable`
          : "No counter can be rebuilt.",
      ),
      h("span.last", null, chip(desk.book, "BTR-repl.users")),
    ),
    h(
      "div.rh-dead",
      null,
      rows.map((/** @type {any} */ d) => tag(desk, d)),
    ),
  );
}

/** @param {any} d @param {any} stock */
const affordable = (d, stock) => !d.why && d.pax <= stock.pax && d.eq <= stock.eq;
/** @param {any} d */
export const priceWords = (d) => [d.pax ? `${d.pax} Pax` : "", d.eq ? `${d.eq} Eq` : ""].filter(Boolean).join(" + ") || "free";

/** What is chosen to be rebuilt, as far as it still can be. @param {Desk} desk @returns {Set<number>} */
function basket(desk) {
  const own = (desk.own.basket ??= new Set()),
    there = new Set(desk.own.ledger.dead.map((/** @type {any} */ d) => d.unit));
  for (const u of own) if (!there.has(u)) own.delete(u);
  return own;
}

/** What is left of a pool when the order is paid. @param {Desk} desk @param {string} pool */
function left(desk, pool) {
  const stock = desk.own.ledger.stock[pool],
    own = desk.own.ledger.dead.filter((/** @type {any} */ d) => d.pool === pool && basket(desk).has(d.unit));
  return {
    pax: stock.pax - own.reduce((/** @type {number} */ n, /** @type {any} */ d) => n + d.pax, 0),
    eq: stock.eq - own.reduce((/** @type {number} */ n, /** @type {any} */ d) => n + d.eq, 0),
  };
}

/** @param {Desk} desk @param {any} d */
function tag(desk, d) {
  const u = desk.own.units[d.unit],
    chosen = basket(desk).has(d.unit),
    rest = left(desk, d.pool),
    short = chosen
      ? []
      : [d.pax > rest.pax && `${d.pax - rest.pax} Pax`, d.eq > rest.eq && `${d.eq - rest.eq} Eq`].filter(Boolean);
  const why = d.why || (short.length ? `${short.join(" and ")} short` : ""),
    can = !why || chosen;
  const click = () => {
    if (chosen) basket(desk).delete(d.unit);
    else if (can) basket(desk).add(d.unit);
    desk.own.priced = d.unit;
    desk.subject = null;
    desk.changed();
  };
  return h(
    "button.rh-tag",
    {
      type: "button",
      class: can ? "" : "no",
      "aria-pressed": String(chosen),
      "data-key": `dead-${u.id}`,
      "aria-label": `${call(u)}, ${d.why || `${priceWords(d)}${d.whole ? "" : " a step"}`}${why ? `, ${why}` : ""}`,
      onclick: click,
    },
    chosen && h("span.in", null, "in the order"),
    d.fresh && !chosen && h("span.rh-fresh", null, "new"),
    chit(u, 58),
    h("b.price", null, d.why ? "not sold" : `${priceWords(d)}${d.whole ? "" : " a step"}`),
    h("span", null, call(u)),
    h(
      "small",
      { class: short.length ? "bad" : "muted" },
      d.lost && !d.dead ? `${d.lost} of ${u.steps} steps lost` : "",
      d.lost && !d.dead && why ? "; " : "",
      why,
    ),
  );
}

/** @param {Desk} desk */
function useNow(desk) {
  const found = desk.model.actions.filter((a) => /^(repair|misc) /.test(a)),
    { units } = desk.own,
    byName = new Map(units.map((/** @type {any} */ u) => [u.id, u]));
  return h(
    "section.dk-card.rh-shelf",
    null,
    h(
      "header",
      null,
      h("h2", null, "Use now or lose"),
      h("span.last", null, chip(desk.book, "BTR-repl.air"), " ", chip(desk.book, "BTR-repl.misc")),
    ),
    found.length
      ? h(
          "div.rh-dead",
          null,
          found.slice(0, 12).map((a) => {
            const u = byName.get(a.split(" ")[1]);
            return h(
              "button",
              { type: "button", "data-key": a, onclick: () => void desk.send(a) },
              u && chit(u, 34),
              desk.words(a),
            );
          }),
        )
      : h("p.muted", null, "Air and Misc results are used when they are rolled."),
  );
}

/** @param {Desk} desk */
function never(desk) {
  const gone = desk.own.ledger.removed.slice(-4).reverse(),
    { units } = desk.own;
  return h(
    "section.dk-card.rh-shelf",
    null,
    h("header", null, h("h2", null, "Never rebuilt"), h("span.last", null, chip(desk.book, "BTR-arrival.note.7"))),
    gone.length
      ? h(
          "div.rh-dead",
          null,
          gone.map((/** @type {number} */ n) =>
            h(
              "div.dk-row.nowrap",
              null,
              chit(units[n], 40),
              h("span", null, h("b", null, call(units[n])), h("br"), h("small.muted", null, "removed by the chart")),
            ),
          ),
        )
      : h("p.muted", null, "Counters that the chart removes do not go to the dead pile. No counter has been removed yet."),
  );
}

/** @param {Desk} desk @param {any} led */
function chances(desk, led) {
  const c = led.chances,
    head = ["", "any Pax", "2 Pax or more", "any Eq", "2 Eq or more", "a fighter", "Misc", "mean Pax", "mean Eq"];
  const row = (/** @type {string} */ name, /** @type {any} */ r) => [
    name,
    ...["pax1", "pax2", "eq1", "eq2", "ftr1", "misc1"].map((k) => percent(r[k])),
    r.pax.toFixed(2),
    r.eq.toFixed(2),
  ];
  return h(
    "section.dk-card.rh-shelf",
    null,
    h(
      "header",
      null,
      h("h2", null, c.title),
      h("span.muted", null, "two dice each"),
      h("span.last", null, chip(desk.book, "BTR-repl.table")),
    ),
    grid(head, [row("American", c.us), row("Commonwealth", c.cw)], "Chances of the replacement roll"),
  );
}

/** @param {Desk} desk */
export function shopPanel(desk) {
  const d = desk.own.ledger.dead.find((/** @type {any} */ one) => one.unit === desk.own.priced);
  return [order(desk), d && price(desk, d), priceList(desk)];
}

/** The order as it stands; nothing is done before the button. @param {Desk} desk */
export function order(desk) {
  const own = desk.own.ledger.dead.filter((/** @type {any} */ d) => basket(desk).has(d.unit)),
    { units, ledger } = desk.own,
    open = ledger.stage === "rebuilding" && desk.model.mine,
    rest = { us: left(desk, "us"), cw: left(desk, "cw") };
  const drop = (/** @type {any} */ d) =>
    h(
      "button.quiet",
      {
        type: "button",
        "aria-label": `Strike ${call(units[d.unit])}`,
        onclick: () => {
          basket(desk).delete(d.unit);
          desk.changed();
        },
      },
      "✕",
    );
  const rows = [
    ...own.map((/** @type {any} */ d) => [
      `${call(units[d.unit])}${d.whole ? "" : ", one step"}`,
      d.pax || "–",
      d.eq || "–",
      drop(d),
    ]),
    .../** @type {const} */ ([
      ["us", "American pool left"],
      ["cw", "Commonwealth pool left"],
    ]).map(([who, words]) => [{ now: words }, rest[who].pax, rest[who].eq, ""]),
  ];
  return h(
    "section",
    null,
    h("h2", null, "The order"),
    h("div.rh-order", null, grid(["", "Pax", "Eq", ""], rows, "The order")),
    !open &&
      h(
        "p.muted",
        null,
        "Rebuilding comes after the replacement rolls; the order waits until then. ",
        chip(desk.book, "BTR-ledger.6"),
      ),
    h(
      "div.dk-row",
      null,
      h(
        "button.primary",
        { type: "button", disabled: !open || !own.length, "data-key": "do-rebuild", onclick: () => void buy(desk, own) },
        own.length ? `Rebuild ${own.length}` : "Rebuild",
      ),
      open &&
        h(
          "button",
          { type: "button", "data-key": "done-rebuild", onclick: () => void desk.send("done") },
          "Done: keep the rest",
        ),
    ),
  );
}

/** @param {Desk} desk @param {any[]} own */
const buy = (desk, own) =>
  desk.sendAll(
    own.map((d) => `rebuild ${desk.own.units[d.unit].id}`),
    (k) => basket(desk).delete(own[k].unit),
  );

/** @param {Desk} desk @param {any} d */
function price(desk, d) {
  const u = desk.own.units[d.unit],
    said = h("div.dk-said", { role: "status" });
  return h(
    "section",
    null,
    h("h3", null, `Cost of ${call(u)} `, chip(desk.book, d.clause)),
    d.why
      ? h("div.dk-refusal", null, h("b", null, `${call(u)} is not rebuilt. `), d.why)
      : h("p", null, `Row “${d.row}”: `, h("b", null, priceWords(d)), d.whole ? " for the counter." : " for each step."),
    h("p.muted", null, desk.book.get("BTR-rebuild.place")?.text ?? "", " ", chip(desk.book, "BTR-rebuild.place")),
    h("button", { type: "button", onclick: () => void verdict(desk, `rebuild ${u.id}`, said) }, "Ask the referee"),
    said,
  );
}

/** @param {Desk} desk */
function priceList(desk) {
  const kept = (desk.own.prices ??= { words: "" }),
    rows = desk.see("prices");
  if (!rows) return h("p.muted", null, "Loading the cost list.");
  const found = rows.filter((/** @type {any} */ r) => r.name.toLowerCase().includes(kept.words.toLowerCase()));
  return h(
    "section",
    null,
    h("h3", null, "Cost list ", chip(desk.book, "BTR-rebuild.re")),
    h("input", {
      type: "text",
      value: kept.words,
      placeholder: `Search ${rows.length} rows`,
      "aria-label": "Search the cost list",
      "data-key": "prices",
      oninput: (/** @type {any} */ e) => {
        kept.words = e.target.value;
        desk.changed();
      },
    }),
    h(
      "div.rh-prices",
      null,
      grid(
        ["", "price", ""],
        found
          .slice(0, 14)
          .map((/** @type {any} */ r) => [
            r.name,
            r.special
              ? h(
                  "span.muted",
                  { title: r.special },
                  r.special.replace("it comes back by the replacement table only", "by the table").replace("it ", ""),
                )
              : h("b", null, priceWords(r)),
            h("span.muted", null, r.per ? `per ${r.per === "re" ? "RE" : r.per}` : ""),
          ]),
      ),
    ),
  );
}
