// @ts-check
// The requisition: one card a Reinforcement Group with price, maxima and what is against it. Secret: it shuts when it is left.
import { h, s } from "../../dom.js";
import { chip, shape, provenance } from "../../marks.js";
import { icon } from "../icons.js";
import { orders } from "../orders.js";
import { ledger } from "../parts.js";
import { counter } from "./counters.js";
import { concession } from "./concede.js";
import { onHex } from "./field.js";

/** @typedef {import("../frame.js").Desk} Desk */

/** @type {Record<string, string>} */
const HOW = {
  on_map: "on-map",
  in_reserve: "reserve",
  reinforcement: "enters",
  on_map_near: "on-map, near",
  enhanced: "enhanced",
  "just so": "buy",
};
/** @type {Record<string, string>} */
const KIND = { I: "squad", HW: "weapon", G: "gun", A: "vehicle", O: "mortar", M: "chit" };

/** On a screen both sides share the order is covered until its owner says it is he who looks. @param {Desk} desk */
export const shared = (desk) => desk.model.sides?.size > 1;

/** @param {Desk} desk */
export function shopTab(desk) {
  if (desk.table.seat === "watch")
    return h("p.dk-empty", null, "Only the player of a side may look at its order. ", chip(desk.book, "PHD-C5.31"));
  const side = desk.side(desk.table.seat);
  if (shared(desk) && desk.own.opened !== desk.table.seat)
    return h(
      "div.phd-curtain",
      null,
      icon("lock", 34),
      h("h2", null, `Only the ${side} player may look`),
      h("p", null, "Both sides play at this screen. The other player, please look away."),
      h(
        "button.primary",
        {
          type: "button",
          "data-key": "open-order",
          onclick: () => {
            desk.own.opened = desk.table.seat;
            desk.changed();
          },
        },
        `I am the ${side} player: show the order`,
      ),
    );
  const page = desk.see("shop") ?? desk.own.shop;
  if (!page) return h("p.dk-empty", null, "");
  desk.own.shop = page;
  desk.own.groups = new Map(page.groups.map((/** @type {any} */ g) => [g.id, g.unit]));
  const open = desk.model.actions.some((a) => a.startsWith("buy "));
  return h(
    "div.dk-pad.phd-shop",
    { "data-scroll": "shop", tabindex: 0, role: "region", "aria-label": "Reinforcement Groups" },
    h(
      "div.phd-secret",
      null,
      icon("lock", 16),
      h("b", null, `Only the ${side} player may look.`),
      h(
        "span",
        null,
        open
          ? "The other side sees only that an order is open."
          : "No order is open now; prices and what is left of each group.",
      ),
      shared(desk) &&
        h(
          "button.quiet",
          {
            type: "button",
            onclick: () => {
              desk.own.opened = null;
              desk.changed();
            },
          },
          "Cover it",
        ),
    ),
    h(
      "div.phd-cards",
      null,
      page.lines.map((/** @type {any} */ line) => card(desk, line, open)),
    ),
  );
}

/** @param {Desk} desk @param {any} line @param {boolean} open */
function card(desk, line, open) {
  const best = line.ways.find((/** @type {any} */ w) => !w.against),
    first = line.ways[0].against;
  return h(
    "article.phd-card",
    { class: [!best && "shut", line.now > 0 && "bought"].filter(Boolean).join(" "), "aria-label": `${line.id} ${line.unit}` },
    counter({ side: desk.table.seat, kind: KIND[line.type] ?? "chit", value: line.id, title: line.unit }, 44),
    h(
      "div.phd-about",
      null,
      h(
        "div.dk-row.nowrap",
        null,
        h("code", null, line.id),
        h("b.dk-grow", null, line.unit, line.number > 1 && line.type !== "M" && h("span.muted", null, ` ×${line.number}`)),
        h("b", null, `${line.price} `, h("small", null, "TP")),
      ),
      h("div.muted", null, line.composition),
      h(
        "div.dk-row",
        null,
        boxes(line),
        h("span.muted", null, `${line.bought}/${line.tm_max} in the mission`),
        provenance(line.provenance) === "recon" && h("span.badge.recon", null, shape("recon"), "reconstruction"),
      ),
    ),
    !best && first && h("p.phd-against", null, "✕ ", first.because, " ", chip(desk.book, first.clause)),
    open &&
      best &&
      h(
        "div.phd-ways",
        { role: "group", "aria-label": `Buy ${line.unit}` },
        line.ways.map((/** @type {any} */ w) =>
          h(
            "button",
            {
              type: "button",
              "data-key": `buy ${w.offer}`,
              "aria-disabled": w.against ? "true" : null,
              class: w.against ? "off" : "",
              title: w.against?.because ?? "",
              onmouseenter: () => look(desk, line, w),
              onfocus: () => look(desk, line, w),
              onclick: () => (w.against ? desk.refused({ rulings: [w.against] }) : void desk.send(`buy ${w.offer}`)),
            },
            HOW[w.how] ?? w.how,
            " ",
            h("b", null, w.price),
          ),
        ),
      ),
  );
}

/** @param {any} line */
const boxes = (line) =>
  s(
    "svg.phd-boxes",
    {
      viewBox: `0 0 ${line.scen_max * 14} 12`,
      width: line.scen_max * 14,
      height: 12,
      role: "img",
      "aria-label": `${line.now} of ${line.scen_max} bought in this scenario`,
    },
    Array.from({ length: line.scen_max }, (_, k) =>
      s("rect", { x: k * 14 + 1, y: 1, width: 10, height: 10, rx: 2, class: k < line.now ? "f" : "" }),
    ),
  );

/** The price of an offer, part by part, in the panel. @param {Desk} desk @param {any} line @param {any} way */
function look(desk, line, way) {
  if (desk.own.looked === way.offer) return;
  desk.own.looked = way.offer;
  desk.own.price = { line, way };
  desk.changed();
}

/** @param {Desk} desk */
export function shopPanel(desk) {
  const page = desk.own.shop,
    price = desk.own.price;
  if (!page || (shared(desk) && desk.own.opened !== desk.table.seat)) return h("p.muted", null, "The order is covered.");
  const spent = page.lines.filter((/** @type {any} */ l) => l.now > 0),
    open = desk.model.actions.some((a) => a.startsWith("buy "));
  return [
    h("div.dk-row", null, h("h2.dk-grow", null, `${desk.side(page.side)} order`), h("b.phd-tp", null, `${page.tp} TP`)),
    spent.length > 0
      ? h(
          "table.dk-tab",
          { "aria-label": "Bought in this scenario" },
          h(
            "tbody",
            null,
            spent.map((/** @type {any} */ l) => h("tr", null, h("td", null, `${l.now} × ${l.unit}`), h("td.num", null, l.id))),
          ),
        )
      : h("p.muted", null, "No group is bought yet."),
    price && [
      h("h3", null, `Cost of one ${price.line.unit}, ${HOW[price.way.how] ?? price.way.how}: ${price.way.price} TP`),
      ledger(
        desk.book,
        price.way.parts.map((/** @type {any} */ p) => ({ amount: p.amount, words: p.because, clause: p.clause })),
      ),
    ],
    open
      ? [
          orders(desk, {
            only: (a) => !a.startsWith("buy ") && a !== "concede" && !onHex(desk, a),
            title: "Also open",
            write: false,
          }),
          concession(desk),
          desk.model.actions.some((a) => onHex(desk, a)) &&
            h(
              "button",
              { type: "button", "data-key": "to-map", onclick: () => desk.go("map") },
              "Pre-registered hexes and trades are chosen on the map",
            ),
        ]
      : orders(desk),
  ];
}
