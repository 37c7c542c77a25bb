// @ts-check
// Orders that name a hex, given on the map: choose who, see where, click or drag. Whatever the step: set-up, entry, stores,
// redeployment, moves at the table.
import { h } from "../../dom.js";
import { concession } from "./concede.js";
import { announce } from "../../marks.js";
import { orders, refusal } from "../orders.js";
import { dragOut } from "../dragout.js";
import { counter } from "./counters.js";
import { lanesPanel, ordering } from "./lanes.js";
import { mapOf, pieces } from "./map.js";
import { ONE, thing, VERBS, words } from "./action_text.js";

/** @typedef {import("../frame.js").Desk} Desk */

const LATE = ["mark", "snipe"]; // what a scenario is not about comes below what it is about

/** Whether it is done with counters and hexes. @param {Desk} desk */
export const onMap = (desk) => ways(desk).size > 0 || ones(desk).length > 0 || ordering(desk);

/** Whether an order ends with a hex; the groups one buys are called like hexes (M4, O1) and are none. @param {Desk} desk @param {string} action */
export const onHex = (desk, action) =>
  /^(?!buy )\S+ /.test(action) && Boolean(desk.own.hexes?.has(action.split(" ").pop() ?? ""));

/** Who can be sent where: "verb unit" to hexes. @param {Desk} desk @returns {Map<string, string[]>} */
export function ways(desk) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const action of desk.model.actions) {
    const parts = action.split(" "),
      hex = parts[parts.length - 1];
    if (!onHex(desk, action)) continue;
    const key = parts.slice(0, -1).join(" ");
    found.set(key, [...(found.get(key) ?? []), hex]);
  }
  return found;
}

/** Orders that name one unit and nothing else. @param {Desk} desk @returns {string[]} */
const ones = (desk) =>
  desk.model.actions.filter((a) => {
    const [verb, id, more] = a.split(" ");
    return verb in ONE && !more && desk.table.units?.[id];
  });

/** Weapons that may change hands: many, and seldom wanted, so they are folded away. @param {Desk} desk */
export function exchange(desk) {
  const found = desk.model.actions.filter((a) => a.startsWith("hand ")),
    kept = (desk.own.hands_open ??= { open: false });
  return (
    found.length > 0 &&
    h(
      "details.phd-hands",
      {
        open: kept.open,
        ontoggle: (/** @type {any} */ e) => {
          kept.open = e.target.open;
        },
      },
      h("summary", null, `Weapons may change hands (${found.length})`),
      orders(desk, { only: (a) => found.includes(a), title: "From one to another of its Location", write: false }),
    )
  );
}

/** The unit of a key, if it is one on the table. @param {Desk} desk @param {string} key */
const unitOf = (desk, key) => desk.table.units?.[key.split(" ")[1] ?? ""];

/** @param {Desk} desk @param {HTMLElement} main */
export function fieldTab(desk, main) {
  const all = ways(desk),
    said = refused(desk);
  if (desk.own.who && !all.has(desk.own.who)) desk.own.who = null;
  for (const [key, hexes] of all) if (hexes.length === desk.model.actions.length && !unitOf(desk, key)) desk.own.who = key; // a hex is all that is asked for
  const goals = desk.own.who ? (all.get(desk.own.who) ?? []) : [],
    lit = new Map(goals.map((hex) => [hex, "goal"]));
  const movable = standing(desk, all);
  for (const hex of [
    ...movable.keys(),
    ...ones(desk)
      .filter((a) => !a.startsWith("report "))
      .map((a) => unitOf(desk, a)?.hex),
  ])
    if (hex && !lit.has(hex)) lit.set(hex, "range");
  if (said) lit.set(said.hex, "no");
  return mapOf(desk, main, {
    lit,
    grab: (hex) => {
      const keys = movable.get(hex);
      return keys ? takeUp(desk, keys.includes(desk.own.who) ? desk.own.who : keys[0]) : null;
    },
    drop: (from, hex) => {
      if (hex !== from) void go(desk, hex);
    },
    click: (hex) => {
      const keys = hex ? movable.get(hex) : null;
      if (hex && goals.includes(hex)) return void go(desk, hex);
      if (keys) desk.own.who = keys[(keys.indexOf(desk.own.who) + 1) % keys.length]; // another click takes the next of a stack
      desk.own.hex = hex;
      desk.own.refused = null;
      desk.changed();
      return undefined;
    },
  });
}

