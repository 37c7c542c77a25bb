// @ts-check
// The left column of Beyond the Rhine on the map: weather, supply as a budget, markers, who is cut off, the standing.
import { h, styled } from "../../dom.js";
import { chip } from "../../marks.js";
import { switches } from "../../table/layers.js";
import { plannedTokens } from "./plan.js";
import { supply } from "./phrases.js";

/** @typedef {import("../../table/play.js").Play} Play */

/** @param {Play} play @returns {any} */
export const glanceOf = (play) => /** @type {any} */ (play.laid.data).glance ?? null;

/** @param {Play} play */
export function left(play) {
  const g = glanceOf(play),
    switching = h("section.sec", null, h("h2", null, "On the map"), switches(play, "l"));
  if (!g) return [switching];
  const mine = g.sides[play.model.eyes] ?? g.sides.allied;
  return [weather(g), budget(play, mine), reserves(play, mine), aircraft(mine), cutOff(play), standing(play, g), switching];
}

const capital = (/** @type {string} */ text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** @param {any} g */
const weather = (g) =>
  h(
    "section.sec",
    null,
    h("h2", null, "Weather"),
    h(
      "div.rhine-weather",
      null,
      h("div", null, h("b", null, capital(g.weather.ground)), h("small", null, "ground")),
      h("div", null, h("b", null, capital(g.weather.flight)), h("small", null, "flight")),
    ),
  );

/** Supply is a budget: planned, kept for defense, free. @param {Play} play @param {any} mine */
function budget(play, mine) {
  const plan = plannedTokens(play),
    keep = Math.min(mine.defence, Math.max(mine.tokens - plan, 0)),
    free = mine.tokens - plan - keep;
  const part = (/** @type {string} */ kind, /** @type {number} */ n) =>
    styled(h(`i.${kind}`), { width: `${(100 * Math.max(n, 0)) / Math.max(mine.tokens, plan, 1)}%` });
  return h(
    "section.sec",
    null,
    h("h2", null, "Supply", h("span.r", null, chip(play.model.book, "BTR-ocs.dump.any"))),
    h("div.rhine-total", null, h("b", null, supply(mine.tokens)), h("span.muted", null, ` on the map`)),
    h(
      "div.rhine-bar",
      { role: "img", "aria-label": `${supply(plan)} planned, ${supply(keep)} for defense, ${supply(free)} free` },
      part("plan", plan),
      part("keep", keep),
      part("free", free),
    ),
    h("small.muted", null, `${supply(plan)} plan · ${supply(keep)} defense · ${supply(free)} free`),
    free < 0 && h("p.rhine-warn", null, "The plan costs more than there is."),
    h(
      "div.rhine-dumps",
      null,
      mine.dumps.map((/** @type {any} */ d) =>
        h(
          "div",
          null,
          h(
            "button",
            { type: "button", "data-key": `dump-${d.hex}`, onclick: () => play.board.reveal(d.hex) },
            h("span", null, d.hq ? d.hq.replace(/^(US|UK|CA|DE) /, "") : play.model.place(d.hex).words),
            h("span.muted", null, d.hq ? d.hex : ""),
            h("b", null, supply(d.tokens)),
          ),
          train(play, d.hex),
          blow(play, d.hex),
        ),
      ),
    ),
    h(
      "small.muted.rhine-needs",
      null,
      [
        mine.fuel && `fuel for all: ${mine.fuel}T`,
        mine.meals && `meals: ${mine.meals}T`,
        mine.defence && `defense of the front: ${mine.defence}T`,
      ]
        .filter(Boolean)
        .join(" · "),
    ),
  );
}

/** A dump from which supply may go by rail now: 1 SP, then the hex it goes to is clicked. @param {Play} play @param {string} hex */
function train(play, hex) {
  const text = `entrain ${hex}`;
  if (!play.model.table.legal?.plain.includes(text)) return null;
  return h(
    "button.quiet",
    { type: "button", "data-key": text, title: "Send 1 SP of this dump by rail", onclick: () => play.send(text) },
    "rail",
  );
}

/** A dump that may be blown now: a press asks first, as it cannot be taken back. @param {Play} play @param {string} hex */
function blow(play, hex) {
  const text = `blow ${hex}`;
  if (!play.model.table.legal?.plain.includes(text)) return null;
  return h(
    "button.quiet",
    {
      type: "button",
      "data-key": text,
      title: "Blow this dump, so that the enemy does not get it",
      onclick: () => play.ask(text, hex),
    },
    "blow",
  );
}

/** @param {Play} play @param {any} mine */
function reserves(play, mine) {
  const foe = glanceOf(play).sides[play.model.foe] ?? { reserves: [] };
  const list = (/** @type {string[]} */ ids) =>
    ids.map((id) =>
      h(
        "button.rhine-unit",
        {
          type: "button",
          "data-key": `reserve-${id}`,
          onclick: () => {
            play.select(id);
            const hex = play.model.hexOf(id);
            if (hex) play.board.reveal(hex);
          },
        },
        label(play, id),
      ),
    );
  return h(
    "section.sec",
    null,
    h("h2", null, "Reserves", h("span.r", null, `${mine.markers_left} of ${mine.markers} markers left`)),
    mine.reserves.length ? h("div.rhine-units", null, list(mine.reserves)) : h("span.muted", null, "No unit in reserve. "),
    foe.covered && h("small.muted", null, "Enemy reserves lie covered."),
    foe.reserves.length > 0 &&
      h("div", null, h("small.muted", null, "The enemy may release: "), h("div.rhine-units", null, list(foe.reserves))),
  );
}

/** @param {any} mine */
function aircraft(mine) {
  if (!mine.aircraft.length) return null;
  const state = (/** @type {any} */ p) =>
    p.left <= 0 ? "lost" : `${p.active ? "active" : "flown"}${p.left < 2 ? ", reduced" : ""}`;
  return h(
    "section.sec",
    null,
    h("h2", null, "Aircraft"),
    h(
      "div.rhine-air",
      null,
      mine.aircraft.map((/** @type {any} */ p) => [h("span", null, p.type), h("span.muted", null, state(p))]),
    ),
  );
}

/** @param {Play} play @param {string} id */
const label = ({ model }, id) => /** @type {any} */ (model.units.get(id))?.label ?? id;

/** Units without trace, and why. @param {Play} play */
function cutOff(play) {
  const { model } = play,
    units = play.laid.data.supply?.units ?? {},
    list = Object.entries(units).filter(([id, s]) => !s.supplied && model.units.get(id)?.side === model.eyes && !isPoint(id));
  return h(
    "section.sec",
    null,
    h("h2", null, "Supply trace", h("span.r", null, chip(model.book, "BTR-ocs.trace.check"))),
    list.length
      ? list.map(([id, s]) =>
          h(
            "details.rhine-cut",
            null,
            h("summary", null, `${label(play, id)} in ${model.hexOf(id)} is cut off`),
            h("p", null, s.because),
            h(
              "button",
              {
                type: "button",
                "data-key": `cut-${id}`,
                onclick: () => {
                  play.on.supply = true;
                  play.select(id);
                  const hex = model.hexOf(id);
                  if (hex) play.board.reveal(hex);
                },
              },
              "Show",
            ),
          ),
        )
      : h("span.muted", null, "All your units trace supply."),
  );
}

const isPoint = (/** @type {string} */ id) => /-(Truck|Wagon)-/.test(id);

/** Pax, Eq and rail capacity of a side, where it has any. @param {string} name @param {any} side */
const replacements = (name, side) =>
  side.pax || side.eq || side.rail
    ? h("div.muted", null, h("small", null, `${name}: ${side.pax} Pax, ${side.eq} Eq, ${side.rail} SP of rail`))
    : null;

/** How it would end now. @param {Play} play @param {any} g */
function standing(play, g) {
  const { model } = play;
  if (model.present.over) return null;
  const st = g.standing;
  return h(
    "section.sec",
    null,
    h("h2", null, "If it ended now"),
    h("div", null, h("span.pill", { class: `of-${st.winner}` }, capital(st.level))),
    st.parts.map((/** @type {any} */ p) => h("div.muted", null, h("small", null, `${p.because} `), chip(model.book, p.clause))),
    h("small.muted", null, `steps lost: Allied ${g.sides.allied.steps_lost}, German ${g.sides.german.steps_lost}`),
    ["allied", "german"].map((side) => replacements(model.side(side), g.sides[side])),
    g.flood ? h("div.muted", null, h("small", null, "The Roer is in flood: no road crosses it.")) : null,
    g.bridge_checks ? h("div.muted", null, h("small", null, `bridge check markers: ${g.bridge_checks}`)) : null,
    model.table.legal?.plain.includes("concede")
      ? h("button.quiet", { type: "button", "data-key": "concede", onclick: () => play.ask("concede", "") }, "Give up the game")
      : null,
  );
}
