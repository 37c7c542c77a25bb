// @ts-check
// Close combat before its dice: the attacks that are named, those that can be named at once, and what may answer them.
import { h } from "../../dom.js";
import { ledger, percent, signed } from "../parts.js";

/** @typedef {import("../frame.js").Desk} Desk */

/** @param {Desk} desk */
export function closePanel(desk) {
  const found = desk.model.mine && /attacks|strikes/.test(desk.table.purpose ?? "") && desk.see("close");
  if (!found) return false;
  return h(
    "section.ff-fire",
    { "aria-label": "The close combat" },
    found.ambush && h("p", null, h("b", null, `${desk.side(found.ambush)} ambush`), ": its attack comes first."),
    found.named.length > 0 && [h("h3", null, "Named"), found.named.map((/** @type {any} */ row) => attack(desk, row))],
    found.offers.length > 0 && [
      h("h3", null, "Name at once"),
      found.offers.map((/** @type {any} */ row) =>
        h(
          "button.ff-shot",
          { type: "button", "data-key": `offer ${row.actions.join(",")}`, onclick: () => void desk.sendAll(row.actions) },
          h("b", null, `All on ${row.targets.join(" and ")}`),
          h("span", null, `odds ${row.odds}`),
          h("small", null, sentence(row)),
          row.modifiers.length > 0 &&
            h("small", null, row.modifiers.map((/** @type {any} */ m) => `${m.because} ${signed(m.amount)}`).join(", ")),
        ),
      ),
    ],
    found.answer && [h("h3", null, "If all of them answer"), attack(desk, found.answer)],
    h(
      "small.muted",
      null,
      "Both sides roll before any unit is taken off, unless one ambushes. A leader who comes forth on a 2 is not counted.",
    ),
  );
}

/** @param {any} row */
const sentence = (row) =>
  `${row.results.map((/** @type {any} */ r) => `${r.result} ${percent(r.chance)} (${r.fraction})`).join(", ")}. ` +
  `All below ${row.kill}, one at ${row.kill}, ${signed(row.drm)} on the dice.`;

/** Odds, the number that decides, and the chance of each fate. @param {Desk} desk @param {any} row */
function attack(desk, row) {
  return [
    h(
      "p.ff-answer",
      null,
      h("b", null, `${row.attackers.join(", ")} on ${row.targets.join(", ")}`),
      h("span", null, `odds ${row.odds}`),
    ),
    h("p", null, sentence(row)),
    row.modifiers.length > 0 &&
      ledger(
        desk.book,
        row.modifiers.map((/** @type {any} */ m) => ({ amount: signed(m.amount), words: m.because, clause: m.clause })),
      ),
  ];
}
