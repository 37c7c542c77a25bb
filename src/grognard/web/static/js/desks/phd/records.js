// @ts-check
// The records: the roster of the mission, the groups requisitioned, the units; and the four scenario cards.
import { h } from "../../dom.js";
import { chip, provenance, shape } from "../../marks.js";
import { counter } from "./counters.js";
import { pieces } from "./map.js";
import { shared } from "./shop.js";

/** @typedef {import("../frame.js").Desk} Desk */

// a line of the roster, as the program keeps it
const LINE = ["Scenario", "TP at start", "Replenished", "Used", "Left", "SAN", "Scouts", "Initiative", "Bought"];

/** @param {string} head @param {any[]} cells */
const row = (head, cells) =>
  h(
    "tr",
    null,
    h("th", { scope: "row" }, head),
    cells.map((c) => h("td", null, c)),
  );

/** @param {Desk} desk */
export function recordsTab(desk) {
  if (shared(desk) && desk.own.opened !== desk.table.seat && desk.table.seat !== "watch")
    return h(
      "div.phd-curtain",
      null,
      h("h2", null, `Only the ${desk.side(desk.table.seat)} player may look`),
      h(
        "button.primary",
        {
          type: "button",
          onclick: () => {
            desk.own.opened = desk.table.seat;
            desk.changed();
          },
        },
        "Show the records",
      ),
    );
  const page = desk.see("records") ?? desk.own.records;
  if (!page) return h("p.dk-empty", null, "");
  desk.own.records = page;
  const mine = page.units.filter((/** @type {any} */ u) => u.side === page.side),
    theirs = page.units.filter((/** @type {any} */ u) => u.side !== page.side);
  return h(
    "div.dk-pad.phd-records",
    { "data-scroll": "records", tabindex: 0, role: "region", "aria-label": "Records" },
    page.side && [
      h("h2", null, "Campaign roster ", chip(desk.book, "PHD-C1.3")),
      h(
        "table.dk-tab",
        { "aria-label": "Campaign roster" },
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            LINE.map((t) => h("th", { scope: "col" }, t)),
          ),
        ),
        h(
          "tbody",
          null,
          page.roster.length
            ? page.roster.map((/** @type {any[]} */ r) => row(String(r[0]), r.slice(1)))
            : h("tr", null, h("td", { colspan: LINE.length }, "No scenario has been opened by a roll yet.")),
        ),
      ),
      h(
        "p",
        null,
        `${page.tp} TP, ${page.dsp} DSP, SAN ${page.san}; CVP: ${Object.entries(page.cvp)
          .map(([s, n]) => `${desk.side(s)} ${n}`)
          .join(", ")}.`,
      ),
      h("h2", null, "Reinforcement Groups requisitioned ", chip(desk.book, "PHD-C5.31")),
      h(
        "table.dk-tab",
        { "aria-label": "Reinforcement Groups" },
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            ["Group", "Kind", "Scenario", "Comes"].map((t) => h("th", { scope: "col" }, t)),
          ),
        ),
        h(
          "tbody",
          null,
          page.groups.map((/** @type {any} */ g) =>
            row(`${g.number}. ${g.id}`, [g.unit, g.scenario, String(g.how).replaceAll("_", " ")]),
          ),
        ),
      ),
      page.modules.length > 0 &&
        h(
          "p",
          null,
          `OBA modules: ${page.modules.map((/** @type {any} */ m) => (m.phone ? `${m.size} (field phone in ${m.phone})` : m.size)).join(", ")}.`,
        ),
      h(
        "div.dk-row",
        null,
        h("button", { type: "button", onclick: () => void desk.print("roster") }, "Print the roster"),
        h("button", { type: "button", onclick: () => void desk.print("requisition") }, "Print the requisition record"),
      ),
      h("h2", null, `Your units: ${mine.length}`),
      units(mine),
    ],
    theirs.length > 0 && [
      h("h2", null, page.side ? `Enemy units in the open: ${theirs.length}` : `Units in the open: ${theirs.length}`),
      units(theirs),
    ],
  );
}

/** @param {any[]} found */
const units = (found) =>
  h(
    "div.phd-units-list",
    null,
    found.map((u) =>
      h(
        "div.dk-row.nowrap",
        null,
        counter(pieces([u])[0], 42),
        h(
          "span",
          null,
          h("b", null, u.value),
          ` ${u.id}`,
          h("br"),
          h("span.muted", null, [u.hex || "off the map", ...u.gear, ...u.flags].join(", ")),
        ),
      ),
    ),
  );

/** @param {Desk} desk */
export function cardsTab(desk) {
  const cards = desk.see("cards") ?? desk.own.cards;
  if (!cards) return h("p.dk-empty", null, "");
  desk.own.cards = cards;
  return h(
    "div.dk-pad.phd-scenarios",
    { "data-scroll": "cards", tabindex: 0, role: "region", "aria-label": "Scenario cards" },
    cards.map((/** @type {any} */ c) =>
      h(
        "article.dk-card",
        null,
        h("h2", null, `${c.id} ${c.title}`),
        h("p", null, c.intro),
        h(
          "p.muted",
          null,
          `${c.date}; ${c.playable.columns.join(" to ")}, rows ${c.playable.rows.join(" to ")}; ${c.turns} turns; ${desk.side(c.sets_up_first)} sets up first, ${desk.side(c.moves_first)} moves first`,
        ),
        ["german", "us"].map((side) => force(desk, side, c[side])),
        h("h3", null, "Victory"),
        h("p", null, c.victory),
        h("h3", null, "Special rules"),
        h(
          "ul",
          null,
          c.ssr.map((/** @type {string} */ r) => h("li", null, r)),
        ),
        h("p.muted", null, `Balance: German ${c.balance_german}; US ${c.balance_us}.`),
      ),
    ),
  );
}

/** @param {Desk} desk @param {string} side @param {any} force */
const force = (desk, side, force) => [
  h("h3", null, `${desk.side(side)}: ${force.force}`),
  h("p", null, force.setup ?? force.entry ?? "", ` · ELR ${force.elr}, SAN ${force.san}`),
  (force.group ?? []).map((/** @type {any} */ g) =>
    h(
      "p",
      null,
      g.turn ? `turn ${g.turn}: ` : "",
      Object.entries(g.units)
        .map(([u, n]) => `${n} × ${u}`)
        .join(", "),
      g.oba ? `; ${g.oba}` : "",
      " ",
      provenance(g.provenance) === "recon" && h("span.badge.recon", null, shape("recon"), "reconstruction"),
    ),
  ),
];
