// @ts-check
// A fight in the open: who, the ledger, the table, the exact chances; while it is planned and while it is fought.
import { callName, counterPicture } from "../counters.js";
import { h } from "../dom.js";
import { chip, segments } from "../marks.js";
import { anyLoss, chance, crt, percent, resultBar } from "./chances.js";
import { fireWords } from "./choices.js";
import { declare, noOdds } from "./parts.js";

/** @typedef {import("./play.js").Play} Play */

/** The attack being planned. @param {Play} play */
export function planned(play) {
  const { model, plan } = play;
  if (!plan) return null;
  const odds = plan.shown,
    side = model.table.to_move,
    other = Object.keys(model.dress.sides).find((x) => x !== side) ?? "";
  const names = [...plan.attackers].map((id) => callName(/** @type {any} */ (model.units.get(id))));
  return [
    h(
      "section.sec.tight",
      null,
      h(
        "div.vs",
        null,
        plan.possible.map((id) => {
          const unit = /** @type {any} */ (model.units.get(id)),
            on = plan.attackers.has(id);
          return h(
            "button",
            {
              type: "button",
              "aria-pressed": String(on),
              "data-key": `att-${id}`,
              title: `${unit.name}: click to ${on ? "leave out" : "add"}`,
              onclick: () => play.toggleAttacker(id),
            },
            counterPicture(unit, model.dress, { reduced: model.table.units[id].steps === 1 }),
          );
        }),
        h("span.x", { "aria-hidden": "true" }, "→"),
        defender(play, plan.hex),
        heading(play, "Attack on", plan.hex),
      ),
    ),
    odds ? [ledger(play, odds), chances(play, side, other), table(odds)] : noOdds(plan),
    declare(play, names.length ? `Attack with ${names.join(" and ")}` : "Attack", plan.attackers.size > 0),
  ];
}

/** The fight under way. @param {Play} play */
export function underWay(play) {
  const { model } = play,
    c = model.table.combat;
  if (!c || !c.hex) return null;
  const kind =
    { bombardment: "Bombardment of", assault: "Beach assault at", dropattack: "Drop attack on" }[
      /** @type {string} */ (c.kind)
    ] ?? "Attack on";
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
      !play.result &&
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
          h("h2", null, "Exact chances", h("span.r", null, "with what is named so far")),
          h(
            "div.bars",
            null,
            h(
              "div.row",
              null,
              h("span.lab", null, "now"),
              resultBar(c.results),
              h("span.p", null, `${percent(anyLoss(c.results))}%`, h("small", null, "any D")),
            ),
          ),
          words(c.key),
        )
      : null,
    table(c),
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
    said = ashore ? "any loss" : t.combat?.attacker === t.to_move ? "any D" : "you suffer";
  return h(
    "section.sec.tight",
    null,
    h(
      "h2",
      null,
      "What you draw",
      h("span.r", null, t.combat?.attacker === t.to_move ? "exact, before the answer " : "exact ", chip(model.book, t.clause)),
    ),
    h(
      "div.bars",
      null,
      order.map(([fire, results]) =>
        h(
          "button",
          {
            type: "button",
            class: fire === play.meant ? "meant" : "",
            "data-key": `support ${fire}`,
            onclick: () => play.send(`support ${fire}`),
          },
          h("span.lab", null, fireWords(fire, model.dress, t.to_move)),
          resultBar(results),
          h("span.p", null, `${percent(loss(results))}%`, h("small", null, said)),
        ),
      ),
    ),
    words(
      model.map.results &&
        Object.fromEntries(
          [...new Set(order.flatMap(([, r]) => Object.keys(r)))].map((k) => [
            k,
            model.dress.otherwise?.[t.combat?.kind]?.[k] ?? model.map.results[k],
          ]),
        ),
    ),
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

const signed = (/** @type {number} */ n) => (n > 0 ? `+${n}` : String(n).replace("-", "−"));

/** @param {Play} play @param {any} odds */
function ledger({ model }, odds) {
  const row = (/** @type {any} */ p) =>
    h("tr", null, h("td", null, p.because), h("td", null, chip(model.book, p.clause)), h("td", null, signed(p.amount)));
  const sum = odds.differential ?? odds.parts.reduce((/** @type {number} */ a, /** @type {any} */ p) => a + p.amount, 0),
    line = odds.line;
  return h(
    "section.sec.tight",
    null,
    h("h2", null, "Ledger"),
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
          h("td", null, "Differential before markers"),
          h("td", null, chip(model.book, "FM-7.3.1")),
          h("td", null, signed(sum)),
        ),
        line &&
          h("tr", null, h("td", null, `${line.name ?? line} line`), h("td", null, chip(model.book, line.clause)), h("td")),
        (odds.shifts ?? []).map((/** @type {any} */ p) =>
          h(
            "tr",
            null,
            h("td", null, `${p.because}: column`),
            h("td", null, chip(model.book, p.clause)),
            h("td", null, signed(p.amount)),
          ),
        ),
      ),
    ),
  );
}

/** A bar for each way to draw; a click chooses it. @param {Play} play @param {string} side @param {string} other */
function chances(play, side, other) {
  const plan = /** @type {NonNullable<Play["plan"]>} */ (play.plan),
    { model } = play;
  const answers = /** @type {[string, string][]} */ (
    (model.dress.fires[other] ?? []).filter(([f]) => /^(none|guns|guns\+guns)$/.test(f)).map(([f], k) => [f, String(k)])
  );
  return h(
    "section.sec.tight",
    null,
    h("h2", null, "Exact chances", h("span.r", null, "a click chooses what you draw")),
    h(
      "div.answers",
      null,
      `If ${model.side(other)} draws`,
      segments("defense", answers, plan.defense, (v) => play.planFire(plan.fire, v), `Markers ${model.side(other)} draws`),
    ),
    h(
      "div.bars",
      null,
      plan.rows.map(({ fire, results }) =>
        h(
          "button",
          {
            type: "button",
            "aria-pressed": String(fire === plan.fire),
            "data-key": `fire-${fire}`,
            onclick: () => play.planFire(fire, plan.defense),
          },
          h("span.lab", null, fireWords(fire, model.dress, side)),
          resultBar(results),
          h("span.p", null, `${percent(anyLoss(results))}%`, h("small", null, "any D")),
        ),
      ),
    ),
    words(plan.shown?.key),
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

/** @param {any} odds */
function table(odds) {
  const found = crt(odds);
  return (
    found &&
    h(
      "section.sec.tight",
      null,
      h("h2", null, `${odds.line?.name ?? "The"} line`, h("span.r", null, "bars: where the markers may put you")),
      found,
    )
  );
}
