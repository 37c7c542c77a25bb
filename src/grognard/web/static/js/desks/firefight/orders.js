// @ts-check
// Standing orders of a seat: when a mover is let pass, fired at, or asked about. The server keeps them and acts by them, also
// while this page is closed; the other side sees the same answer as one given by hand.
import { h } from "../../dom.js";

/** @typedef {import("../frame.js").Desk} Desk */
/** @typedef {{do: string, range: number, power: number}} Order */
/** @typedef {{side: Order, units: Record<string, Order>}} Orders */

const FAR = 30; // hexes: beyond every weapon
const ASK = /** @type {Order} */ ({ do: "ask", range: FAR, power: 0 });
const WORDS = /** @type {[string, string][]} */ ([
  ["ask", "ask me"],
  ["fire", "fire at once"],
  ["hold", "hold fire"],
]);

/** Fetches the orders of a seat once; one without any gets the order to be asked where a shot is possible. @param {Desk} desk */
export function fetchOrders(desk) {
  const seat = desk.table.seat;
  if (!seat || seat === "watch" || desk.own.standingOf === seat) return;
  desk.own.standingOf = seat;
  desk.own.standing = null;
  const table = desk.model.seat;
  void desk
    .wait(table.orders().then((found) => (found.orders ? found : table.setOrders({ side: ASK, units: {} }))))
    .then((found) => {
      if (desk.own.standingOf === seat) desk.own.standing = found.orders;
      desk.changed();
    })
    .catch((error) => desk.refused(error));
}

/** Whether the server ends the step for a seat with orders: it is asked only because units may be unseen. @param {Desk} desk */
export const answered = (desk) =>
  Boolean(desk.model.mine && desk.own.standing && desk.table.turn) &&
  /Phase|First Fire|reaction/.test(desk.table.purpose ?? "") &&
  isIdle(desk.model.actions, desk.table.purpose ?? "");

/** Whether there is nothing to do but to give up a "?": that is asked only where units may rout from it. @param {string[]} actions @param {string} purpose */
export const isIdle = (actions, purpose) =>
  actions.includes("done") &&
  actions.every((one) => one === "done" || (one.startsWith("bare ") && !purpose.includes("voluntary break")));

/** Holds at once here, and goes to the server after what was changed before. @param {Desk} desk @param {(now: Orders) => Orders} change */
function write(desk, change) {
  const given = change(desk.own.standing),
    seat = desk.model.seat;
  desk.own.standing = given;
  desk.changed();
  const sent = (desk.own.writing ?? Promise.resolve()).then(() => desk.wait(seat.setOrders(given)));
  desk.own.writing = sent.then(
    (/** @type {any} */ found) => {
      if (desk.own.standing === given) desk.own.standing = found.orders;
      desk.changed();
    },
    (/** @type {any} */ error) => desk.refused(error),
  );
}

/** @param {Desk} desk */
export function standingOrders(desk) {
  const orders = /** @type {Orders | null} */ (desk.own.standing);
  if (!orders) return h("div.dk-pad", null, h("h2", null, "Standing orders"), h("p.muted", null, "Only a player has orders."));
  const own = Object.values(desk.table.units ?? {}).filter(
    (/** @type {any} */ unit) => unit.side === desk.table.seat && unit.kind !== "weapon",
  );
  const side = (/** @type {Partial<Order>} */ part) => write(desk, (now) => ({ ...now, side: { ...now.side, ...part } }));
  return h(
    "div.dk-pad",
    null,
    h("h2", null, "Standing orders"),
    h(
      "p",
      null,
      "After each hex an enemy moves you may fire. You are asked only where an order says so and a shot is possible; ",
      "every other shot is let go. Orders hold at once, and the enemy cannot see them. A hidden unit is never asked about: ",
      "it holds its fire, or fires by its order.",
    ),
    h(
      "table.ff-orders",
      null,
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          ["Who", "Order", "Within hexes", "From FP"].map((w) => h("th", { scope: "col" }, w)),
        ),
      ),
      h(
        "tbody",
        null,
        row("All units", "side", orders.side, side),
        own.map((/** @type {any} */ unit) => {
          const one = (/** @type {Partial<Order>} */ part) =>
            write(desk, (now) => ({
              ...now,
              units: { ...now.units, [unit.id]: { ...(now.units[unit.id] ?? now.side), ...part } },
            }));
          return row(
            unit.hex ? `${unit.label}, ${unit.hex}` : unit.label,
            unit.id,
            orders.units[unit.id] ?? orders.side,
            one,
            unit.id in orders.units,
          );
        }),
      ),
    ),
    Object.keys(orders.units).length > 0 &&
      h(
        "button",
        { type: "button", "data-key": "orders-same", onclick: () => write(desk, (now) => ({ ...now, units: {} })) },
        "The same order for all",
      ),
  );
}

/** @param {string} who @param {string} key @param {Order} order @param {(part: Partial<Order>) => void} give what is changed of it */
function row(who, key, order, give, own = true) {
  const figure = (/** @type {"range" | "power"} */ name, /** @type {number} */ most) =>
    h("input", {
      type: "number",
      min: 0,
      max: most,
      value: order[name],
      disabled: order.do === "hold",
      "data-key": `${key}-${name}`,
      "aria-label": `${who}: ${name === "range" ? "within hexes" : "from firepower"}`,
      onchange: (/** @type {any} */ e) =>
        give({ [name]: Math.max(0, Math.min(most, Math.round(Number(e.target.value) || 0))) }),
    });
  return h(
    "tr",
    { class: own ? "" : "muted" },
    h("th", { scope: "row" }, who),
    h(
      "td",
      null,
      h(
        "select",
        {
          "data-key": `${key}-do`,
          "aria-label": `${who}: order`,
          onchange: (/** @type {any} */ e) => give({ do: e.target.value }),
        },
        WORDS.map(([value, words]) => h("option", { value, selected: value === order.do }, words)),
      ),
    ),
    h("td", null, figure("range", FAR)),
    h("td", null, figure("power", 100)),
  );
}
