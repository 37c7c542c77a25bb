// @ts-check
// A fight in the open: the units, the modifiers, the table, the exact chances; while it is planned and while it is fought.
import { callName, counterPicture } from "../counters.js";
import { h } from "../dom.js";
import { chip } from "../marks.js";
import { anyLoss, chance, crt, percent, resultBar } from "./chances.js";
import { fireWords } from "./choices.js";
import { declare, noOdds } from "./parts.js";
import { askPlan, caseOf, openPlan } from "./plans.js";
import { shifted, signed } from "../figures.js";

/** @typedef {import("./play.js").Play} Play */

const HEADS = /** @type {Record<string, string>} */ ({
  bombardment: "Bombardment of",
  assault: "Beach assault at",
  dropattack: "Drop attack on",
});

/** The fight being planned. @param {Play} play */
export function planned(play) {
  const { plan } = play;
  if (!plan) return null;
  const odds = plan.shown,
    ready = Boolean(odds && caseOf(plan));
  return [
    h(
      "section.sec.tight.decide",
      null,
      h(
        "div.vs",
        null,
        attackers(play, plan),
        h("span.x", { "aria-hidden": "true" }, "→"),
        targets(play, plan),
        heading(play, HEADS[odds?.kind] ?? planHead(plan), plan.hex),
      ),
      otherWay(play, plan),
    ),
    odds
      ? [
          chances(play, plan, odds),
          ledger(play, odds),
          table(play, { ...odds, columns: caseOf(plan)?.columns ?? odds.columns }),
        ]
      : noOdds(plan),
    declare(play, verdictWords(play, plan), ready),
  ];
}

const planHead = (/** @type {import("./plans.js").Plan} */ plan) =>
  ({ assault: HEADS.assault, bombard: HEADS.bombardment, fight: HEADS.dropattack })[plan.verb] ?? "Attack on";

/** The button says what the press spends. @param {Play} play @param {import("./plans.js").Plan} plan */
function verdictWords({ model }, plan) {
  const verb = { assault: "Assault", bombard: "Bombard" }[plan.verb] ?? "Attack",
    spends =
      plan.fire && plan.fire !== "none" ? `with ${fireWords(plan.fire, model.dress, model.table.to_move)}` : "without markers";
  return `${verb} ${plan.hex} ${spends}`;
}

/** Who attacks: a press adds or leaves out. @param {Play} play @param {import("./plans.js").Plan} plan */
function attackers(play, plan) {
  const { model } = play,
    picture = (/** @type {string} */ id) =>
      counterPicture(/** @type {any} */ (model.units.get(id)), model.dress, { reduced: model.table.units[id].steps === 1 });
  if (plan.verb !== "attack") return (plan.shown?.attackers ?? []).map(picture);
  return plan.possible.map((id) => {
    const unit = /** @type {any} */ (model.units.get(id)),
      on = plan.attackers.has(id);
    return h(
      "button",
      {
        type: "button",
        "aria-pressed": String(on),
        "data-key": `att-${id}`,
        title: `${callName(unit)}: click to ${on ? "leave it out" : "add it"}`,
        onclick: () => play.toggleAttacker(id),
      },
      picture(id),
    );
  });
}

/** Who is attacked; of a stack that is bombarded a press chooses. @param {Play} play @param {import("./plans.js").Plan} plan */
function targets(play, plan) {
  const { model } = play,
    stack = /** @type {string[]} */ (plan.shown?.defenders ?? []);
  if (plan.verb !== "bombard" || stack.length < 2) return defender(play, plan.hex);
  return stack.map((id) =>
    h(
      "button",
      {
        type: "button",
        "aria-pressed": String(id === plan.shown.defender),
        "data-key": `target-${id}`,
        onclick: () => {
          plan.target = id;
          void askPlan(play);
        },
      },
      counterPicture(/** @type {any} */ (model.units.get(id)), model.dress, { reduced: model.table.units[id].steps === 1 }),
    ),
  );
}

/** Where a hex can be attacked and bombarded, the way to the other. @param {Play} play @param {import("./plans.js").Plan} plan */
function otherWay(play, plan) {
  const { model } = play,
    both = model.targets.has(plan.hex) && model.bombardments.has(plan.hex);
  if (!both) return null;
  const other = plan.verb === "bombard" ? "attack" : "bombard";
  return h(
    "button.quiet",
    { type: "button", "data-key": "other-way", onclick: () => openPlan(play, other, plan.hex) },
    other === "bombard" ? "Bombard it with markers only" : "Attack it with units",
  );
}

