// @ts-check
// The scenarios of a game: cards to choose from, and what is to be known of the one that is chosen.
import { h, fill } from "../dom.js";

/** @param {any} game @param {(scenario: any) => void} chosen */
export function scenarioPart(game, chosen) {
  const detail = h("div.scenario"),
    /** @type {any[]} */ all = game.about.scenarios,
    playable = all.filter((one) => game.scenarios.includes(one.id));
  const choose = (/** @type {string} */ id) => {
    const one = playable.find((other) => other.id === id) ?? playable[0];
    fill(detail, about(game, one, playable.length > 1));
    chosen(one);
  };
  const box = h(
    "section.scenarios",
    null,
    h("h2", null, playable.length > 1 ? "Scenario" : `Scenario: ${playable[0].name}`),
    playable.length > 1 &&
      h(
        "div.cards",
        { role: "radiogroup", "aria-label": "Scenario" },
        playable.map((one, k) => card(one, k === 0, choose)),
      ),
    detail,
    Object.entries(game.refused).map(([id, why]) =>
      refused(
        all.find((one) => one.id === id),
        /** @type {string} */ (why),
      ),
    ),
  );
  return { box, choose };
}

/** @param {any} one @param {boolean} checked @param {(id: string) => void} choose */
function card(one, checked, choose) {
  return h(
    "label.choice",
    null,
    h("input", { type: "radio", name: "scenario", value: one.id, checked, onchange: () => choose(one.id) }),
    h("b", null, one.name),
    h("small", null, one.length),
    one.difficulty > 0 && h("small", null, `difficulty ${one.difficulty} of 5`),
  );
}

/** @param {any} game @param {any} one @param {boolean} named */
function about(game, one, named) {
  const sides = game.sides.map((/** @type {string} */ side) => game.about.sides[side] ?? side).join(" against ");
  const rows = [
    ["Dates", one.dates],
    ["Sides", sides],
    [
      "Length",
      one.length,
      one.decisions && `About ${one.decisions.toLocaleString("en")} decisions (${one.basis}), 20 seconds each`,
    ],
    ["Hidden", one.hidden],
    ["Difficulty", one.difficulty_in_words],
    ["Winner", one.judged ? "" : "Not defined by the rules: the campaign ends with its last turn"],
  ];
  return [
    h("p.lead", null, named && h("b", null, one.name, ". "), one.text),
    h(
      "dl.brief",
      null,
      rows
        .filter(([, words]) => words)
        .map(([term, words, title]) => h("div", { title: title || null }, h("dt", null, term), h("dd", null, words))),
    ),
  ];
}

/** A scenario we know and cannot play. @param {any} one @param {string} why */
const refused = (one, why) =>
  h(
    "details.refused",
    null,
    h("summary", null, `${one?.name ?? "Another scenario"}: not playable here`),
    h("p", null, one?.text),
    h("p.muted", null, why),
  );
