// @ts-check
// Under fog a side ends every phase itself, even if it can do nothing. One press ends all phases up to one the player names. What is ended does not
// depend on what could be done: nothing that the opponent sees of it, the time included, tells of covered counters.
import { h } from "../../dom.js";
import { announce } from "../../marks.js";

/** @typedef {import("../../table/play.js").Play} Play */

/** The phases a player may want to come to, in the order of play from the own turn on. @type {[RegExp, string][]} */
const MAIN = [
  [/^(allied|german) reinforcement$/, "Reinforcement"],
  [/^(allied|german) movement$/, "Movement"],
  [/^(allied|german) barrage$/, "Barrage"],
  [/^(allied|german) combat$/, "Combat"],
  [/^(allied|german) exploitation movement$/, "Exploitation"],
  [/^(allied|german) reaction movement$/, "Reaction"],
];
/** Where a phase stands between those: the number of the main phase it follows. @type {[RegExp, number][]} */
const BETWEEN = [
  [/breakout|supply/, 0],
  [/recovery|meals/, 1],
  [/exploitation/, 4],
  [/reaction/, 5],
];
/** Phases that may be ended so; a question within a fight is none. */
const ENDED =
  /^(allied|german) (reinforcement|breakout|movement|recovery|meals|((reaction|exploitation) )?(movement|barrage|combat))$/;
const PAUSE = 300; // milliseconds, the same for every phase

/** @typedef {{side: string, until: string}} Onward */
/** @param {Play} play @returns {Onward | null} */
const under = (play) => /** @type {any} */ (play).onward ?? null;

/** @param {Play} play */
const foggy = ({ model }) => Boolean(/** @type {any} */ (model.table).view?.options?.fog);

/** The main phases after this one, the next first; none where phases that are empty are passed over anyway. @param {Play} play @returns {string[]} */
export function nextPhases(play) {
  const t = play.model.table,
    phase = t.phase ?? "";
  if (!foggy(play) || !t.mine || !ENDED.test(phase) || !t.legal?.plain.includes("done")) return [];
  const main = MAIN.findIndex(([test]) => test.test(phase)),
    at = main >= 0 ? main : (BETWEEN.find(([test]) => test.test(phase))?.[1] ?? 0);
  return [1, 2, 3, 4, 5].map((k) => MAIN[(at + k) % MAIN.length][1]);
}

/** @param {Play} play @param {string} until */
export function skipTo(play, until) {
  /** @type {any} */ (play).onward = { side: play.model.table.to_move, until };
  announce(`Phases are ended up to ${until}.`);
  onward(play);
  play.changed();
}

/** @param {Play} play */
export function stop(play) {
  /** @type {any} */ (play).onward = null;
  play.changed();
}

/** Ends the phase that is due if one up to which phases are ended has not come yet; looked at after every action. @param {Play} play */
export function onward(play) {
  const seq = play.model.present.seq;
  if (under(play)) setTimeout(() => end(play, seq), PAUSE);
}

/** @param {Play} play @param {number} seq */
function end(play, seq) {
  const now = under(play),
    t = play.model.table,
    phase = t.phase ?? "";
  if (!now || play.model.past || play.model.present.seq !== seq) return;
  if (t.over) return stop(play);
  if (!t.mine || t.to_move !== now.side || !ENDED.test(phase)) return; // the other side's, or a question that wants an answer
  const main = MAIN.find(([test]) => test.test(phase));
  if (main?.[1] === now.until) return stop(play);
  if (t.legal?.plain.includes("done")) void play.send("done");
  else stop(play);
}

/** @param {Play} play */
export function onwardBox(play) {
  const now = under(play),
    list = nextPhases(play);
  if (now)
    return h(
      "section.sec.tight",
      null,
      h("span", null, `Your phases are ended up to ${now.until}. `),
      h("button", { type: "button", "data-key": "onward-stop", onclick: () => stop(play) }, "Stop"),
    );
  if (!list.length || play.selected) return null;
  return h(
    "section.sec.tight",
    null,
    h("h2", null, "End phases up to"),
    h(
      "div.rhine-units",
      null,
      list.map((name, k) =>
        h(
          "button.rhine-unit",
          { type: "button", "data-key": `onward-${name}`, onclick: () => skipTo(play, name) },
          name,
          k === 0 && h("kbd", null, "⇧E"),
        ),
      ),
    ),
    h("small.muted", null, "Whatever you could do in them: so your opponent learns nothing from it."),
  );
}
