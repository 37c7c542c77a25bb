// @ts-check
// Orders for a player turn of the resolver: what each lane does, who follows, where the artillery fires, who waits at the edge.
import { h } from "../../dom.js";
import { chip } from "../../marks.js";
import { concession } from "./concede.js";

/** @typedef {import("../frame.js").Desk} Desk */

const POSTURES = /** @type {[string, string][]} */ ([
  ["attack", "Attack"],
  ["hold", "Hold"],
  ["fall_back", "Fall back"],
  ["auto", "Automatic"],
]);
const VERBS = /^(posture|follow|aim|wait) /;

/** Whether it is orders of the resolver that are due. @param {Desk} desk */
export const ordering = (desk) => desk.model.mine && desk.model.actions.some((a) => VERBS.test(a));

/** A row of buttons of which one holds; what is not open now cannot be pressed. @param {Desk} desk @param {string} label @param {{order: string, words: string, on: boolean}[]} ways */
const choice = (desk, label, ways) =>
  h(
    "div.phd-seg",
    { role: "group", "aria-label": label },
    ways.map((w) =>
      h(
        "button",
        {
          type: "button",
          "aria-pressed": String(w.on),
          "data-key": `do ${w.order}`,
          disabled: !w.on && !desk.model.actions.includes(w.order),
          onclick: () => {
            if (!w.on) void desk.send(w.order);
          },
        },
        w.words,
      ),
    ),
  );

/** @param {Desk} desk */
export function lanesPanel(desk) {
  const page = desk.see("lanes") ?? desk.own.lanes;
  if (!page) return h("h2", null, desk.decision);
  desk.own.lanes = page;
  const line = (/** @type {number} */ row) => (row ? `row ${row}` : "no line");
  const waits = page.groups.filter((/** @type {any} */ g) => desk.model.actions.includes(`wait ${g.id}`));
  return [
    h(
      "div.dk-row",
      null,
      h("h2.dk-grow", null, `Orders, turn ${page.turn}`),
      chip(desk.book, "PHD-Z0"),
      " ",
      chip(desk.book, "PHD-Z9"),
    ),
    h(
      "p.muted",
      null,
      "Choose for each lane and each artillery module, then end the orders: the dice play the player turn. Automatic attacks where the odds allow.",
    ),
    h(
      "div.dk-row",
      null,
      h(
        "button.primary",
        { type: "button", "data-key": "do done", onclick: () => void desk.send("done") },
        "End orders: play this player turn",
      ),
      concession(desk),
    ),
    h(
      "div.phd-lanes",
      null,
      page.lanes.map((/** @type {any} */ l) =>
        h(
          "section.phd-lane",
          { "aria-label": l.id },
          h(
            "div.dk-row",
            null,
            h("b.dk-grow", null, `Lane ${l.id.slice(1)}, columns ${l.columns}`),
            h("span.muted", null, `US ${line(l.us)} · German ${line(l.german)}`),
          ),
          choice(
            desk,
            `Posture of lane ${l.id.slice(1)}`,
            POSTURES.map(([how, words]) => ({ order: `posture ${l.id}.${how}`, words, on: l.posture === how })),
          ),
          choice(desk, `Units behind the line of lane ${l.id.slice(1)}`, [
            { order: `follow ${l.id}.closes_up`, words: "Units behind close up", on: l.follow === true },
            { order: `follow ${l.id}.stays_back`, words: "Units behind stay back", on: l.follow === false },
          ]),
        ),
      ),
    ),
    page.modules.length > 0 && [
      h("h3", null, "Artillery ", chip(desk.book, "PHD-Z4")),
      page.modules.map((/** @type {any} */ m) =>
        h(
          "section.phd-lane",
          { "aria-label": m.id },
          h("b", null, `${m.size} OBA, ${m.strength || "ammunition not known"}`),
          choice(
            desk,
            `Lane of ${m.id}`,
            page.lanes.map((/** @type {any} */ l) => ({
              order: `aim ${m.id}.${l.id}`,
              words: `lane ${l.id.slice(1)}`,
              on: m.lane === l.id,
            })),
          ),
        ),
      ),
    ],
    waits.length > 0 && [
      h("h3", null, "At the edge, about to enter ", chip(desk.book, "PHD-R18")),
      h(
        "div.dk-row",
        null,
        waits.map((/** @type {any} */ g) =>
          h(
            "button",
            { type: "button", "data-key": `do wait ${g.id}`, onclick: () => void desk.send(`wait ${g.id}`) },
            `${g.unit} (group ${g.number}) waits`,
          ),
        ),
      ),
    ],
  ];
}
