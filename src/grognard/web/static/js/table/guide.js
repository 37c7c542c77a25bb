// @ts-check
// The guide at the table: the game's own box, with an opening that can be followed.
import { h } from "../dom.js";
import { guideSection, isOn, turn } from "../guide.js";

/** @typedef {import("./play.js").Play} Play */

const MOST = 60; // actions one press may do

export class Guide {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
  }

  get on() {
    return this.play.model.guide.step.length > 0 && isOn();
  }

  /** @param {boolean} on */
  turn(on) {
    turn(on);
    this.play.changed();
  }

  /** The next action of the game's opening that is legal now. @returns {string | null} */
  get suggestion() {
    const { table, guide } = this.play.model;
    if (!table.mine || !table.legal) return null;
    return (guide.suggest[table.to_move] ?? []).find((/** @type {string} */ text) => allowed(table.legal, text)) ?? null;
  }

  /** Follows the opening until it has no more actions or another decision is due. */
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
    next = guide.suggestion;
  const help =
    next && !model.table.turn && !model.past
      ? h(
          "div.choices",
          null,
          h("button", { type: "button", "data-key": "follow", onclick: () => guide.follow() }, "Set up for me"),
        )
      : null;
  return guideSection(model, () => guide.turn(false), help);
}
