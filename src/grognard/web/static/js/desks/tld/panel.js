// @ts-check
// The context panel of the staff desk: the row in hand and where it may go; the orders written today; what is due.
import { h } from "../../dom.js";
import { chip, segments } from "../../marks.js";
import { chit } from "./chits.js";
import { brief, numeral, spell } from "./wording.js";
import { kindOf, put, select, thing, told, whereTo } from "./moves.js";
import { mine, sendAll, staff } from "./staff.js";

/** @typedef {import("../frame.js").Desk} Desk */

/** @param {Desk} desk */
export function panel(desk) {
  const paper = /** @type {any} */ (desk.model).paper;
  const s = staff(desk);
  if (!s) return h("p.muted", null, "…");
  const row = desk.own.row ? thing(desk, desk.own.row) : null;
  return [
    s.set && openSet(desk, s),
    row ? inHand(desk, s, row) : overview(desk, s),
    written(desk, s),
    due(desk, s),
    paper && papers(desk, s),
    keys(s),
  ];
}

/** @param {Desk} desk @param {any} s */
function overview(desk, s) {
  const wrong = s.problems.length;
  return h(
    "section",
    null,
    h("h2.tld-h", null, "The ledger"),
    h(
      "p",
      null,
      s.writable.ok
        ? `Orders written now take effect in the Replacement Phase of ${spell(s.bites)}. `
        : `${s.writable.because} `,
      chip(desk.book, s.writable.clause),
    ),
    wrong
      ? h(
          "div.dk-refusal",
          null,
          h("b", null, "The ledger is out of order."),
          h(
            "ul",
            null,
            s.problems.map((/** @type {any} */ p) => h("li", null, p.because, " ", chip(desk.book, p.clause))),
          ),
        )
      : h("p.good", null, "✓ Legal now, and after all written orders take effect."),
    h("p.muted", null, "Choose a counter to see where it may go, or drag it to a corps."),
    s.writable.ok &&
      !s.set &&
      h("button", { type: "button", "data-key": "propose", onclick: () => void propose(desk) }, "Let the staff propose orders"),
    s.writable.ok &&
      !s.set &&
      !(/** @type {any} */ (desk.model).paper) &&
      h(
        "button",
        { type: "button", "data-key": "together", onclick: () => void desk.send("together") },
        "Write several orders together",
      ),
  );
}

/** Orders that are judged together: those there are, what is against them as a whole. @param {Desk} desk @param {any} s */
function openSet(desk, s) {
  const { set } = s,
    send = (/** @type {string} */ text) => () => void desk.send(text);
  return h(
    "section.tld-set",
    null,
    h("h2.tld-h", null, "Orders written together ", chip(desk.book, "TLD-J.34")),
    set.orders.length + set.out.length
      ? h(
          "table.dk-tab",
          null,
          h(
            "tbody",
            null,
            set.orders.map((/** @type {any} */ o) =>
              h(
                "tr",
                null,
                h("td", null, s.rows[o.who]?.short ?? o.who),
                h("td", null, "→ ", h("b", null, numeral(o.to)), o.for ? ` for ${o.for}` : ""),
                h(
                  "td",
                  null,
                  h(
                    "button.quiet",
                    {
                      type: "button",
                      "aria-label": `Take ${o.who} out of the set`,
                      "data-key": `drop-${o.who}`,
                      onclick: send(o.drop),
                    },
                    "take out",
                  ),
                ),
              ),
            ),
            set.out.map((/** @type {string} */ who) =>
              h("tr", null, h("td", null, who), h("td", { colspan: "2" }, "today's order is canceled")),
            ),
          ),
        )
      : h("p.muted", null, "Choose a counter, or drag it to a corps or an HQ."),
    set.rulings.length > 0 &&
      h(
        "div.dk-refusal",
        null,
        h("b", null, "The set cannot be entered yet."),
        h(
          "ul",
          null,
          set.rulings.map((/** @type {any} */ r) => h("li", null, r.because, " ", chip(desk.book, r.clause))),
        ),
      ),
    h(
      "div.dk-row",
      null,
      h(
        "button.primary",
        { type: "button", "data-key": "set-enter", disabled: !set.ok, onclick: send("enter") },
        "Enter the set",
      ),
      h("button", { type: "button", "data-key": "set-scrap", onclick: send("scrap") }, "Discard the set"),
    ),
  );
}

