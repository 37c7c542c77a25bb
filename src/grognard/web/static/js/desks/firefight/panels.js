// @ts-check
// The attack before its dice, a hex, and the score.
import { h } from "../../dom.js";
import { counter, ordered } from "./counters.js";
import { words } from "./action_text.js";
import { lookButton } from "./look.js";
import { bars, ledger, percent, signed } from "../parts.js";

/** @typedef {import("../frame.js").Desk} Desk */

/** The attack under way: firepower, column, modifiers with clauses, chances of each result and of each target. @param {Desk} desk */
export function firePanel(desk) {
  if (!/group|who else|burst/.test(desk.table.purpose ?? "") || !desk.model.mine) return false;
  return fireFigures(desk, desk.see("fire"));
}

/** @param {Desk} desk @param {any} found */
export const fireFigures = (desk, found) =>
  Boolean(found?.hex) && [found, ...found.also].map((/** @type {any} */ one) => figures(desk, one));

const LONG = 9; // letters that no longer fit beneath a bar

/** The chance of each result: as bars, or as a list where the names are long. @param {{result: string, chance: number, fraction: string}[]} results */
function chances(results) {
  if (results.every((r) => r.result.length <= LONG))
    return bars(
      results.map((r) => ({ name: r.result, chance: r.chance })),
      "Chances of each result",
    );
  return h(
    "dl.dk-figures",
    { "aria-label": "Chances of each result" },
    results.map((r) => [h("dt", null, r.result), h("dd", null, h("b", null, percent(r.chance)), ` (${r.fraction})`)]),
  );
}

const ROLLS =
  /^(rally|repair|deploy|recover|scrounge|smoke|wp|dig|climb|push|bolt|toss|dispense|mend|speed|unbog|crest|retune)\b/;

/** The decisions that roll at once, with the chance of every result. @param {Desk} desk */
export function rollsPanel(desk) {
  if (!desk.model.mine || !desk.model.actions.some((a) => ROLLS.test(a))) return false;
  const rows = desk.see("rolls")?.rolls ?? [];
  if (!rows.length) return false;
  return h(
    "details.ff-rolls",
    null,
    h("summary", null, "Chances before the dice"),
    rows.map((/** @type {any} */ row) => [h("h3", null, words(row.action, desk)), chances(row.results)]),
  );
}

/** A shot before its dice: the number to hit, modifiers with clauses, chances of each result and of each target. @param {Desk} desk */
export function shotPanel(desk) {
  if (!/\bshot\b/.test(desk.table.purpose ?? "") || !desk.model.mine) return false;
  return shotFigures(desk, desk.see("shot"));
}

/** @param {Desk} desk @param {any} found */
export function shotFigures(desk, found) {
  if (!found?.hex) return false;
  const sum = found.modifiers.reduce((/** @type {number} */ n, /** @type {any} */ m) => n + m.amount, 0);
  return h(
    "section.ff-fire",
    { "aria-label": "The shot" },
    h("h2", null, `${found.weapon} at ${found.hex}`),
    found.check !== null && h("p", null, `The unit finds a Panzerfaust in ${percent(found.check)}.`),
    h(
      "p",
      null,
      h(
        "b",
        null,
        found.hits ? `To hit: ${found.need} or less` : `Below ${found.need} destroys the ${found.foot ? "unit" : "vehicle"}`,
      ),
      `, ${signed(sum)} on the dice`,
      found.concealed && ", concealed",
    ),
    found.hits && h("p", null, `Hit ${percent(found.hits.hit)}, critical hit ${percent(found.hits["critical hit"])}`),
    found.targets.length > 0 && h("h3", null, "What it means for each"),
    found.targets.map(fates),
    h("h3", null, "Chances of each result"),
    chances(found.results),
    h("h3", null, "Modifiers"),
    ledger(desk.book, [
      ...found.modifiers.map((/** @type {any} */ m) => ({ amount: signed(m.amount), words: m.because, clause: m.clause })),
      { amount: signed(sum), words: "added to the dice", clause: null, total: true },
    ]),
  );
}

/** The vehicle on its way: MP, and what the next hexes cost. @param {Desk} desk */
export function drivePanel(desk) {
  if (!/drive/.test(desk.table.purpose ?? "") || !desk.model.mine) return false;
  const found = desk.see("drive");
  if (!found?.vehicle) return false;
  const how = found.reverse ? "in reverse" : found.rolling ? "on its way" : "stopped";
  return h(
    "section.ff-fire",
    { "aria-label": "The vehicle on its way" },
    h("h2", null, `${found.vehicle.label}, ${how}`),
    h(
      "div.dk-row.nowrap",
      null,
      counter(found.vehicle, 56),
      h("p", null, h("b", null, `${found.left} of ${found.mp} MP left`)),
    ),
    found.next.map((/** @type {any} */ one) =>
      h(
        "p",
        null,
        `${one.creep ? "Slowly to" : "To"} ${one.hex}: ${one.mp} MP, ${one.words}`,
        one.bogs > 0 && `; bogs in ${percent(one.bogs)}`,
      ),
    ),
    found.overruns.map((/** @type {any} */ one) => figures(desk, one)),
  );
}

