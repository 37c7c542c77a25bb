// @ts-check
// A hint at a desk, asked and shown as at the table; it stands below the decision until the table changes.
import { ask, hintBox } from "../table/hint.js";

/** @typedef {import("./frame.js").Desk} Desk */
/** @typedef {import("../table/hint.js").Hint} Hint */

export class DeskHint {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    /** @type {Hint | "asked" | null} */
    this.found = null;
    this.seq = -1; // of the table it was given for
  }

  get hint() {
    return this.seq === this.desk.table.seq ? this.found : null;
  }
  set hint(found) {
    this.found = found;
    this.seq = this.desk.table.seq;
  }

  get model() {
    const { model, table, book } = this.desk;
    return { table: { mine: model.mine }, present: { seq: table.seq }, seat: model.seat, book };
  }

  changed() {
    this.desk.changed();
  }
  /** @param {string} action */
  send(action) {
    return this.desk.send(action);
  }
  glance() {} // a desk has no map of its own to point at

  ask() {
    return ask(this);
  }
  box() {
    return hintBox(this, (action) => this.desk.words(action));
  }
}