/** The planner's orders: to be looked at, and written all at once. @param {Desk} desk */
async function propose(desk) {
  const paper = /** @type {any} */ (desk.model).paper,
    plan = await desk.model.seat.desk("plan", mine(desk)).catch((/** @type {any} */ e) => {
      desk.refused(e);
      return null;
    });
  if (!plan) return;
  const all = async () => {
    if (await sendAll(desk, paper ? plan.orders.flatMap((/** @type {any} */ o) => o.orders) : ["staff"])) desk.show(null);
  };
  desk.show(() =>
    h(
      "section.tld-plan",
      null,
      h("h2.tld-h", null, "The staff proposes"),
      plan.orders.length
        ? [
            h("p", null, `${plan.orders.length} orders; they take effect ${spell(plan.bites)}.`),
            h(
              "div.dk-row",
              null,
              h("button.primary", { type: "button", "data-key": "write-all", onclick: () => void all() }, "Write them all"),
              h("button", { type: "button", onclick: () => desk.show(null) }, "No"),
            ),
            h(
              "table.dk-tab",
              null,
              h(
                "tbody",
                null,
                plan.orders.map((/** @type {any} */ o) =>
                  h("tr", null, h("td", null, o.name), h("td", null, "→ ", h("b", null, numeral(o.to)))),
                ),
              ),
            ),
          ]
        : h("p.good", null, "No change: the ledger is legal and every unit that can has an HQ."),
      plan.faults.map((/** @type {any} */ f) => h("p.bad", null, f.because, " ", chip(desk.book, f.clause))),
    ),
  );
}

/** @param {Desk} desk @param {any} s @param {any} row */
function inHand(desk, s, row) {
  const kind = kindOf(desk),
    where = told(desk, row.id, kind);
  if (!where) void whereTo(desk, row.id, kind).catch(() => {});
  const standing = row.corps ? `${numeral(row.corps)} Corps${row.since ? ` since ${spell(row.since)}` : ""}` : "in no corps";
  return h(
    "section",
    null,
    h(
      "div.tld-head",
      null,
      chit(row, s.units),
      h(
        "div",
        null,
        h("h2.tld-h", null, row.name),
        h(
          "span.muted",
          null,
          [
            standing,
            row.next && `to ${numeral(row.next.corps)} on ${spell(row.next.day)}`,
            row.members.length > 1 && `${row.members.length} counters`,
            !row.on_map && (row.arrives ? `arrives ${spell(row.arrives)}` : "not on the map"),
          ]
            .filter(Boolean)
            .join(" · "),
        ),
      ),
      h("button.quiet.icon", { type: "button", "aria-label": "Put it back (Esc)", onclick: () => select(desk, null) }, "✕"),
    ),
    h(
      "h3",
      null,
      kind === "hq" ? "HQs that can supply it" : "Where it may go",
      where && h("span.r", null, `from ${spell(where.bites)}`),
    ),
    where
      ? h(
          "table.dk-tab.tld-where",
          null,
          h(
            "tbody",
            null,
            where.places
              .filter((/** @type {any} */ p) => p.place || row.corps)
              .map((/** @type {any} */ p) => place(desk, row, p, kind)),
          ),
        )
      : h("p.muted", null, "…"),
    where?.leaving.length > 0 && [
      h("h3", null, `If it leaves ${numeral(where.home)} Corps`),
      h(
        "ul.tld-list",
        null,
        where.leaving.map((/** @type {any} */ l) => h("li", null, l.words, " ", chip(desk.book, l.clause))),
      ),
    ],
  );
}

/** @param {Desk} desk @param {any} row @param {any} p @param {import("./moves.js").Kind} kind */
function place(desk, row, p, kind) {
  return h(
    "tr",
    null,
    h("th", { scope: "row" }, numeral(p.place)),
    h(
      "td",
      { class: p.ok ? "good" : "bad" },
      p.stays ? "stays" : p.words,
      " ",
      p.rulings.slice(0, 1).map((/** @type {any} */ r) => chip(desk.book, r.clause)),
    ),
    h(
      "td",
      null,
      !p.stays &&
        h(
          "button",
          {
            type: "button",
            "data-key": `put-${p.place}`,
            class: p.ok ? "" : "quiet",
            "aria-label": `${row.name} to ${numeral(p.place)}${p.ok ? "" : ": why not"}`,
            onclick: () => void put(desk, row.id, p.place ?? "", null, kind),
          },
          p.ok ? "Write" : "Why?",
        ),
    ),
  );
}