/** The fight under way. @param {Play} play */
export function underWay(play) {
  const { model } = play,
    c = model.table.combat;
  if (!c || !c.hex) return null;
  const kind = HEADS[c.kind] ?? "Attack on";
  const chits = (c.attackers ?? []).map((/** @type {string} */ id) => {
    const u = model.units.get(id);
    return u && counterPicture(u, model.dress, { reduced: model.table.units[id]?.steps === 1 });
  });
  const drawn = (c.fire ?? []).map((/** @type {any} */ f) =>
    h(
      "span.tile",
      {
        class: f.side === "german" ? "k" : f.kind === "air" || f.kind === "aircraft" ? "a" : "g",
        title: `${model.side(f.side)}, ${f.kind}`,
      },
      f.value,
    ),
  );
  const foe = c.defender ? model.units.get(c.defender) : null;
  return [
    h(
      "section.sec.tight",
      null,
      h(
        "div.vs",
        null,
        chits,
        h("span.x", { "aria-hidden": "true" }, "→"),
        foe && counterPicture(foe, model.dress, { reduced: model.table.units[c.defender]?.steps === 1 }),
        heading(play, kind, c.hex),
      ),
    ),
    c.result &&
      h(
        "section.sec.won",
        null,
        h("div.verdict", null, h("span.code", null, c.result), h("span", null, c.key?.[c.result] ?? "")),
      ),
    drawn.length ? h("section.sec.tight", null, h("div.answers", null, "Markers drawn", h("span.tiles", null, drawn))) : null,
    c.parts?.length ? ledger(play, c) : null,
    !c.result && Object.keys(c.results ?? {}).length
      ? h(
          "section.sec.tight",
          null,
          h("h2", null, "Exact chances", h("span.r", null, "with the markers chosen so far")),
          h(
            "div.bars",
            null,
            h(
              "div.row",
              null,
              h("span.lab", null, "now"),
              resultBar(c.results, c.kind),
              h("span.p", null, `${percent(anyLoss(c.results))}%`, h("small", null, "any D")),
            ),
          ),
          words(c.key),
        )
      : null,
    table(play, c),
  ];
}

/** While markers are named: the chances for each draw that may be. @param {Play} play */
export function supportBars(play) {
  const { model, support } = play,
    rows = Object.entries(support.choices),
    t = model.table;
  if (!rows.length || !t.mine || !model.verbs.includes("support")) return null;
  const order = rows.sort(([a], [b]) => marks(a) - marks(b) || a.localeCompare(b)),
    ashore = t.combat?.kind === "assault";
  const loss = ashore ? (/** @type {any} */ r) => 1 - chance(r.NE) : anyLoss,
    attacks = t.combat?.attacker === t.to_move,
    said = attacks !== ashore ? "enemy hurt" : attacks ? "you lose" : ashore ? "enemy loses" : "you are hurt";
  return h(
    "section.sec.tight",
    null,
    h("h2", null, "Your draw", h("span.r", null, chip(model.book, t.clause))),
    support.answer !== null &&
      h(
        "p.answers",
        null,
        `${model.side(model.foe)} is assumed to draw ${fireWords(support.answer, model.dress, model.foe)}, its best answer.`,
      ),
    h(
      "div.bars",
      null,
      order.map(([fire, results]) =>
        h(
          "button",
          {
            type: "button",
            "data-key": `support ${fire}`,
            onclick: () => play.send(`support ${fire}`),
          },
          h("span.lab", null, fireWords(fire, model.dress, t.to_move)),
          resultBar(results, t.combat?.kind),
          h("span.p", null, `${percent(loss(results))}%`, h("small", null, said)),
        ),
      ),
    ),
    words(t.combat?.key),
  );
}

const marks = (/** @type {string} */ fire) => (fire === "none" ? 0 : fire.split("+").length);

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

/** @param {Play} play @param {string} hex */
function defender({ model }, hex) {
  return model
    .stack(hex)
    .filter((u) => u.side !== model.table.to_move)
    .slice(0, 3)
    .map((u) => counterPicture(u, model.dress, { reduced: model.table.units[u.id].steps === 1 }));
}

