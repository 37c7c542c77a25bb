// @ts-check
// An attack of The Longest Day before it is declared: who takes part, guns and ships, odds, what each HQ would consume.
import { counterPicture } from "../../counters.js";
import { h } from "../../dom.js";
import { chip } from "../../marks.js";
import { declare, noOdds } from "../../table/parts.js";
import { shifted, signed } from "../../figures.js";

/** @typedef {import("../../table/play.js").Play} Play */

/** The odds with the guns and ships that are chosen. @param {Play} play */
export async function askOdds(play) {
  const { plan, model } = play;
  if (!plan) return;
  play.asked?.abort();
  const asked = (play.asked = new AbortController()),
    force = [...plan.attackers];
  if (!force.length) {
    plan.shown = null;
    return play.changed();
  }
  try {
    const found = await model.seat.odds(force, plan.hex, plan.fire || "none", "none", asked.signal);
    if (asked.signal.aborted || play.plan !== plan) return;
    plan.shown = found;
    plan.error = null;
  } catch (error) {
    if (asked.signal.aborted) return;
    plan.shown = null;
    plan.error = error instanceof Error ? error.message : String(error);
  }
  play.changed();
}

/** @param {Play} play @param {string} id */
function lend(play, id) {
  const plan = /** @type {any} */ (play.plan),
    now = new Set(plan.fire && plan.fire !== "none" ? plan.fire.split("+") : []);
  if (!now.delete(id)) now.add(id);
  plan.fire = [...now].join("+") || "none";
  play.changed();
  void askOdds(play);
}

/** @param {Play} play */
export function planned(play) {
  const { model } = play,
    plan = /** @type {any} */ (play.plan),
    odds = plan.shown,
    foes = model.stack(plan.hex).filter((u) => u.side !== model.table.to_move);
  const apart = new Set(odds?.apart ?? []),
    lent = new Set(plan.fire && plan.fire !== "none" ? plan.fire.split("+") : []),
    place = model.place(plan.hex);
  return [
    h(
      "section.sec.tight",
      null,
      h(
        "div.vs",
        null,
        plan.possible.map((/** @type {string} */ id) =>
          toggle(play, id, plan.attackers.has(id), apart.has(id), () => play.toggleAttacker(id)),
        ),
        h("span.x", { "aria-hidden": "true" }, "→"),
        foes.slice(0, 4).map((u) => counterPicture(u, model.dress, { compact: true })),
        h(
          "div.t",
          null,
          h("b", null, `Attack on ${plan.hex}`),
          h("br"),
          h("span.muted", null, [place.name, place.terrain].filter(Boolean).join(" · ")),
        ),
      ),
    ),
    odds?.support?.length > 0 &&
      h(
        "section.sec.tight",
        null,
        h("h2", null, "Guns and ships", h("span.r", null, chip(model.book, "TLD-S.9"))),
        h(
          "div.vs",
          null,
          odds.support
            .filter((/** @type {any} */ g) => g.kind === "gun")
            .slice(0, 24)
            .map((/** @type {any} */ g) => toggle(play, g.id, lent.has(g.id), false, () => lend(play, g.id))),
          odds.support
            .filter((/** @type {any} */ g) => g.kind === "ships")
            .map((/** @type {any} */ g) =>
              h(
                "button.tldm-ships",
                { type: "button", "aria-pressed": String(lent.has(g.id)), "data-key": g.id, onclick: () => lend(play, g.id) },
                `Ships off ${g.beach}`,
              ),
            ),
        ),
      ),
    odds ? [sums(play, odds), consumed(play, odds)] : noOdds(plan),
    declare(play, odds?.column ? `Attack at ${odds.column}` : "Attack", plan.attackers.size > 0 && !!odds?.column),
  ];
}

/** @param {Play} play @param {string} id @param {boolean} on @param {boolean} apart @param {() => void} press */
function toggle({ model }, id, on, apart, press) {
  const unit = /** @type {any} */ (model.units.get(id));
  return h(
    "button",
    {
      type: "button",
      "aria-pressed": String(on),
      class: apart ? "apart" : "",
      "data-key": `att-${id}`,
      title: `${unit.name}${apart ? ": of another corps, it cannot attack with the others" : `: click to ${on ? "leave out" : "add"}`}`,
      onclick: press,
    },
    counterPicture(unit, model.dress, { compact: true }),
  );
}

