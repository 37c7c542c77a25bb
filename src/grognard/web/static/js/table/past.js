// @ts-check
// Looking back: a slider through the game, and the way from any position into a game of one's own.
import { h } from "../dom.js";
import { announce, toast } from "../marks.js";
import { keep, keepCreator } from "../seats.js";

/** @typedef {import("./play.js").Play} Play */

export class Past {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    /** @type {AbortController | null} */
    this.asked = null;
  }

  get of() {
    return this.play.model.present.at ?? 0;
  }
  get at() {
    return this.play.model.past?.at ?? this.of;
  }

  /** Shows the table after so many actions. @param {number} at @param {boolean} [quiet] without reading it out */
  async go(at, quiet = false) {
    const { play } = this,
      { model } = play,
      to = Math.max(0, Math.min(this.of, at));
    if (model.veil) return;
    if (to === this.of && !quiet) return this.leave();
    if (quiet && model.past?.at === to) return;
    this.asked?.abort();
    const asked = (this.asked = new AbortController());
    try {
      const table = await model.seat.at(to, asked.signal);
      if (asked.signal.aborted) return;
      model.past = table;
      model.show(table);
      play.clear();
      if (!quiet)
        announce(
          `After action ${to} of ${this.of}. ${table.log[table.log.length - 1]?.words.map((/** @type {any} */ w) => w.text).join(". ") ?? ""}`,
        );
      play.changed();
    } catch (error) {
      if (!asked.signal.aborted) toast(error instanceof Error ? error.message : String(error));
    }
  }

  /** Back to the table as it stands. */
  leave() {
    const { model } = this.play;
    this.asked?.abort();
    if (!model.past) return;
    model.past = null;
    model.show(model.present);
    this.play.clear();
    this.play.changed();
  }

  /** A what-if game from the position that is shown; this browser gets both seats. */
  branch() {
    const { model, doing } = this.play,
      at = this.at;
    return doing.press("branch", async () => {
      try {
        const made = await model.seat.branch(
          at,
          `What if: ${model.table.name || model.dress.title}, action ${at}`.slice(0, 80),
        );
        keepCreator(made.table, made.creator);
        for (const token of Object.values(made.seats)) keep(made.table, /** @type {string | null} */ (token));
        location.hash = `t=${made.table}`;
        return true;
      } catch (error) {
        toast(error instanceof Error ? error.message : String(error));
        return false;
      }
    });
  }
}

/** The slider over the log. @param {Play} play */
export function timeline(play) {
  const { past } = play,
    at = past.at,
    of = past.of,
    back = Boolean(play.model.past);
  if (!of) return null;
  const step = (
    /** @type {number} */ to,
    /** @type {string} */ words,
    /** @type {string} */ mark,
    /** @type {boolean} */ off,
  ) =>
    h(
      "button.quiet",
      {
        type: "button",
        "aria-label": words,
        title: words,
        disabled: off,
        "data-key": `step-${mark}`,
        onclick: () => past.go(to),
      },
      mark,
    );
  return h(
    "div.timeline",
    { class: back ? "back" : "", role: "group", "aria-label": "Step through the game" },
    step(at - 1, "One action back", "‹", at <= 0),
    h("input", {
      type: "range",
      min: 0,
      max: of,
      value: at,
      "aria-label": "Position in the game",
      "aria-valuetext": `after action ${at} of ${of}`,
      "data-key": "slider",
      oninput: (/** @type {any} */ e) => past.go(Number(e.target.value)),
    }),
    step(at + 1, "One action on", "›", at >= of),
    h("span.num", null, `${at}/${of}`),
    h(
      "button.quiet",
      {
        type: "button",
        "aria-label": back ? "Play the game from here" : "Play the game from the beginning",
        title: back ? "Play the game from here" : "Play the game from the beginning",
        "data-key": "replay",
        onclick: () => play.playback.replay(back ? at : 0),
      },
      "▶",
    ),
    h(
      "button.quiet",
      {
        type: "button",
        "aria-label": "Play back what the other side did last",
        title: "Play back what the other side did last",
        "data-key": "replay-last",
        onclick: () => play.playback.last(),
      },
      "↺",
    ),
  );
}

/** In place of the prompt while somebody looks back. @param {Play} play */
export function lookingBack(play) {
  const { past } = play,
    t = play.model.table;
  return h(
    "section.sec.past",
    null,
    h(
      "div.prompt",
      null,
      h("b.lead", null, `Looking back: action ${past.at} of ${past.of}`),
      t.turn ? `Turn ${t.turn}, ` : "Before turn 1, ",
      t.phase ?? "",
      ". You are looking at an earlier position; the game itself is unchanged.",
    ),
    h(
      "div.choices",
      null,
      h(
        "button.primary",
        { type: "button", "data-key": "now", onclick: () => past.leave() },
        "Back to the game",
        h("kbd", null, "Esc"),
      ),
      h("button", { type: "button", "data-key": "branch", onclick: () => past.branch() }, "What if: play on from here"),
    ),
  );
}
