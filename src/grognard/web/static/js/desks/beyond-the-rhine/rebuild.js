// @ts-check
// The shop: both nations' dead piles with price tags, what is affordable, what must be used now, next turn's chances.
import { h } from "../../dom.js";
import { chip } from "../../marks.js";
import { orders } from "../orders.js";
import { grid, percent } from "../parts.js";
import { call, chit } from "./units.js";

/** @typedef {import("../frame.js").Desk} Desk */
const POOLS = /** @type {const} */ ([["us", "American and French pool"], ["cw", "Commonwealth pool"]]);

/** @param {Desk} desk */
export function shop(desk) {
  const led = desk.own.ledger, { actions } = desk.model, may = new Set(actions.filter((a) => a.startsWith("rebuild ")).map((a) => a.slice(8)));
  return h("div.dk-pad.rh-shop", { "data-scroll": "shop" }, POOLS.map(([pool, title]) => shelf(desk, pool, title, may)), h("div.rh-duo", null, useNow(desk), never(desk)), chances(desk, led));
}

/** @param {Desk} desk @param {"us" | "cw"} pool @param {string} name @param {Set<string>} may */
function shelf(desk, pool, name, may) {
  const led = desk.own.ledger, stock = led.stock[pool], rows = led.dead.filter((/** @type {any} */ d) => d.pool === pool);
  const coins = (/** @type {string} */ word, /** @type {number} */ count) => h("span.rh-coins", { role: "img", "aria-label": `${count} ${word}` }, Array.from({ length: Math.min(count, 12) }, () => h("i", { class: `rh-coin of-${pool}` }, word)), count > 12 && h("b", null, `${count}`), !count && h("i.rh-coin.none", null, word));
  return h("section.dk-card.rh-shelf", null, h("header", null, h("h2", null, name), coins("Pax", stock.pax), coins("Eq", stock.eq), h("span.muted", null, rows.length ? `${rows.length} in the dead pile or short of steps, ${rows.filter((/** @type {any} */ d) => affordable(d, stock)).length} affordable` : "Nothing to rebuild."), h("span.last", null, chip(desk.book, "BTR-repl.users"))),
    h("div.rh-dead", null, rows.map((/** @type {any} */ d) => tag(desk, d, stock, may))));
}

/** @param {any} d @param {any} stock */
const affordable = (d, stock) => !d.why && d.pax <= stock.pax && d.eq <= stock.eq;
/** @param {any} d */
export const priceWords = (d) => [d.pax ? `${d.pax} Pax` : "", d.eq ? `${d.eq} Eq` : ""].filter(Boolean).join(" + ") || "free";

/** @param {Desk} desk @param {any} d @param {any} stock @param {Set<string>} may */
function tag(desk, d, stock, may) {
  const u = desk.own.units[d.unit], can = may.has(u.id), short = [d.pax > stock.pax && `${d.pax - stock.pax} Pax`, d.eq > stock.eq && `${d.eq - stock.eq} Eq`].filter(Boolean);
  const why = d.why || (short.length ? `${short.join(" and ")} short` : can ? "" : "in the rebuild step");
  return h("button.rh-tag", { type: "button", class: can ? "can" : affordable(d, stock) ? "" : "no", "aria-pressed": String(desk.own.priced === d.unit), "data-key": `dead-${u.id}`, "aria-label": `${call(u)}, ${d.why || priceWords(d)}${d.whole ? "" : " a step"}, ${why}`, onclick: () => { desk.own.priced = desk.own.priced === d.unit ? null : d.unit; desk.subject = null; desk.changed(); } },
    d.fresh && h("span.new", null, "new"), chit(u, 58), h("b.price", null, d.why ? "not sold" : `${priceWords(d)}${d.whole ? "" : " a step"}`), h("span", null, call(u)), h("small", { class: can ? "muted" : why && !d.why ? "bad" : "muted" }, d.lost && !d.dead ? `${d.lost} of ${u.steps} steps lost` : "", d.lost && !d.dead && why ? "; " : "", why));
}

/** @param {Desk} desk */
function useNow(desk) {
  const found = desk.model.actions.filter((a) => /^(repair|misc) /.test(a)), { units } = desk.own, byName = new Map(units.map((/** @type {any} */ u) => [u.id, u]));
  return h("section.dk-card.rh-shelf", null, h("header", null, h("h2", null, "Use now or lose"), h("span.last", null, chip(desk.book, "BTR-repl.air"), " ", chip(desk.book, "BTR-repl.misc"))),
    found.length ? h("div.rh-dead", null, found.slice(0, 12).map((a) => { const u = byName.get(a.split(" ")[1]); return h("button", { type: "button", "data-key": a, onclick: () => void desk.send(a) }, u && chit(u, 34), desk.words(a)); })) : h("p.muted", null, "Air and Misc results are used when they are rolled: nothing waits now."));
}

