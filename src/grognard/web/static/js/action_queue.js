// @ts-check
// What is done to a table, one thing after another. A press while something else is on its way is not lost, and is not done to a
// table nobody has seen either: it waits, and is done if the table then stands as it was drawn when it was pressed; if not, that is
// told. The second press of a double click is no second wish.
import { toast } from "./marks.js";

/** @typedef {{seq: () => number, reload: () => Promise<any>, tell: () => void, changed: () => void}} Table
 *   seq: where the table stands here, which only ever grows; reload: fetches it anew; tell: shows that something is on its way;
 *   changed: has all drawn anew */

const MOVED = "The position changed before your click arrived, so it was ignored. Click again if you still want it.";
const TWICE = "Double-click ignored. Click once more to repeat the action.";
const AGAIN = "undo"; // which many want several times over

/** Whether this is the second click of a double click: it was meant for what the first was on, whatever has come there since. */
const second = () => {
  const e = window.event;
  return e instanceof MouseEvent && e.type === "click" && e.detail > 1;
};

/** The work of a button or a form that is not begun again while it is under way, which it shows.
 * @param {(e: any) => Promise<any>} work @returns {(e: any) => Promise<void>} */
export function once(work) {
  let begun = false;
  return async (e) => {
    e.preventDefault();
    if (begun) return;
    const pressed = e.currentTarget;
    begun = true;
    pressed.setAttribute("aria-busy", "true");
    try {
      await work(e);
    } finally {
      begun = false;
      pressed.removeAttribute("aria-busy");
    }
  };
}

export class ActionQueue {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.count = 0; // under way or waiting
    this.shown = table.seq(); // where the table stands that is drawn
    /** @type {number | null} where it stood when what is under way began */
    this.from = null;
    this.heard = -1; // the newest anybody told of
    this.due = false; // it is to be looked at
    /** @type {Map<string, boolean>} what was pressed, and whether it is over: until that is drawn the same press is the same wish */
    this.pressed = new Map();
    /** @type {Promise<any>} */
    this.last = Promise.resolve();
  }

  get busy() {
    return this.count > 0;
  }

  /** Does what a person pressed, when its turn has come. @param {string} name what tells one wish from another
   * @param {() => Promise<boolean>} what @returns {Promise<boolean>} whether it was done */
  async press(name, what) {
    if (this.pressed.has(name)) return false;
    if (name !== AGAIN && second()) {
      toast(TWICE);
      return false;
    }
    const seen = this.shown;
    this.pressed.set(name, false);
    return this.queue(async () => {
      try {
        if (this.table.seq() === seen) return await what();
        toast(MOVED);
        return false;
      } finally {
        this.pressed.set(name, true);
      }
    });
  }

  /** Somebody told where the table stands. What is not newer than what is here is old: it came while we acted ourselves. @param {number | undefined} seq */
  news(seq) {
    if (seq === undefined || seq <= this.table.seq()) return;
    this.heard = Math.max(this.heard, seq);
    this.due = true;
    if (!this.busy) this.follow();
  }

  /** All is drawn as it stands; not so while the table is new already and what belongs to it still on its way. */
  drawn() {
    if (this.from === null || this.from === this.table.seq()) this.shown = this.table.seq();
    for (const [name, over] of this.pressed) if (over) this.pressed.delete(name);
  }

  /** @template T @param {() => Promise<T>} what @returns {Promise<T>} */
  queue(what) {
    this.count++;
    this.table.tell();
    const mine = this.last.then(async () => {
      this.from = this.table.seq();
      try {
        return await what();
      } finally {
        this.from = null;
        this.count--;
        this.table.changed();
        this.follow();
      }
    });
    this.last = mine.catch(() => {});
    return mine;
  }

  /** Looks at the table if it is known to have gone on. */
  follow() {
    if (!this.due || this.heard <= this.table.seq()) return;
    this.due = false; // if it cannot be reached now the next news will have it tried again
    void this.queue(() => this.table.reload());
  }
}
