// @ts-check
// Dialogs over the table: the terrain key, the keyboard, the end of the game. The browser keeps the focus inside.
import { h, fill } from "../dom.js";
import { gameOver } from "./ending.js";
import { terrainKey } from "./terrainkey.js";

/** @typedef {import("./play.js").Play} Play */

const KEYS = [
  ["Tab, [ and ]", "the units that can act, one after the other"],
  ["Enter", "confirm the selection, or end the phase"],
  ["Arrows", "move a cursor over the hexes"],
  ["I", "ask why not at the cursor"],
  ["1 to 9", "the choices at the right; the units of an open stack"],
  ["Backspace", "undo, up to the last roll or anything revealed"],
  ["Esc", "cancel the selection, close"],
  ["Z S T C M", "zones, supply, threats, control, who moved"],
  ["N U", "place names; hide the units"],
  ["K A L", "terrain key, arrivals, everything as a list"],
  ["+ − 0 .", "zoom, whole map, centre"],
  ["< >", "step back and on through the game"],
  ["?", "search the rules"],
  ["J", "a hint: what a computer player would do, and why"],
  ["H", "this list"],
];

/** @type {Record<string, [string, (play: Play) => any]>} */
const DIALOGS = {
  key: ["Terrain key", terrainKey],
  over: ["The game is over", gameOver],
  help: [
    "Keys",
    (play) =>
      h(
        "dl.keys",
        null,
        [...(play.model.dress.own?.KEYS ?? []), ...KEYS].map(([key, words]) => [
          h("dt", null, h("kbd", null, key)),
          h("dd", null, words),
        ]),
      ),
  ],
};

/** Opens and closes what `play.dialog` names. */
export class Dialogs {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    this.box = /** @type {HTMLDialogElement} */ (
      h("dialog", {
        onclose: () => {
          if (this.shown) {
            this.shown = "";
            this.play.dialog = null;
            this.play.changed();
          }
        },
        onclick: (/** @type {MouseEvent} */ e) => {
          if (e.target === this.box) this.box.close();
        },
      })
    );
    this.shown = "";
  }

  draw() {
    const name = this.play.dialog && DIALOGS[this.play.dialog] ? this.play.dialog : "";
    if (name === this.shown) return;
    this.shown = name;
    if (!name) return this.box.close();
    const [title, inside] = DIALOGS[name];
    this.box.setAttribute("aria-label", title);
    fill(
      this.box,
      h(
        "header",
        null,
        h("h2", null, title),
        h("button", { type: "button", onclick: () => this.box.close() }, "Close", h("kbd", null, "Esc")),
      ),
      inside(this.play),
    );
    if (!this.box.open) this.box.showModal();
  }
}