/** Who stands where and can be sent on, the topmost counter of a hex first. @param {Desk} desk @param {Map<string, string[]>} all @returns {Map<string, string[]>} */
function standing(desk, all) {
  /** @type {Map<string, {unit: any, key: string}[]>} */
  const found = new Map();
  for (const key of all.keys()) {
    const unit = unitOf(desk, key);
    if (unit?.hex) found.set(unit.hex, [...(found.get(unit.hex) ?? []), { unit, key }]);
  }
  return new Map(
    [...found].map(([hex, here]) => {
      const order = pieces(here.map((one) => one.unit)).map((p) => /** @type {any} */ (p).id);
      return [hex, here.sort((a, b) => order.indexOf(a.unit.id) - order.indexOf(b.unit.id)).map((one) => one.key)];
    }),
  );
}

/** In hand, as it is to be seen. @param {Desk} desk @param {string} key */
function takeUp(desk, key) {
  const unit = unitOf(desk, key);
  Object.assign(desk.own, { who: key, hex: null, refused: null });
  desk.changed();
  return unit
    ? counter(pieces([unit])[0], 48)
    : h("span.phd-word", null, key.split(" ").slice(1).join(" ").replaceAll("_", " ") || key);
}

/** What was refused last, as long as nothing else has happened. @param {Desk} desk @returns {{hex: string, order: string, verdict: any, seq: number} | null} */
const refused = (desk) => (desk.own.refused?.seq === desk.table.seq ? desk.own.refused : null);

/** Does what was chosen, or says why it cannot be. @param {Desk} desk @param {string | null} hex */
async function go(desk, hex) {
  const { who } = desk.own,
    order = `${who} ${hex}`;
  if (!who || !hex) return desk.changed();
  desk.own.hex = desk.own.refused = null;
  if (ways(desk).get(who)?.includes(hex)) return void (await desk.send(order));
  try {
    const verdict = await desk.wait(desk.judge(order));
    if (verdict.legal) return void (await desk.send(order));
    desk.own.refused = { hex, order, verdict, seq: desk.table.seq };
    announce(`Refused. ${verdict.rulings.map((/** @type {any} */ r) => r.because).join(". ")}`);
    return desk.changed();
  } catch (error) {
    return desk.refused(error);
  }
}

/** @param {Desk} desk */
export function fieldPanel(desk) {
  const all = ways(desk),
    { mine, actions } = desk.model,
    single = ones(desk);
  if (ordering(desk)) return lanesPanel(desk);
  if (!mine || (!all.size && !single.length)) return orders(desk);
  const said = refused(desk),
    verbs = [...new Set([...all.keys()].map((k) => k.split(" ")[0]))].sort((a, b) => LATE.indexOf(a) - LATE.indexOf(b));
  const rest = actions.filter(
    (a) => !onHex(desk, a) && !single.includes(a) && !/^(hand|buy|stock) /.test(a) && a !== "concede",
  );
  const store = prices(desk);
  return [
    said && h("div", { role: "alert" }, refusal(desk, said.order, said.verdict)),
    store && h("div.dk-row", null, h("span.phd-dsp", null, `${store.dsp} DSP`)),
    verbs.map((verb) => [
      h("h3", null, VERBS[verb]?.[0] ?? verb),
      h(
        "div.phd-pick",
        { role: "group", "aria-label": verb, "data-scroll": `pick-${verb}`, tabindex: 0 },
        [...all.keys()].filter((k) => k.split(" ")[0] === verb).map((key) => who(desk, key)),
      ),
    ]),
    all.size > 0 &&
      (desk.own.who
        ? h(
            "p",
            { role: "status" },
            `${all.get(desk.own.who)?.length ?? 0} hexes are legal: click one${unitOf(desk, desk.own.who) ? ", or drag the counter there" : ""}.`,
          )
        : h("p.muted", null, "Drag a counter on the map or from here to its hex. Or click a counter, then a lit hex.")),
    [...new Set(single.map((a) => a.split(" ")[0]))].map((verb) => [
      h("h3", null, ONE[verb]),
      h(
        "div.phd-pick",
        { role: "group", "aria-label": ONE[verb], "data-scroll": `pick-${verb}`, tabindex: 0 },
        single
          .filter((a) => a.startsWith(`${verb} `))
          .map((a) =>
            h(
              "button",
              {
                type: "button",
                "data-key": `do ${a}`,
                title: unitOf(desk, a)?.title ?? a,
                "aria-label": `${words(a, desk)}${unitOf(desk, a)?.hex ? ` in ${unitOf(desk, a)?.hex}` : ""}`,
                onmouseenter: () => show(desk, a),
                onfocus: () => show(desk, a),
                onclick: () => void desk.send(a),
              },
              counter(pieces([unitOf(desk, a)])[0], 40),
              unitOf(desk, a)?.hex && h("small", null, unitOf(desk, a)?.hex),
            ),
          ),
      ),
    ]),
    exchange(desk),
    works(desk, store),
    concession(desk),
    rest.length > 0 &&
      h(
        "div.dk-row",
        null,
        rest
          .slice(0, 12)
          .map((a) =>
            h(
              "button",
              { type: "button", class: a === "done" ? "primary" : "", "data-key": `do ${a}`, onclick: () => void desk.send(a) },
              words(a, desk),
            ),
          ),
      ),
    rest.length > 12 && orders(desk, { only: (a) => rest.includes(a), title: "Further orders", write: false }),
    actions.some((a) => a.startsWith("buy ")) &&
      h(
        "p",
        null,
        h(
          "button",
          { type: "button", "data-key": "to-shop", onclick: () => desk.go("shop") },
          "Groups are bought under Requisition",
        ),
      ),
  ];
}

