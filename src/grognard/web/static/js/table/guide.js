// @ts-check
// A guided first game: each step in plain words with its clause; a suggestion that can be followed; left at any time.
import { h } from "../dom.js";
import { chip } from "../marks.js";
import { choose, setting } from "../settings.js";

/** @typedef {import("./play.js").Play} Play */
/** A step is told while one of its verbs is open. @typedef {{verbs: string[], phase?: RegExp, title: string, words: string, clause?: string, kind?: string}} Step */

const MOST = 60; // actions one press may do

export class Guide {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
  }

  get steps() {
    return this.play.model.dress.guide ?? [];
  }
  get on() {
    return this.steps.length > 0 && setting("guide") !== "off";
  }

  /** @param {boolean} on */
  turn(on) {
    choose("guide", on ? "" : "off");
    this.play.changed();
  }

  /** @returns {Step | null} */
  get step() {
    const { model } = this.play,
      t = model.table,
      phase = t.phase ?? "";
    if (t.over || model.past) return null;
    if (!t.mine)
      return {
        verbs: [],
        title: "The other side acts",
        words: "Watch the log at the right: each line says what was done and by which clause. Any clause can be clicked.",
      };
    return (
      this.steps.find(
        (s) =>
          s.verbs.some((v) => model.verbs.includes(v)) &&
          (!s.phase || s.phase.test(phase)) &&
          (!s.kind || s.kind === t.combat?.kind),
      ) ?? null
    );
  }

  /** What the guide would do now, if it has a view. @returns {string | null} */
  get suggestion() {
    const { model } = this.play,
      legal = model.table.legal;
    if (!model.table.mine || !legal) return null;
    return (model.dress.suggest?.[model.table.to_move] ?? []).find((text) => allowed(legal, text)) ?? null;
  }

  /** Follows its suggestions until it has none or something else is due. */
  follow() {
    const { play } = this,
      side = play.model.table.to_move;
    return play.doing.press("follow", async () => {
      for (let n = 0; n < MOST; n++) {
        const next = this.suggestion,
          { table } = play.model;
        if (!next || table.to_move !== side || table.turn || !(await play.act(next))) break;
      }
      return true;
    });
  }
}

/** @param {any} legal @param {string} text */
function allowed(legal, text) {
  if (legal.plain.includes(text)) return true;
  const [verb, ...rest] = text.split(" "),
    hex = rest.pop() ?? "";
  return Boolean(legal.by_verb?.[verb]?.[rest.join(" ")]?.includes(hex));
}

/** @param {Play} play */
export function guideBox(play) {
  const { guide, model } = play,
    step = guide.on ? guide.step : null,
    next = guide.suggestion;
  const quick = next && !model.table.turn && !model.past;
  const help = quick
    ? h(
        "div.choices",
        null,
        h("button", { type: "button", "data-key": "suggest", onclick: () => play.send(next) }, "Do a sensible one"),
        h("button", { type: "button", "data-key": "follow", onclick: () => guide.follow() }, "Set all of it up for me"),
      )
    : null;
  if (!step) return help ? h("section.sec.tight", null, help) : null;
  return h(
    "section.sec.guide",
    { "aria-label": "Guide" },
    h(
      "h2",
      null,
      "Guide",
      h(
        "span.r",
        null,
        h("button.quiet", { type: "button", "data-key": "guide-off", onclick: () => guide.turn(false) }, "Leave"),
      ),
    ),
    h("b", null, step.title),
    h("p", null, step.words, " ", chip(model.book, step.clause ?? (model.table.mine ? model.table.clause : null))),
    help,
  );
}