/** One Location under fire. @param {Desk} desk @param {any} found */
function figures(desk, found) {
  const sum = found.modifiers.reduce((/** @type {number} */ n, /** @type {any} */ m) => n + m.amount, 0);
  return h(
    "section.ff-fire",
    { "aria-label": "The attack" },
    h("h2", null, found.mp ? `Overrun ${found.hex}: ${found.mp} MP` : `Fire at ${found.hex}`),
    h(
      "p",
      null,
      h("b", null, `${found.firepower} FP`),
      `, column ${found.column || "none"}${found.concealed ? ", halved against a concealed target" : ""}`,
    ),
    found.targets.length > 0 && h("h3", null, "What it means for each"),
    found.targets.map(fates),
    h("h3", null, "Chances of each result"),
    bars(
      found.results.map((/** @type {any} */ r) => ({ name: r.result, chance: r.chance })),
      "Chances of each result",
    ),
    h("h3", null, "Modifiers"),
    ledger(desk.book, [
      ...found.modifiers.map((/** @type {any} */ m) => ({ amount: signed(m.amount), words: m.because, clause: m.clause })),
      { amount: signed(sum), words: "added to the dice", clause: null, total: true },
    ]),
  );
}

/** One bar of 100 % for a target: what becomes of it, with the exact fractions. @param {any} target */
export function fates(target) {
  const rows = /** @type {[string, any][]} */ (Object.entries(target.fates));
  return h(
    "div.ff-fates",
    null,
    h("b", null, target.unit),
    h(
      "div.ff-bar",
      { "aria-hidden": "true" },
      rows.map(([fate, one]) => {
        const part = h("span", { class: `ff-${fate}`, title: `${fate} ${one.fraction}` }, percent(one.chance));
        part.style.flexGrow = String(one.chance); // the page's policy forbids style attributes
        return part;
      }),
    ),
    h("small", null, rows.map(([fate, one]) => `${fate} ${percent(one.chance)} (${one.fraction})`).join(", ")),
  );
}

/** @param {Desk} desk */
export function hexPanel(desk) {
  const hex = desk.own.hex;
  if (!hex) return h("p.muted", null, "Click a hex to see what stands there.");
  const found = desk.see("hex", { hex });
  if (!found) return h("h2", null, hex);
  const sides = Object.entries(found.sides)
    .map(([kind, all]) => `${kind} ${/** @type {string[]} */ (all).join(", ")}`)
    .join("; ");
  return [
    h("h2", null, hex),
    lookButton(desk, hex),
    h(
      "dl.dk-figures",
      null,
      h("dt", null, "Terrain"),
      h("dd", null, `${found.building ? `${found.building} building` : found.terrain}, level ${found.level}`),
      h("dt", null, "Cover"),
      h("dd", null, signed(found.tem)),
      sides && [h("dt", null, "Hexsides"), h("dd", null, sides)],
      found.advantage.length > 0 && [h("dt", null, "Wall Advantage"), h("dd", null, found.advantage.join(", "))],
      found.zone && [h("dt", null, "At the end"), h("dd", null, "US units here count")],
      found.goal && [h("dt", null, "To be taken"), h("dd", null, `held by the ${found.control} side`)],
    ),
    found.here.length > 0 &&
      h(
        "div.phd-here",
        null,
        ordered(found.here).map((/** @type {any} */ p) =>
          h("div.dk-row.nowrap", null, counter(p, 44), h("span", null, p.title)),
        ),
      ),
  ];
}

/** @param {Desk} desk */
export function score(desk) {
  const found = desk.see("score");
  if (!found) return false;
  if (found.held) return missionScore(desk, found);
  const barred = found.limit ? ` (the US cannot win from ${found.limit} on)` : "";
  return [
    h("h3", null, "Score"),
    h(
      "p",
      null,
      `Turn ${desk.table.turn ?? 0} of ${found.turns}. Points scored: US ${found.points.us}, German ${found.points.german}${barred}.`,
    ),
    found.fausts > 0 && h("p", null, `Panzerfaust shots left to the German side: ${found.fausts}.`),
    found.zone &&
      h("p", null, `US units ${found.zone.words}: ${found.zone.points} points known. ${found.zone.least} win at the end.`),
    !found.zone &&
      h(
        "p",
        null,
        "Buildings: ",
        found.goals.map((/** @type {any} */ g, /** @type {number} */ k) => [
          k > 0 && ", ",
          h("b", null, g.hex),
          g.us ? " US" : " German",
        ]),
      ),
  ];
}

/** A TM Scenario of the mission: no side wins it, the Consolidation Phase follows. @param {Desk} desk @param {any} found */
function missionScore(desk, found) {
  return [
    h("h3", null, "Score"),
    h(
      "p",
      null,
      `TM Scenario ${found.scenario} of 5, turn ${desk.table.turn ?? 0}. From the end of turn 5 on a die may end it. CVP: US ${found.points.us}, German ${found.points.german}.`,
    ),
    h("p", null, `Locations and intersections controlled: US ${found.held.us}, German ${found.held.german}.`),
    found.fausts > 0 && h("p", null, `Panzerfaust shots left to the German side: ${found.fausts}.`),
    found.aside.length > 0 && h("p", null, `Your ${found.aside.join(", ")} stand aside until the fight is over.`),
  ];
}
