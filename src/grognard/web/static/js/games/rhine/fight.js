// @ts-check
// An attack, overrun or barrage: who takes part, what it costs, how it adds up, the exact chances with surprise.
import { counterPicture } from "../../counters.js";
import { h, styled } from "../../dom.js";
import { chip } from "../../marks.js";
import { chance, percent } from "../../table/chances.js";
import { declare, noOdds } from "../../table/parts.js";
import { range } from "./plan.js";

/** @typedef {import("../../table/play.js").Play} Play */

const HEADS = /** @type {Record<string, string>} */ ({
  attack: "Attack on",
  overrun: "Overrun of",
  barrage: "Barrage of",
  fly: "Air strike on",
});
const PRESS = /** @type {Record<string, string>} */ ({
  attack: "Attack",
  overrun: "Overrun",
  barrage: "Fire at",
  fly: "Strike",
});

/** The fight being planned. @param {Play} play */
export function planned(play) {
  const { plan, model } = play;
  if (!plan) return [];
  const odds = plan.shown,
    price = odds ? ` for ${odds.sum.tokens}T` : "",
    dear = odds && odds.sum.tokens > odds.sum.reach;
  return [
    h(
      "section.sec.tight.decide",
      null,
      h(
        "div.vs",
        null,
        plan.possible.length ? plan.possible.map((id) => toggle(play, id)) : [...plan.attackers].map((id) => picture(play, id)),
        h("span.x", { "aria-hidden": "true" }, "→"),
        foes(play, plan.hex, play.model.table.to_move),
        heading(play, HEADS[plan.verb] ?? "Attack on", plan.hex),
      ),
    ),
    odds ? sums(play, odds) : noOdds(plan),
    dear &&
      h("p.rhine-warn", null, `${odds.sum.tokens}T are needed; ${odds.sum.reach}T can be drawn. Who cannot be paid stays out.`),
    declare(play, `${PRESS[plan.verb] ?? "Attack"} ${model.place(plan.hex).words}${price}`, Boolean(odds)),
  ];
}

/** The fight under way. @param {Play} play */
export function underWay(play) {
  const c = play.model.table.combat;
  if (!c?.hex) return null;
  return [
    h(
      "section.sec.tight",
      null,
      h(
        "div.vs",
        null,
        c.attackers.map((/** @type {string} */ id) => picture(play, id)),
        h("span.x", { "aria-hidden": "true" }, "→"),
        foes(play, c.hex, c.attacker),
        heading(play, HEADS[c.kind] ?? "Attack on", c.hex),
      ),
    ),
    c.result &&
      h(
        "section.sec.won",
        null,
        h("div.verdict", null, h("span.code", null, c.result), h("span", null, c.key?.[c.result] ?? "")),
      ),
    sums(play, c),
  ];
}

/** @param {Play} play @param {string} id */
const picture = ({ model }, id) => counterPicture(/** @type {any} */ (model.units.get(id)), model.dress, { compact: true });

/** @param {Play} play @param {string} id */
function toggle(play, id) {
  const on = play.plan?.attackers.has(id),
    unit = /** @type {any} */ (play.model.units.get(id));
  return h(
    "button",
    {
      type: "button",
      "aria-pressed": String(on),
      "data-key": `att-${id}`,
      title: `${unit.label}: click to ${on ? "leave it out" : "add it"}`,
      onclick: () => play.toggleAttacker(id),
    },
    picture(play, id),
  );
}

/** Those who are attacked, whoever is to decide. @param {Play} play @param {string} hex @param {string} attacker the side */
const foes = (play, hex, attacker) =>
  play.model
    .stack(hex)
    .filter((u) => u.side !== attacker && !/-(Truck|Wagon)-/.test(u.id))
    .slice(0, 4)
    .map((u) => picture(play, u.id));

/** @param {Play} play @param {string} words @param {string} hex */
function heading({ model }, words, hex) {
  const p = model.place(hex);
  return h(
    "div.t",
    null,
    h("b", null, `${words} ${hex}`),
    h("br"),
    h("span.muted", null, [p.name, p.terrain].filter(Boolean).join(" · ")),
  );
}