/** @param {Play} play @param {any} odds */
function ledger({ model }, odds) {
  const row = (/** @type {any} */ p) =>
    h("tr", null, h("td", null, p.because), h("td", null, chip(model.book, p.clause)), h("td", null, signed(p.amount)));
  const sum = odds.differential ?? odds.parts.reduce((/** @type {number} */ a, /** @type {any} */ p) => a + p.amount, 0),
    line = odds.line;
  return h(
    "section.sec.tight",
    null,
    h("h2", null, "Modifiers"),
    h(
      "table.ledger",
      null,
      h(
        "tbody",
        null,
        odds.parts.map(row),
        h(
          "tr.sum",
          null,
          h("td", null, odds.markers ? "Differential with the markers drawn" : "Differential before markers"),
          h("td", null, chip(model.book, "FM-7.3.1")),
          h("td", null, signed(sum)),
        ),
        line &&
          h("tr", null, h("td", null, `${line.name ?? line} line`), h("td", null, chip(model.book, line.clause)), h("td")),
        (odds.shifts ?? []).map((/** @type {any} */ p) =>
          h("tr", null, h("td", null, p.because), h("td", null, chip(model.book, p.clause)), h("td", null, shifted(p.amount))),
        ),
      ),
    ),
  );
}

/** A bar for each draw, with the answer that is assumed; a click chooses, a double click declares. @param {Play} play @param {import("./plans.js").Plan} plan @param {any} odds */
function chances(play, plan, odds) {
  const { model } = play,
    side = model.table.to_move,
    other = Object.keys(model.dress.sides).find((x) => x !== side) ?? "",
    rows = [...odds.rows].sort((a, b) => marks(a.fire) - marks(b.fire)),
    said = odds.kind === "assault" ? "you lose" : "enemy hurt";
  return h(
    "section.sec.tight",
    null,
    h("h2", null, "Your draw", h("span.r", null, rows.length > 1 ? "click a row to choose your draw" : "exact chances")),
    answer(play, plan, odds, other),
    h(
      "div.bars",
      { role: "group", "aria-label": "Your draw" },
      rows.map(({ fire }) => {
        const one = /** @type {import("./plans.js").Case} */ (caseOf(plan, fire));
        return h(
          "button",
          {
            type: "button",
            "aria-pressed": String(fire === plan.fire),
            "data-key": `fire-${fire}`,
            onclick: (/** @type {MouseEvent} */ e) => {
              if (e.detail > 1) return void play.attack();
              plan.fire = fire;
              play.changed();
            },
          },
          h("span.lab", null, fireWords(fire, model.dress, side)),
          resultBar(one.results, odds.kind),
          h("span.p", null, `${percent(chance(odds.kind === "assault" ? one.own : one.enemy))}%`, h("small", null, said)),
        );
      }),
    ),
    words(odds.key),
  );
}

/** The enemy's answer: assumed, and said so; another can be looked at. @param {Play} play @param {import("./plans.js").Plan} plan @param {any} odds @param {string} other */
function answer({ model, changed }, plan, odds, other) {
  const who = model.side(other);
  if (odds.unanswered) return h("p.answers", null, `${who} may not answer with markers. `, chip(model.book, odds.unanswered));
  const some = Object.keys(odds.rows[0]?.answers ?? {}).sort((a, b) => marks(a) - marks(b));
  if (some.length < 2) return h("p.answers", null, `${who} has no marker to answer with.`);
  return h(
    "div.answers",
    null,
    h("label", { for: "answer" }, `${who} draws`),
    h(
      "select",
      {
        id: "answer",
        "data-key": "answer",
        onchange: (/** @type {any} */ e) => {
          plan.defense = e.target.value;
          changed();
        },
      },
      some.map((fire) =>
        h(
          "option",
          { value: fire, selected: fire === plan.defense },
          `${fireWords(fire, model.dress, other)}${fire === odds.likely ? " (assumed: its best answer)" : ""}`,
        ),
      ),
    ),
  );
}

/** @param {Record<string, string> | undefined} key */
function words(key) {
  return (
    key &&
    h(
      "details.key",
      null,
      h("summary", null, "What the results mean"),
      Object.entries(key).map(([code, text]) => h("div", null, h("b", null, code), ` ${text}`)),
    )
  );
}

/** @param {Play} play @param {any} odds */
function table(play, odds) {
  const found = crt(odds, play);
  return (
    found &&
    h(
      "section.sec.tight",
      null,
      h("h2", null, `${odds.line?.name ?? "The"} line`, h("span.r", null, "bars: chance of each column after the draw")),
      found,
    )
  );
}
