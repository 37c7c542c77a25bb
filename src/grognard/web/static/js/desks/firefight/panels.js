// @ts-check
// The attack before its dice, a hex, and the score.
import { h } from "../../dom.js";
import { counter } from "./counters.js";
import { ordered } from "./stacks.js";
import { words } from "./action_text.js";
import { lookButton } from "./look.js";
import { chip } from "../../marks.js";
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
const MANY = 7; // bars that no longer fit side by side
const RARE = 0.01; // chances below are folded away where there are many
const ROOM = 0.1; // a part of a bar this wide has room for its figure

/** The chance of each result: as bars, or as a list where the names are long or many. @param {{result: string, chance: number, fraction: string}[]} results */
function chances(results) {
  if (results.length <= MANY && results.every((r) => r.result.length <= LONG))
    return bars(
      results.map((r) => ({ name: r.result, chance: r.chance })),
      "Chances of each result",
    );
  const often = results.filter((r) => r.chance >= RARE),
    rare = results.filter((r) => r.chance < RARE),
    all = rare.length < 2 ? results : often;
  return [
    list(all, "Chances of each result"),
    all === often &&
      h(
        "details",
        null,
        h("summary", null, `${rare.length} rarer results, together ${percent(rare.reduce((sum, r) => sum + r.chance, 0))}`),
        list(rare, "Rarer results"),
      ),
  ];
}

/** @param {{result: string, chance: number, fraction: string}[]} results @param {string} label */
const list = (results, label) =>
  h(
    "dl.dk-figures",
    { "aria-label": label },
    results.map((r) => [h("dt", null, r.result), h("dd", null, h("b", null, percent(r.chance)), ` (${r.fraction})`)]),
  );

/** What an attack does: first to each target, then its results, then the sum of its modifiers. @param {Desk} desk @param {any} found @param {number} sum */
const consequences = (desk, found, sum) => [
  found.targets.length > 0 && h("h3", null, "What it means for each"),
  alike(found.targets).map(fates),
  h("h3", null, "Chances of each result"),
  chances(found.results),
  found.powers?.length > 0 && [h("h3", null, "Firepower"), ledger(desk.book, powers(found))],
  h("h3", null, "Modifiers"),
  ledger(desk.book, [
    ...found.modifiers.map((/** @type {any} */ m) => ({ amount: signed(m.amount), words: m.because, clause: m.clause })),
    { amount: signed(sum), words: "added to the dice", clause: null, total: true },
  ]),
  exact(found),
];

/** @param {string} factor "1/2" */
const times = (factor) => `×${{ "1/2": "½", "1/4": "¼" }[factor] ?? factor}`;

/** What each firer adds, with the factors on it; at last the sum. @param {any} found */
export function powers(found) {
  const whole = found.powers.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one.firepower, 0);
  return [
    ...found.powers.flatMap((/** @type {any} */ one) => {
      const plain = one.factors.reduce((/** @type {number} */ n, /** @type {any} */ f) => n * value(f.factor), one.base);
      return [
        { amount: String(one.base), words: one.who, clause: null },
        ...one.factors.map((/** @type {any} */ f) => ({ amount: times(f.factor), words: f.because, clause: f.clause })),
        ...(one.firepower > plain
          ? [{ amount: signed(one.firepower - plain), words: "Assault Fire, rounded up", clause: "ASL-A7.36" }]
          : []),
      ];
    }),
    ...(found.firepower < whole ? [{ amount: "×½", words: "a snap shot, or fire over two hexes", clause: null }] : []),
    { amount: String(found.firepower), words: "firepower", clause: null, total: true },
  ];
}

/** @param {string} factor */
const value = (factor) => {
  const [one, part] = factor.split("/").map(Number);
  return one / (part ?? 1);
};

/** Every chance as a fraction. @param {any} found */
const exact = (found) =>
  h(
    "details",
    null,
    h("summary", null, "Exact fractions"),
    alike(found.targets).map((target) =>
      h(
        "p",
        null,
        h("b", null, `${target.unit}: `),
        Object.entries(target.fates)
          .map(([fate, one]) => `${fate} ${/** @type {any} */ (one).fraction}`)
          .join(", "),
      ),
    ),
    h("p", null, found.results.map((/** @type {any} */ r) => `${r.result} ${r.fraction}`).join(", ")),
  );

/** Targets with the same fates are one row. @param {any[]} targets @returns {any[]} */
export function alike(targets) {
  /** @type {Map<string, any>} */
  const rows = new Map();
  for (const target of targets) {
    const key = JSON.stringify(target.fates),
      row = rows.get(key);
    rows.set(key, row ? { ...row, unit: `${row.unit}, ${target.unit}` } : target);
  }
  return [...rows.values()].map((row) => (row.unit.includes(", ") ? { ...row, unit: `${row.unit}, each` } : row));
}

const ROLLS =
  /^(rally|repair|deploy|recover|scrounge|smoke|wp|dig|climb|push|bolt|toss|dispense|mend|speed|unbog|crest|retune)\b/;

/** Broken units that may not try to rally now, and why. @param {Desk} desk */
export function cannotRally(desk) {
  const rows = desk.model.mine && /\brally\b/i.test(desk.table.purpose ?? "") ? (desk.see("rolls")?.refused ?? []) : [];
  return (
    rows.length > 0 && [
      h("h3", null, "Cannot rally now"),
      h(
        "ul.ff-causes",
        null,
        rows.map((/** @type {any} */ row) => h("li", null, `${row.because} `, chip(desk.book, row.clause))),
      ),
    ]
  );
}

