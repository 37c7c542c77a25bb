// @ts-check
// Redeployment: where a unit may go, what the dice can do, and whether two rolls are better than one.
import { h, s } from "../../dom.js";
import { chip } from "../../marks.js";
import { orders } from "../orders.js";
import { percent, signed } from "../parts.js";
import { counter } from "./counters.js";
import { exchange } from "./field.js";
import { mapOf, pieces } from "./map.js";

/** @typedef {import("../frame.js").Desk} Desk */

/** Units that may set out now, from the legal orders. @param {Desk} desk @returns {Map<string, string[]>} unit to hexes */
function ready(desk) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const a of desk.model.actions) {
    const m = /^redeploy (\S+) (\S+)$/.exec(a);
    if (m) found.set(m[1], [...(found.get(m[1]) ?? []), m[2]]);
  }
  return found;
}

/** @param {Desk} desk @param {HTMLElement} main */
export function redeployTab(desk, main) {
  const units = ready(desk),
    goals = units.get(desk.own.unit) ?? [],
    lit = new Map(goals.map((hex) => [hex, "goal"])),
    all = Object.entries(desk.own.ground?.stacks ?? {});
  for (const [hex, here] of all) if (/** @type {any[]} */ (here).some((p) => units.has(p.id))) lit.set(hex, "range");
  const gone = (/** @type {string} */ id) => desk.table.units?.[id]?.exit; // it left the map there, and comes back from there
  for (const id of units.keys()) if (gone(id) && !lit.has(gone(id))) lit.set(gone(id), "range");
  const from =
      all.find(([, here]) => /** @type {any[]} */ (here).some((p) => p.id === desk.own.unit))?.[0] ?? gone(desk.own.unit),
    to = desk.own.goal;
  return mapOf(desk, main, {
    lit,
    grab: (hex) => {
      const found = /** @type {any[]} */ (desk.own.ground?.stacks[hex] ?? []).find((p) => units.has(p.id));
      if (!found) return null;
      desk.own.unit = found.id;
      desk.own.goal = null;
      desk.changed();
      return counter(pieces([found])[0], 48);
    },
    drop: (_, hex) => {
      if (hex && units.get(desk.own.unit)?.includes(hex)) desk.own.goal = hex;
      else if (hex)
        void desk.judge(`redeploy ${desk.own.unit} ${hex}`).then((v) => {
          if (!v.legal) desk.refused({ rulings: v.rulings });
        });
      desk.changed();
    },
    way: from && to && goals.includes(to) ? [from, to] : null,
    click: (hex) => {
      const here = /** @type {any[]} */ (hex ? (desk.own.ground?.stacks[hex] ?? []) : []),
        found = here.find((p) => units.has(p.id));
      if (hex && goals.includes(hex)) desk.own.goal = hex;
      else if (found) {
        desk.own.unit = found.id;
        desk.own.goal = null;
      } else if (hex && desk.own.unit)
        void desk.judge(`redeploy ${desk.own.unit} ${hex}`).then((v) => {
          if (!v.legal) desk.refused({ rulings: v.rulings });
        });
      desk.own.hex = hex;
      desk.changed();
    },
  });
}

/** @param {Desk} desk */
export function redeployPanel(desk) {
  const units = ready(desk);
  if (!units.size) return orders(desk);
  if (!units.has(desk.own.unit)) desk.own.unit = units.keys().next().value;
  const unit = desk.own.unit,
    page = desk.see("redeploy", { unit });
  const pick = h(
    "div.phd-pick",
    { role: "group", "aria-label": "Units that may set out" },
    [...units.keys()].slice(0, 40).map((id) => {
      const p = desk.table.units?.[id];
      return h(
        "button",
        {
          type: "button",
          "aria-pressed": String(id === unit),
          "data-key": `unit-${id}`,
          title: p?.title ?? id,
          onclick: () => {
            desk.own.unit = id;
            desk.own.goal = null;
            desk.own.hex = p?.hex || p?.exit || null;
            if (desk.own.hex) desk.own.chart?.show(desk.own.hex);
            desk.changed();
          },
        },
        p ? counter(pieces([p])[0], 40) : id,
      );
    }),
  );
  if (!page) return pick;
  const goal = units.get(unit)?.includes(desk.own.goal) ? desk.own.goal : null;
  return [
    h("div.dk-row", null, h("h2.dk-grow", null, page.unit.title), chip(desk.book, page.clause)),
    h(
      "p",
      null,
      page.need === "must" ? "It must try to redeploy. " : "It may redeploy. ",
      `Range ${page.range} hexes. `,
      chip(desk.book, "PHD-C5.14.range"),
      " ",
      chip(desk.book, "PHD-R16"),
      page.unit.exit && [
        " ",
        `It left the map by ${page.unit.exit} and redeploys from there alone. `,
        chip(desk.book, "PHD-TM8"),
      ],
    ),
    pick,
    page.no_dice ? h("p", null, "Behind its own FEBA it needs no dice.") : chances(desk, page),
    goal
      ? h(
          "button.primary",
          { type: "button", "data-key": "set-out", onclick: () => void desk.send(`redeploy ${unit} ${goal}`) },
          page.no_dice ? `Move to ${goal}` : `Set out for ${goal}`,
        )
      : h("p.muted", null, `Choose one of ${units.get(unit)?.length ?? 0} lit hexes.`),
    exchange(desk),
    desk.model.actions.includes("done") &&
      h(
        "button",
        { type: "button", "data-key": "redeploy-done", onclick: () => void desk.send("done") },
        "No more to redeploy",
      ),
  ];
}

/** @param {Desk} desk @param {any} page */
function chances(desk, page) {
  const most = Math.max(...page.dice.map((/** @type {any} */ d) => d.chance));
  return [
    h(
      "div.phd-odds",
      null,
      page.odds.map((/** @type {any} */ o) =>
        h(
          "div",
          { title: o.fraction },
          h("span", null, o.result),
          s(
            "svg",
            { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
            s("rect.bg", { width: 100, height: 10, rx: 3 }),
            s("rect", { class: o.kind, width: o.chance * 100, height: 10, rx: 3 }),
          ),
          h("b", null, percent(o.chance)),
        ),
      ),
    ),
    s(
      "svg.phd-curve",
      {
        viewBox: "0 0 330 84",
        role: "img",
        "aria-label": page.dice.map((/** @type {any} */ d) => `${d.roll}: ${d.result}`).join(", "),
      },
      page.dice.map((/** @type {any} */ d, /** @type {number} */ k) => [
        s("rect", {
          class: d.kind,
          x: k * 30 + 1,
          y: 66 - (d.chance / most) * 62,
          width: 27,
          height: (d.chance / most) * 62,
        }),
        s("text", { x: k * 30 + 14.5, y: 80 }, d.roll),
      ]),
    ),
    h("h3", null, `Modifiers, total ${signed(page.total)} `, chip(desk.book, "PHD-C5.14.drm")),
    page.modifiers.length
      ? h(
          "table.dk-tab",
          { "aria-label": "Modifiers" },
          h(
            "tbody",
            null,
            page.modifiers.map((/** @type {any} */ m) =>
              h("tr", null, h("td", null, m.because), h("td.num", null, signed(m.amount))),
            ),
          ),
        )
      : h("p.muted", null, "No modifier."),
    h("p.muted", null, "An Original 2 always gets there. ", chip(desk.book, "PHD-C5.14.note1")),
  ];
}
