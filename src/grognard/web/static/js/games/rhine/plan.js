// @ts-check
// What a player means to do this turn: attacks and barrages ticked in a list, with a running price. Private to the seat.
import { h } from "../../dom.js";
import { supply } from "./phrases.js";

/** @typedef {import("../../table/play.js").Play} Play */

const KEY = "grognard.rhine.plans";

/** @param {Play} play */
const owner = ({ model }) => `${model.id} ${model.eyes} ${model.table.turn}`;

/** @returns {Record<string, string[]>} */
function all() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {Play} play @returns {Set<string>} */
const ticked = (play) => new Set(all()[owner(play)] ?? []);

/** @param {Play} play @param {string} line */
function tick(play, line) {
  const now = ticked(play);
  if (!now.delete(line)) now.add(line);
  localStorage.setItem(
    KEY,
    JSON.stringify({ ...Object.fromEntries(Object.entries(all()).slice(-20)), [owner(play)]: [...now] }),
  );
  play.noted++;
  play.changed();
}

/** Under fog: how many counters the figure leaves out. @param {any} line */
const unknown = (line) => (line.covered ? ` (+${line.covered} not known)` : "");
const named = (/** @type {any} */ line) => `${line.kind} ${line.hex}`;

/** @param {Play} play @returns {any[]} */
const lines = (play) =>
  /** @type {any} */ (play.laid.data.glance?.sides[play.model.eyes]?.lines ?? []).filter(
    (/** @type {any} */ line) => line.kind !== "barrage" || !/combat/.test(play.model.table.phase ?? ""), // guns have fired by then
  );

/** What the ticked lines cost, in tokens. @param {Play} play */
export function plannedTokens(play) {
  const on = ticked(play);
  return lines(play)
    .filter((line) => on.has(named(line)))
    .reduce((sum, line) => sum + line.tokens, 0);
}

const percent = (/** @type {number} */ p) => Math.round(100 * p);

/** The plan of the turn, while nothing else is in hand. @param {Play} play */
export function planBox(play) {
  const { model } = play,
    list = lines(play),
    on = ticked(play);
  if (
    !list.length ||
    play.selected ||
    !model.table.mine ||
    !/movement|barrage|combat|meals|supply|reinforcement/.test(model.table.phase ?? "")
  )
    return null;
  const gone = [...on].filter((name) => !list.some((line) => named(line) === name));
  return h(
    "section.sec",
    null,
    h("h2", null, "Plan of the turn", h("span.r", null, supply(plannedTokens(play)))),
    h("small.muted", null, "Tick what you mean to do: nothing is paid before its phase."),
    h(
      "div.rhine-plan",
      null,
      list.map((line) => {
        const name = named(line),
          words =
            line.kind === "barrage"
              ? `Barrage ${line.hex}: hit ${percent(line.low)} %${unknown(line)}`
              : `Attack ${line.hex}: taken ${range(line.low, line.high)} %${unknown(line)}`;
        return h(
          "label",
          {
            title: line.units
              .map((/** @type {string} */ id) => /** @type {any} */ (model.units.get(id))?.label ?? id)
              .join(", "),
          },
          h("input", {
            type: "checkbox",
            checked: on.has(name),
            "data-key": `plan-${name}`,
            onchange: () => tick(play, name),
            onmouseenter: () => play.glance([line.hex]),
          }),
          h("span", null, words),
          h("b", null, `${line.tokens}T`),
        );
      }),
    ),
    gone.length > 0 &&
      h(
        "p.rhine-warn",
        null,
        `No longer possible: ${gone.join(", ")}. `,
        h(
          "button.quiet",
          { type: "button", "data-key": "plan-drop", onclick: () => gone.forEach((name) => tick(play, name)) },
          "Drop",
        ),
      ),
  );
}

/** @param {number} low @param {number} high */
export function range(low, high) {
  const [a, b] = [percent(low), percent(high)];
  return a === b ? `${a}` : `${a}–${b}`;
}
