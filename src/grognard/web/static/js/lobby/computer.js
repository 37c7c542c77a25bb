// @ts-check
// Which computer player takes a side: each with a line on how it plays, its strength and time where they make a difference.
import { h, fill } from "../dom.js";

const MAX_STRENGTH = 10,
  DEFAULT_SECONDS = 5,
  MAX_SECONDS = 60;

/** The computer player of one side. `value` is the kind of seat it makes, `box` its choice, `grades` its strength and time. */
export class ComputerPlayer {
  /** @param {any} game @param {string} words the side's name @param {boolean} on whether the computer plays the side @param {() => void} changed */
  constructor(game, words, on, changed) {
    /** @type {{name: string, character: string, graded: boolean}[]} */
    this.list = game.players ?? [];
    this.words = words;
    this.changed = changed;
    this.name = game.strongest ?? "";
    this.strength = MAX_STRENGTH;
    this.seconds = DEFAULT_SECONDS;
    this.character = h("small.muted");
    this.box = h("div.player", null, this.list.length > 1 && [this.choice(), this.character]);
    this.grades = h("div.grades");
    fill(
      this.grades,
      h("span", null, `${words}: `),
      this.number("Strength", "strength", MAX_STRENGTH),
      this.number("Seconds a turn", "seconds", MAX_SECONDS),
    );
    this.show(on);
  }

  get player() {
    return this.list.find((one) => one.name === this.name);
  }

  get value() {
    const plain = !this.player?.graded || (this.strength === MAX_STRENGTH && this.seconds === DEFAULT_SECONDS);
    return ["computer", ...(this.name ? [this.name] : []), ...(plain ? [] : [this.strength, this.seconds])].join(":");
  }

  /** @param {boolean} on */
  show(on) {
    this.on = on;
    this.box.hidden = !on;
    this.grades.hidden = !on || !this.player?.graded;
    this.character.textContent = this.player?.character ?? "";
  }

  choice() {
    const pick = (/** @type {any} */ e) => {
      this.name = e.target.value;
      this.show(true);
      this.changed();
    };
    return h(
      "select",
      { "aria-label": `Computer player of the ${this.words} side`, onchange: pick },
      this.list.map((p) =>
        h("option", { value: p.name, selected: p.name === this.name }, p.name[0].toUpperCase() + p.name.slice(1)),
      ),
    );
  }

  /** @param {string} label @param {"strength" | "seconds"} key @param {number} most */
  number(label, key, most) {
    const change = (/** @type {any} */ e) => {
      this[key] = e.target.value = Math.max(1, Math.min(most, Math.round(Number(e.target.value) || 1)));
      this.changed();
    };
    const name = `${label} of the computer player of the ${this.words} side`;
    return h(
      "label",
      null,
      label,
      " ",
      h("input", { type: "number", min: 1, max: most, value: this[key], "aria-label": name, onchange: change }),
    );
  }
}