/** @param {Play} play @param {any} c */
function sums(play, c) {
  if (!c.sum) return null;
  return [!c.result && leftOut(c.sum), c.kind === "barrage" ? barrageSums(play, c) : attackSums(play, c)];
}

/** What the figures leave out under fog. @param {any} sum */
const leftOut = (sum) =>
  sum.covered > 0 &&
  h(
    "p.rhine-warn",
    null,
    `${sum.covered} ${sum.covered > 1 ? "counters" : "counter"} below the top not known. These figures count only what you see.`,
  );

const signed = (/** @type {number} */ n) => (n > 0 ? `+${n}` : String(n).replace("-", "−"));
const mixed = (/** @type {string} */ f) => {
  const [a, b] = String(f).split("/").map(Number);
  if (!b) return String(f).replace("-", "−");
  const whole = Math.trunc(a / b),
    rest = Math.abs(a % b);
  return `${whole || (a < 0 ? "−" : "")}${rest ? ` ${rest}/${b}` : ""}`.trim();
};

/** @param {Play} play @param {any} c */
function attackSums({ model }, c) {
  const sum = c.sum,
    cite = (/** @type {string} */ id) => chip(model.book, id),
    lo = chance(sum.low),
    hi = chance(sum.high);
  return [
    !c.result &&
      h(
        "section.sec.tight",
        null,
        h(
          "div.rhine-taken",
          null,
          h("b", null, `Hex taken ${range(lo, hi)} %`),
          h("small.muted", null, lo === hi ? "" : "if they pay in steps – if they retreat"),
        ),
        h(
          "div.rhine-figures",
          null,
          figure(`${mixed(sum.attack)} : ${mixed(sum.defence)}`, `odds ${sum.odds}, column ${sum.column}`),
          figure(signed(sum.drm), sum.hedgehog ? `DRM, hedgehog ${sum.hedgehog}` : "DRM"),
          figure(
            `${sum.tokens}T`,
            `price; they pay ${sum.answer_tokens}T${sum.answer_reach < sum.answer_tokens ? ", out of reach" : ""}`,
          ),
          figure(`${sum.own_loss.toFixed(1)} – ${sum.enemy_loss.toFixed(1)}`, "mean steps: attacker – defender"),
          figure(`${percent(chance(sum.exploits))} %`, "result that lets attackers exploit"),
        ),
      ),
    !c.result && h("section.sec.tight", null, h("h2", null, "How it ends"), endings(c, lo, hi)),
    !c.result &&
      h("section.sec.tight", null, h("h2", null, "Surprise", h("span.r", null, cite("BTR-ocs.combat.surprise"))), surprise(c)),
    !c.result &&
      h("section.sec.tight", null, h("h2", null, "Exact chances", h("span.r", null, cite("BTR-ocs.combat.table"))), bars(c)),
    ledger(cite, c.parts, `Column ${sum.column}`),
  ];
}

/** @param {string} value @param {string} words */
const figure = (value, words) => h("div", null, h("b", null, value), h("small.muted", null, words));

/** How a fight ends, in three bars: by the defender's answer, and what the attacker loses. @param {any} c @param {number} lo @param {number} hi */
function endings(c, lo, hi) {
  const held = (/** @type {number} */ p) =>
    /** @type {[string, string, number][]} */ ([
      ["attacker", "hex taken", p],
      ["none", "holds", 1 - p],
    ]);
  return h(
    "div.rhine-endings",
    null,
    h("span", null, "They retreat"),
    stacked(held(hi)),
    h("span", null, "They pay in steps"),
    stacked(held(lo)),
    h("span", null, "Attacker loses"),
    stacked(ownLosses(c.losses?.attacker ?? {})),
  );
}

/** The hard losses of the attacker, and options to lose a step or fall back. @param {Record<string, string>} losses @returns {[string, string, number][]} */
function ownLosses(losses) {
  const sums = { none: 0, option: 0, one: 0, more: 0 };
  for (const [words, p] of Object.entries(losses)) {
    const [, steps, option] = /^(\d+) steps, option (\d+)/.exec(words) ?? ["", "0", "0"],
      kind = Number(steps) > 1 ? "more" : Number(steps) ? "one" : Number(option) ? "option" : "none";
    sums[/** @type {keyof typeof sums} */ (kind)] += chance(p);
  }
  return [
    ["none", "nothing", sums.none],
    ["light", "a step or a hex", sums.option],
    ["defender", "1 step", sums.one],
    ["heavy", "2 steps or more", sums.more],
  ];
}