/** @param {Desk} desk */
function never(desk) {
  const gone = desk.own.ledger.removed.slice(-4).reverse(), { units } = desk.own;
  return h("section.dk-card.rh-shelf", null, h("header", null, h("h2", null, "Never rebuilt"), h("span.last", null, chip(desk.book, "BTR-arrival.note.7"))),
    gone.length ? h("div.rh-dead", null, gone.map((/** @type {number} */ n) => h("div.dk-row.nowrap", null, chit(units[n], 40), h("span", null, h("b", null, call(units[n])), h("br"), h("small.muted", null, "taken away by the chart"))))) : h("p.muted", null, "What the chart takes away does not go to the dead pile. Nothing has been taken away yet."));
}

/** @param {Desk} desk @param {any} led */
function chances(desk, led) {
  const c = led.chances, head = ["", "any Pax", "2 Pax or more", "any Eq", "2 Eq or more", "a fighter", "Misc", "mean Pax", "mean Eq"];
  const row = (/** @type {string} */ name, /** @type {any} */ r) => [name, ...["pax1", "pax2", "eq1", "eq2", "ftr1", "misc1"].map((k) => percent(r[k])), r.pax.toFixed(2), r.eq.toFixed(2)];
  return h("section.dk-card.rh-shelf", null, h("header", null, h("h2", null, c.title), h("span.muted", null, "two dice each"), h("span.last", null, chip(desk.book, "BTR-repl.table"))), grid(head, [row("American", c.us), row("Commonwealth", c.cw)], "Chances of the replacement roll"));
}

/** @param {Desk} desk */
export function shopPanel(desk) {
  const d = desk.own.ledger.dead.find((/** @type {any} */ one) => one.unit === desk.own.priced);
  return d ? price(desk, d) : [buying(desk), priceList(desk)];
}

/** @param {Desk} desk */
function buying(desk) {
  const rebuilds = desk.model.actions.filter((a) => a.startsWith("rebuild "));
  if (!rebuilds.length) return h("section", null, h("h2", null, "Rebuilding"), h("p", null, "The rebuild step comes after the replacement rolls. Prices and what would be affordable are shown at any time. ", chip(desk.book, "BTR-ledger.6")));
  return orders(desk, { only: (a) => a.startsWith("rebuild ") || a === "done", title: "Rebuild", write: false });
}

/** @param {Desk} desk @param {any} d */
function price(desk, d) {
  const u = desk.own.units[d.unit], stock = desk.own.ledger.stock[d.pool], action = `rebuild ${u.id}`, can = desk.model.actions.includes(action), said = h("div.dk-said", { role: "status" });
  return [h("div.dk-row.nowrap", null, chit(u, 58), h("div", null, h("h2", null, call(u)), h("span.muted", null, u.raw))),
    h("h3", null, "Price ", chip(desk.book, d.clause)), d.why ? h("p", null, `It is not rebuilt: ${d.why}.`) : [grid(["", "Pax", "Eq"], [[`row “${d.row}”${d.whole ? "" : ", a step"}`, d.pax, d.eq], ["in the pool", stock.pax, stock.eq], [{ now: "left after it" }, stock.pax - d.pax, stock.eq - d.eq]])],
    !d.why && (d.pax > stock.pax || d.eq > stock.eq) && h("div.dk-refusal", null, h("b", null, `${call(u)} cannot be paid. `), `It costs ${priceWords(d)}; the pool has ${stock.pax} Pax and ${stock.eq} Eq.`),
    h("h3", null, "Where it comes on ", chip(desk.book, "BTR-rebuild.place")), h("p", null, desk.book.get("BTR-rebuild.place")?.text ?? ""),
    h("div.dk-row", null, h("button.primary", { type: "button", disabled: !can, "data-key": "do-rebuild", onclick: () => void desk.send(action) }, `Rebuild for ${priceWords(d)}`), h("button", { type: "button", onclick: async () => { const { verdict } = await import("../orders.js"); void verdict(desk, action, said); } }, "Why not?")), said];
}

/** @param {Desk} desk */
function priceList(desk) {
  const kept = (desk.own.prices ??= { words: "" }), rows = desk.see("prices");
  if (!rows) return h("p.muted", null, "Fetching the price list.");
  const found = rows.filter((/** @type {any} */ r) => r.name.toLowerCase().includes(kept.words.toLowerCase()));
  return h("section", null, h("h3", null, "Price list ", chip(desk.book, "BTR-rebuild.re")), h("input", { type: "text", value: kept.words, placeholder: `Search ${rows.length} rows`, "aria-label": "Search the price list", "data-key": "prices", oninput: (/** @type {any} */ e) => { kept.words = e.target.value; desk.changed(); } }),
    grid(["", "price", ""], found.slice(0, 14).map((/** @type {any} */ r) => [r.name, h("b", null, r.special || priceWords(r)), h("span.muted", null, r.per ? `per ${r.per === "re" ? "RE" : r.per}` : "")])));
}
