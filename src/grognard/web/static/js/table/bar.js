// @ts-check
// The bar: game, turn, phases, whose decision it is, and the one button that goes on.
import { waiting } from "../dice/note.js";
import { h } from "../dom.js";
import { sign } from "../marks.js";
import { plainWords } from "./choices.js";

/** @typedef {import("./play.js").Play} Play */

/** @param {Play} play */
export function bar(play) {
  const { model } = play,
    t = model.table;
  const turn = t.turn
    ? `Turn ${t.turn}${t.last_turn || model.dress.turns ? ` of ${t.last_turn ?? model.dress.turns}` : ""}`
    : model.dress.before.title;
  return [
    h("a.brand", { href: "#", "aria-label": "grognard, to the lobby" }, "grognard", h("small", null, model.dress.title)),
    h(
      "div.turn",
      null,
      h("b", null, turn),
      h(
        "small",
        null,
        narrow()
          ? (t.purpose ?? "over").replace(/^./, (/** @type {string} */ c) => c.toUpperCase())
          : (t.dates || "").replace(/ 1944 ?-/, " –").replace(" - ", " – "),
      ),
    ),
    phases(play),
    decision(play),
  ];
}

const MANY = 8; // phases of a turn that need more room than a common screen has

const narrow = () => matchMedia("(max-width: 760px), (max-height: 500px)").matches;

const WITHIN = -2; // a decision within a phase, which names the decision and not the phase

/** Where a table stands in the phases of a turn: -1 before the first of them, 99 after the last.
 * @param {import("./model.js").Model} model @param {any} t */
export function phaseIndex({ dress }, t) {
  const phase = (t.phase ?? "").toLowerCase();
  if (dress.sequence) return dress.sequence(phase, t);
  const names = Object.keys(dress.sides).flatMap((side) => dress.player.map(([, name]) => `${side} ${name}`)),
    at = names.findIndex((name) => name === phase || name === phase.replace("landings", "movement"));
  if (at >= 0) return at;
  return dress.start?.[1].test(phase) ? -1 : t.over ? 99 : WITHIN;
}

/** @type {WeakMap<import("./model.js").Model, {turn: number, now: number}>} the last phase that was named */
const named = new WeakMap();

/** The phase the bar shows: during a decision within a phase still that phase. @param {import("./model.js").Model} model */
function shownIndex(model) {
  const { table } = model,
    now = phaseIndex(model, table),
    last = named.get(model);
  if (now === WITHIN && last?.turn === table.turn && !model.past) return last?.now ?? now;
  if (!model.past) named.set(model, { turn: table.turn, now });
  return now;
}

/** @param {Play} play */
function phases({ model }) {
  const t = model.table,
    phase = (t.phase ?? "").toLowerCase(),
    { before, player, start } = model.dress;
  const item = (/** @type {string} */ words, /** @type {number} */ at, /** @type {number} */ now) =>
    h(
      "span.ph",
      {
        class: at < now ? "done" : at === now ? "now" : "",
        "aria-current": at === now ? "step" : null,
        "data-clause": at === now ? t.clause : null,
        title: at === now ? t.rule : words,
      },
      at < now && [sign.tick(), h("span.sr", null, "done: ")],
      h("span.name", null, words),
    );
  if (!t.turn && before.phases.length) {
    const now = before.phases.findIndex(([, test]) => test.test(phase));
    return h(
      "nav.phases",
      { "aria-label": "Phases" },
      h(
        "div.side.current",
        null,
        before.phases.map(([words], k) => item(words, k, now)),
      ),
    );
  }
  const sides = Object.entries(model.dress.sides),
    per = player.length;
  const now = shownIndex(model);
  return h(
    "nav.phases",
    { class: sides.length * per > MANY ? "many" : "", "aria-label": "Phases of the turn" },
    start && h("div.side", { class: now === -1 ? "current" : "" }, item(start[0], -1, now)),
    sides.map(([side, words], k) =>
      h(
        "div.side",
        { class: now >= k * per && now < (k + 1) * per ? "current" : "" },
        h("span.who", { class: `of-${side}` }, words),
        player.map(([name], n) => item(name, k * per + n, now)),
      ),
    ),
  );
}

/** @param {Play} play */
function decision(play) {
  const { model } = play,
    t = model.table,
    mine = t.mine && !t.over;
  const waits = waiting(t, (side) => model.side(side));
  const who = t.over
    ? "Game over"
    : waits || t.to_move === "chance"
      ? "Dice"
      : mine
        ? `You: ${model.side(t.to_move)}`
        : `${model.side(t.to_move)} decides`;
  return h(
    "div.decision",
    null,
    h(
      "span.pill",
      { class: `of-${t.to_move ?? "watch"}`, title: t.purpose ?? "" },
      h("span.dot", { class: mine ? "" : "wait" }),
      who,
    ),
    goOn(play),
  );
}

/** The phase cannot be ended yet: the button says why, and a press shows the units concerned. @param {Play} play */
function blocked(play) {
  const { model } = play,
    asked = model.table.purpose ?? "this decision",
    ending = model.table.ending ?? { because: `decide first: ${asked}`, clause: model.table.clause, units: [] };
  return h(
    "button",
    {
      type: "button",
      "data-key": "done",
      "aria-disabled": "true",
      title: ending.because,
      onclick: () => play.showBlocked(ending),
    },
    "End phase",
    h("small.reason", null, ending.because),
  );
}

/** The one filled button. @param {Play} play */
function goOn(play) {
  const { model } = play,
    t = model.table;
  if (play.playback.open)
    return h(
      "button.primary",
      { type: "button", "data-key": "now", onclick: () => play.playback.leave() },
      "To now",
      h("kbd", null, "Esc"),
    );
  if (model.past)
    return h("button.primary", { type: "button", "data-key": "now", onclick: () => play.past.leave() }, "Back to the game");
  if (t.over) return h("button", { type: "button", "data-key": "over", onclick: () => play.show("over") }, "How it ended");
  if (waiting(t, (side) => model.side(side))) return h("button", { type: "button", disabled: true }, "Waiting for the dice");
  if (!t.mine) return h("button", { type: "button", disabled: true }, `Waiting for ${model.side(t.to_move)}`);
  if (!t.legal?.plain.includes("done")) return blocked(play);
  const at = { phase: t.phase ?? "", purpose: t.purpose ?? "", side: t.to_move, dress: model.dress, units: model.units };
  return h(
    "button",
    { type: "button", class: play.plan || play.pending ? "" : "primary", "data-key": "done", onclick: () => play.goOn() },
    plainWords("done", at),
    h("kbd", null, "↵"),
  );
}