/** Works to be bought, each with its price, and those that wait for their set-up. @param {Desk} desk @param {any} store */
function works(desk, store) {
  const found = desk.model.actions.filter((a) => a.startsWith("stock "));
  return (
    found.length > 0 && [
      h("h3", null, "Buy works"),
      store?.stock?.length > 0 && h("p.muted", null, `To be set up in C5.39: ${store.stock.map(thing).join("; ")}`),
      h(
        "div.phd-pick",
        { role: "group", "aria-label": "works", "data-scroll": "pick-stock", tabindex: 0 },
        found.map((a) => {
          const name = a.slice("stock ".length);
          return h(
            "button",
            { type: "button", "data-key": `do ${a}`, onclick: () => void desk.send(a) },
            thing(name),
            store?.prices[name] !== undefined && h("span.muted", null, ` · ${store.prices[name]} DSP`),
          );
        }),
      ),
    ]
  );
}

/** Stores and what they cost, when they are bought. @param {Desk} desk */
const prices = (desk) =>
  desk.model.actions.some((a) => /^(stock|hide) /.test(a)) &&
  desk.table.seat !== "watch" &&
  /fortifications/.test(desk.table.purpose ?? "")
    ? (desk.see("shop")?.stores ?? null)
    : null;

/** The map goes to where a unit stands. @param {Desk} desk @param {string} action */
function show(desk, action) {
  const hex = unitOf(desk, action)?.hex;
  if (hex) desk.own.chart?.show(hex);
}

/** The map goes to the lit hexes, unless one is in sight. @param {Desk} desk @param {string[]} goals */
function showGoals({ own: { chart } }, goals) {
  if (chart && goals.length && !goals.some((hex) => chart.sees(hex))) chart.show(goals[Math.floor(goals.length / 2)]);
}

/** @param {Desk} desk @param {string} key */
function who(desk, key) {
  const u = unitOf(desk, key),
    name = key.split(" ").slice(1).join(" ");
  return h(
    "button",
    {
      type: "button",
      onpointerdown: (/** @type {PointerEvent} */ e) =>
        dragOut(
          desk,
          e,
          () => takeUp(desk, key),
          (hex) => void go(desk, hex),
        ),
      "aria-pressed": String(key === desk.own.who),
      "data-key": `who-${key}`,
      title: u?.title ?? name,
      "aria-label": u?.title ?? (name || key),
      onclick: () => {
        desk.own.who = key === desk.own.who ? null : key;
        desk.own.refused = null;
        if (u?.hex) desk.own.chart?.show(u.hex);
        else if (desk.own.who) showGoals(desk, ways(desk).get(key) ?? []);
        desk.changed();
      },
    },
    u
      ? counter(pieces([u])[0], 40)
      : h(
          "span.phd-word",
          null,
          thing(name) || "a lit hex",
          prices(desk)?.prices[name] !== undefined && h("span.muted", null, ` · ${prices(desk).prices[name]} DSP`),
        ),
    u?.hex && key.startsWith("recombine ") && h("small", null, u.hex),
  );
}