/** Strengths, odds, shifts, the column, the chances. @param {Play} play @param {any} odds */
export function sums({ model }, odds) {
  const cite = (/** @type {string} */ c) => chip(model.book, c),
    row = (/** @type {any} */ p, /** @type {string} */ more = "") =>
      h("tr", null, h("td", null, p.because, more), h("td", null, cite(p.clause)), h("td", null, signed(p.amount)));
  const chance = (/** @type {string} */ f) => {
    const [a, b = "1"] = f.split("/");
    return Number(a) / Number(b);
  };
  return [
    h(
      "section.sec.tight",
      null,
      h("h2", null, "Odds", h("span.r.badge.recon", null, "reconstruction")),
      h(
        "table.ledger",
        null,
        h(
          "tbody",
          null,
          odds.parts.map((/** @type {any} */ p) => row(p)),
          h(
            "tr.sum",
            null,
            h("td", null, `${odds.attack} against ${odds.defence}`),
            h("td", null, cite("TLD-S.8")),
            h("td", null, odds.odds),
          ),
          odds.shifts.map((/** @type {any} */ p) =>
            h("tr", null, h("td", null, p.because), h("td", null, cite(p.clause)), h("td", null, shifted(p.amount))),
          ),
          odds.column && h("tr.sum", null, h("td", null, "Column"), h("td"), h("td", null, odds.column)),
        ),
      ),
    ),
    Object.keys(odds.results).length > 0 &&
      h(
        "section.sec.tight",
        null,
        h("h2", null, "Exact chances"),
        h(
          "div.tldm-chances",
          null,
          Object.entries(odds.results).map(([code, f]) =>
            h(
              "div",
              { title: odds.key?.[code] },
              h("b", null, code),
              h("span", null, bar(chance(/** @type {string} */ (f)))),
              h("span.num", null, `${Math.round(chance(/** @type {string} */ (f)) * 100)}%`),
            ),
          ),
        ),
        h(
          "details.key",
          null,
          h("summary", null, "What the results mean"),
          Object.keys(odds.results).map((code) => h("div", null, h("b", null, code), ` ${odds.key?.[code] ?? ""}`)),
        ),
      ),
  ];
}

/** @param {number} share */
function bar(share) {
  const e = h("i");
  e.style.width = `${Math.round(share * 100)}%`;
  return e;
}

/** What the attack would cost each HQ. @param {Play} play @param {any} odds */
export function consumed({ model }, odds) {
  const rows = Object.entries(odds.consumes ?? {});
  return h(
    "section.sec.tight",
    null,
    h("h2", null, "What it would consume", h("span.r", null, chip(model.book, "TLD-B.5.a"))),
    rows.length
      ? h(
          "ul.facts",
          null,
          rows.map(([hq, c]) => {
            const x = /** @type {any} */ (c);
            return h(
              "li",
              { class: x.half_steps ? "warn" : "good" },
              h("b", null, hq),
              x.half_steps
                ? ` gives half a supply unit: ${x.units_before + x.units_now} count in this phase; it has ${x.supply_units.join(", ") || "no unit left"}`
                : x.spent_in_this_phase
                  ? ": no more, its half supply unit of this phase is spent"
                  : `: no supply, a single unit attacks free`,
              " ",
              chip(model.book, x.half_steps ? "TLD-B.5.a" : x.spent_in_this_phase ? "TLD-B.5.a" : "TLD-B.5.d"),
            );
          }),
        )
      : h("p.muted", null, "No supply."),
  );
}

/** Declares the attack: the others join, guns and ships support, then the die. @param {Play} play @param {import("../../table/play.js").Plan} plan */
export async function attack(play, plan) {
  const { model } = play,
    [first, ...rest] = plan.attackers,
    lent = plan.fire && plan.fire !== "none" ? plan.fire.split("+") : [];
  if (!(await play.act(`attack ${first} ${plan.hex}`))) return false;
  const wishes = [
    ...rest.map((id) => `join ${id}`),
    ...lent.map((id) => (id.startsWith("ships:") ? `ships ${id.slice(6)}` : `support ${id}`)),
  ];
  for (const wish of wishes)
    if (model.table.mine && model.table.legal.plain.includes(wish)) if (!(await play.act(wish))) return false;
  if (model.table.mine && model.table.combat?.hex && model.table.legal.plain.includes("done")) await play.act("done");
  return true;
}

/** The fight under way. @param {Play} play */
export function underWay(play) {
  const { model } = play,
    c = model.table.combat;
  if (!c?.hex) return null;
  const chits = (c.attackers ?? []).slice(0, 8).map((/** @type {string} */ id) => {
    const u = model.units.get(id);
    return u && counterPicture(u, model.dress, { compact: true });
  });
  const head = h(
    "section.sec.tight",
    null,
    h(
      "div.vs",
      null,
      chits,
      h("span.x", { "aria-hidden": "true" }, "→"),
      (c.defenders ?? []).slice(0, 4).map((/** @type {any} */ d) => {
        const u = model.units.get(d.id);
        return u && counterPicture(u, model.dress, { compact: true });
      }),
      h("div.t", null, h("b", null, `${c.kind === "attack" ? "Attack on" : "Defensive fire at"} ${c.hex}`)),
    ),
  );
  if (c.kind !== "attack")
    return [
      head,
      h(
        "section.sec.tight",
        null,
        h(
          "p",
          null,
          `${c.strength ?? ""} against ${c.defence ?? ""}: ${c.disrupts_on ? `disrupts on ${c.disrupts_on} or more` : "too weak"} `,
          chip(model.book, "TLD-S.18"),
        ),
      ),
      consumed(play, c),
    ];
  return [
    head,
    c.result &&
      h(
        "section.sec.won",
        null,
        h("div.verdict", null, h("span.code", null, c.result), h("span", null, c.key?.[c.result] ?? "")),
      ),
    !c.result && sums(play, c),
    !c.result && consumed(play, c),
  ];
}