/** A bar in parts, each as wide as it is likely. @param {[string, string, number][]} parts */
const stacked = (parts) =>
  h(
    "div.rhine-surprise",
    { role: "img", "aria-label": parts.map(([, words, p]) => `${words} ${percent(p)} percent`).join(", ") },
    parts
      .filter(([, , p]) => p > 0)
      .map(([kind, words, p]) =>
        styled(
          h(`span.${kind}`, { title: `${words}: ${percent(p)} %` }, p > 0.3 ? `${words} ${percent(p)} %` : `${percent(p)} %`),
          {
            flex: String(p),
          },
        ),
      ),
  );

/** @param {any} c */
function surprise(c) {
  const s = c.surprise,
    part = (/** @type {string} */ kind, /** @type {string} */ words) =>
      styled(h(`span.${kind}`, { title: words }, `${percent(chance(s[kind]))} %`), {
        flex: `${Math.max(chance(s[kind]), 0.001)}`,
      });
  return h(
    "div",
    null,
    h(
      "div.rhine-surprise",
      {
        role: "img",
        "aria-label": `attacker ${percent(chance(s.attacker))}, none ${percent(chance(s.none))}, defender ${percent(chance(s.defender))} percent`,
      },
      part("attacker", "the attacker surprises"),
      part("none", "no surprise"),
      part("defender", "the defender surprises"),
    ),
    h("small.muted", null, "attacker: 1 to 6 columns right · none · defender: as many left"),
  );
}

/** @param {any} c */
function bars(c) {
  const rows = Object.entries(c.results)
      .map(([code, p]) => /** @type {[string, number]} */ ([code, chance(p)]))
      .sort((a, b) => b[1] - a[1]),
    top = rows[0]?.[1] ?? 1;
  const line = (/** @type {[string, number]} */ [code, p]) =>
    h(
      "div.rhine-result",
      { title: code },
      h("span.p", null, `${percent(p)} %`),
      styled(h("i"), { width: `${(34 * p) / top}%` }),
      h("span.w", null, c.key[code] ?? code),
    );
  return h(
    "div.rhine-results",
    null,
    rows.slice(0, 6).map(line),
    rows.length > 6 && h("details", null, h("summary", null, `${rows.length - 6} rarer results`), rows.slice(6).map(line)),
  );
}

/** @param {(id: string) => any} cite @param {any[]} parts @param {string} total */
const ledger = (cite, parts, total) =>
  h(
    "section.sec.tight",
    null,
    h("h2", null, "How it adds up"),
    h(
      "table.ledger",
      null,
      h(
        "tbody",
        null,
        parts.map((p) =>
          h("tr", null, h("td", null, p.because), h("td", null, cite(p.clause)), h("td", null, mixed(p.amount))),
        ),
        h("tr.sum", null, h("td", null, total), h("td"), h("td")),
      ),
    ),
  );

/** @param {Play} play @param {any} c */
function barrageSums({ model }, c) {
  const sum = c.sum,
    cite = (/** @type {string} */ id) => chip(model.book, id);
  return [
    !c.result &&
      h(
        "section.sec.tight",
        null,
        h(
          "div.rhine-taken",
          null,
          h("b", null, `Disorganized ${percent(chance(sum.low))} %`),
          h("small.muted", null, `a step lost ${percent(chance(sum.high))} %`),
        ),
        h(
          "div.rhine-figures",
          null,
          figure(sum.attack, "strength"),
          figure(sum.column, "column"),
          figure(`${sum.tokens}T`, "price"),
          figure(sum.observed === false ? "no" : "yes", "observed"),
        ),
      ),
    !c.result &&
      h("section.sec.tight", null, h("h2", null, "Exact chances", h("span.r", null, cite("BTR-ocs.barrage.table"))), bars(c)),
    c.parts.length > 0 && ledger(cite, c.parts, `Column ${sum.column}`),
  ];
}