/** Who can do nothing of what the phase is for, and why. @param {Desk} desk */
export function barredPanel(desk) {
  const found = desk.model.mine && /attacks|strikes|^advance$/.test(desk.table.purpose ?? "") ? desk.see("barred") : null;
  return (
    found?.rows.length > 0 && [
      h("h3", null, found.title),
      h(
        "ul.ff-causes",
        null,
        sameCause(found.rows).map((row) => h("li", null, `${row.because} `, chip(desk.book, row.clause))),
      ),
    ]
  );
}

const OF_UNIT = /^(\S+ [ug]v?\d+) (is|has) (.+)$/;
const PLURAL = /** @type {Record<string, string>} */ ({ is: "are", has: "have" });

/** Units that one cause holds back are one line. @param {{because: string, clause: string}[]} rows @returns {{because: string, clause: string}[]} */
export function sameCause(rows) {
  /** @type {Map<string, {names: string[], verb: string, rest: string, row: {because: string, clause: string}}>} */
  const found = new Map();
  for (const row of rows) {
    const [, name, verb, rest] = OF_UNIT.exec(row.because) ?? ["", "", "", row.because],
      key = `${row.clause} ${verb} ${rest}`,
      one = found.get(key);
    if (one && name) one.names.push(name);
    else found.set(key, { names: name ? [name] : [], verb, rest, row });
  }
  return [...found.values()].map(({ names, verb, rest, row }) =>
    names.length < 2
      ? row
      : { ...row, because: `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]} ${PLURAL[verb]} ${rest}` },
  );
}

/** The chance that a unit's roll does what it is for: under its counter. @param {Desk} desk @param {string} action */
export function success(desk, action) {
  if (!/^rally /.test(action) || !desk.model.mine) return "";
  const row = desk.see("rolls")?.rolls?.find((/** @type {any} */ one) => one.action === action),
    chance = row?.results
      .filter((/** @type {any} */ r) => /rallies/.test(r.result))
      .reduce((/** @type {number} */ sum, /** @type {any} */ r) => sum + r.chance, 0);
  return row ? percent(chance) : "";
}

/** An attack whose target is named and whose dice are next. @param {Desk} desk */
export const isAimed = (desk) => Boolean(desk.model.mine) && /group|who else|burst|\bshot\b/.test(desk.table.purpose ?? "");

/** The hexes of the attack that is declared: from where, and at which. @param {Desk} desk @returns {{from: string[], to: string} | null} */
export const declared = (desk) => (isAimed(desk) ? (desk.see("fire")?.line ?? desk.see("shot")?.line ?? null) : null);

const NONE = /^(no effect|miss|unharmed|unhurt)$/;

/** The chance that an attack does anything to the target that is worst off. @param {any} found */
export function harm(found) {
  const spared = found.targets.map((/** @type {any} */ one) =>
    Object.entries(one.fates).reduce((sum, [fate, row]) => sum + (NONE.test(fate) ? /** @type {any} */ (row).chance : 0), 0),
  );
  if (spared.length) return 1 - Math.min(...spared);
  return found.results.reduce(
    (/** @type {number} */ sum, /** @type {any} */ r) => sum + (NONE.test(r.result) ? 0 : r.chance),
    0,
  );
}

/** The chance that the attack does harm if these join or direct it. @param {Desk} desk @param {string[]} actions */
export function joined(desk, actions) {
  if (!isAimed(desk) || !actions.every((a) => /^(join|direct) /.test(a))) return "";
  const found = desk.see("aim", { action: actions.join(",") })?.fire;
  return found ? percent(harm(found)) : "";
}

/** An attack in a line, beside the button that rolls its dice. @param {any} found */
export const gist = (found) => {
  const sum = found.modifiers.reduce((/** @type {number} */ n, /** @type {any} */ m) => n + m.amount, 0),
    power = found.firepower === undefined ? `to hit ${found.need}` : `${found.firepower} FP`;
  return h("p.ff-gist", null, h("b", null, `${percent(harm(found))} does harm`), `: ${power}, ${signed(sum)} on the dice`);
};

/** The attack that is declared, as far as its chances are known. @param {Desk} desk @returns {any} */
export const declaredFigures = (desk) =>
  isAimed(desk) ? [desk.see("fire"), desk.see("shot")].find((one) => one?.hex && (one.hits || one.column !== undefined)) : null;

/** @param {Desk} desk */
export function gistLine(desk) {
  const found = declaredFigures(desk);
  return found ? gist(found) : false;
}

const FEW = 3; // rolls that are shown without asking
const MATTERS = /^(rally|repair|recover|climb|bolt|speed|unbog|crest|mend|retune)\b/; // what a decision is for

/** The decisions that roll at once, with the chance of every result. @param {Desk} desk */
export function rollsPanel(desk) {
  if (!desk.model.mine || !desk.model.actions.some((a) => ROLLS.test(a))) return false;
  const rows = desk.see("rolls")?.rolls ?? [];
  if (!rows.length) return false;
  return h(
    "details.ff-rolls",
    { open: rows.length <= FEW && rows.some((/** @type {any} */ row) => MATTERS.test(row.action)) }, // digging is a side matter
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
    found.kill && h("p", null, h("b", null, "To kill: "), found.kill),
    consequences(desk, found, sum),
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
    consequences(desk, found, sum),
  );
}

/** One bar of 100 % for a target: what becomes of it. @param {any} target */
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
        const part = h(
          "span",
          { class: `ff-${fate}`, title: `${fate} ${one.fraction}` },
          one.chance >= ROOM ? percent(one.chance) : "",
        );
        part.style.flexGrow = String(one.chance); // the page's policy forbids style attributes
        return part;
      }),
    ),
    h("small", null, rows.map(([fate, one]) => `${fate} ${percent(one.chance)}`).join(", ")),
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
    found.wind && h("p", null, `${found.wind}: no smoke grenades upwind.`),
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