/** @param {Desk} desk @param {any} s */
function written(desk, s) {
  return h(
    "section",
    null,
    h("h3", null, "Orders not yet in force", h("span.r", null, s.orders.length)),
    s.orders.length
      ? h(
          "table.dk-tab",
          null,
          h(
            "tbody",
            null,
            s.orders.map((/** @type {any} */ o) =>
              h(
                "tr",
                null,
                h("td", null, s.rows[o.who]?.short ?? o.who),
                h("td", null, `${numeral(o.from)} → `, h("b", null, o.words ?? numeral(o.to))),
                h("td", null, brief(o.effective)),
                h(
                  "td",
                  null,
                  o.strike &&
                    h(
                      "button.quiet",
                      {
                        type: "button",
                        "aria-label": `Strike the order for ${o.who}`,
                        "data-key": `strike-${o.who}`,
                        onclick: () => void desk.send(o.strike),
                      },
                      "Cancel",
                    ),
                ),
              ),
            ),
          ),
        )
      : h("p.muted", null, "No unit."),
  );
}

/** @param {Desk} desk @param {any} s */
function due(desk, s) {
  return (
    s.due.length > 0 &&
    h(
      "section",
      null,
      h("h3", null, "Due dates"),
      h(
        "table.dk-tab",
        null,
        h(
          "tbody",
          null,
          s.due.map((/** @type {any} */ d) =>
            h(
              "tr",
              null,
              h("td", null, brief(d.day)),
              h("td", null, d.words),
              h("td", null, d.met ? h("span.good", null, "met") : chip(desk.book, d.clause)),
            ),
          ),
        ),
      ),
    )
  );
}

/** On paper: whose ledger, saving it, reading one. @param {Desk} desk @param {any} s */
function papers(desk, s) {
  const model = /** @type {any} */ (desk.model),
    read = h("input.hidden", {
      type: "file",
      accept: ".toml,text/plain",
      "aria-label": "A ledger file",
      onchange: async () => {
        const file = read.files?.[0];
        if (file)
          await desk.try("read", async () => {
            const text = await file.text();
            await model.seat.desk("staff", { ledger: text, day: "" });
            model.turn({ text, log: [] });
          });
      },
    });
  return h(
    "section",
    null,
    h("h3", null, "The sheets"),
    h("p.muted", null, "Kept in this browser. Days are turned with ", h("kbd", null, "["), " and ", h("kbd", null, "]"), "."),
    h(
      "div.dk-row",
      null,
      segments(
        "side",
        [
          ["allied", "Allied"],
          ["german", "German"],
        ],
        s.side,
        (v) => {
          model.turn({ side: v, text: "", log: [] });
          desk.own.row = null;
          desk.changed();
        },
        "Whose ledger",
      ),
      h("button", { type: "button", onclick: () => void save(desk) }, "Save"),
      h("button", { type: "button", onclick: () => read.click() }, "Read"),
      h(
        "button.quiet",
        {
          type: "button",
          onclick: () => {
            model.turn({ text: "", log: [] });
            desk.changed();
          },
        },
        "New",
      ),
      read,
    ),
  );
}

/** @param {Desk} desk */
async function save(desk) {
  const model = /** @type {any} */ (desk.model),
    { ledger } = await model.seat.desk("text", {}),
    url = URL.createObjectURL(new Blob([ledger], { type: "text/plain" }));
  h("a", { href: url, download: "longest-day-ledger.toml" }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** @param {any} s */
const keys = (s) =>
  h(
    "p.muted.tld-keys",
    null,
    h("kbd", null, "arrows"),
    " pick a counter, ",
    h("kbd", null, "Enter"),
    " takes it, ",
    h("kbd", null, "M"),
    " then ",
    s.corps.map((/** @type {any} */ c) => [h("kbd", null, c.key), " "]),
    "writes it to that corps, ",
    h("kbd", null, "Esc"),
    " puts it back",
  );
