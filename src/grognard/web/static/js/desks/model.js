// @ts-check
// What a desk knows of its table: the seat's view, the clauses, and answers that were fetched.
import * as api from "../api.js";
import { tokensOf } from "../seats.js";

const MOST = 40; // pages that are kept after the table has changed

export class Model {
  /** @param {string} id @param {api.Seat[]} seats @param {any} table @param {any[]} clauses @param {import("../guide.js").GuideBook} guide */
  constructor(id, seats, table, clauses, guide) {
    this.id = id;
    this.seats = seats;
    this.now = 0;
    this.table = table;
    this.guide = guide;
    /** @type {Map<string, import("../marks.js").Clause>} */
    this.book = new Map(clauses.map((c) => [c.id, c]));
    /** @type {Map<string, api.Seat>} side to seat, where one browser holds several */
    this.sides = new Map([[table.seat, seats[0]]]);
    /** @type {Map<string, any>} answers, by what was asked */
    this.kept = new Map();
    /** @type {Map<string, any>} what this seat was shown of the table last: it stands until it is known how it is now */
    this.before = new Map();
  }

  /** @param {string} id */
  static async open(id) {
    const seats = tokensOf(id).map((token) => new api.Seat(id, token)),
      table = await seats[0].load();
    const model = new Model(id, seats, table, ...(await Promise.all([api.clauses(table.game), api.guide(table.game)])));
    for (const seat of seats.slice(1)) model.sides.set((await seat.load()).seat, seat);
    if (!table.mine && seats.length > 1) await model.reload(); // the seat that is to move may be another of this browser's
    return model;
  }

  get seat() {
    return this.seats[this.now];
  }
  get mine() {
    return this.table.mine && !this.table.over;
  }

  /** The table anew; where this browser plays several sides, from the seat that is to move. */
  async reload() {
    let table = await this.seat.load();
    const other = this.sides.get(table.to_move);
    if (!table.mine && other && other !== this.seat) {
      this.now = this.seats.indexOf(other);
      table = await other.load();
    }
    this.take(table);
  }

  /** @param {any} table */
  take(table) {
    if (table.seq !== this.table.seq || table.seat !== this.table.seat) this.age();
    if (table.seat !== this.table.seat) this.before.clear(); // what the other side saw is not shown here
    this.table = table;
  }

  /** What is known of the table is not so any more. */
  age() {
    for (const [key, { value }] of [...this.kept]) {
      if (!key.startsWith("desk ")) continue;
      this.kept.delete(key);
      if (value === undefined) continue;
      this.before.delete(key);
      this.before.set(key, value);
    }
    for (const key of [...this.before.keys()].slice(0, -MOST)) this.before.delete(key);
  }

  /** @param {string} action */
  async act(action) {
    const said = await this.seat.act(action, this.table.seq);
    // the position after this very action: what a computer player does next comes as news and is played back
    if (said.table && !said.table.escrow && (said.table.mine || !this.sides.has(said.table.to_move))) this.take(said.table);
    else await this.reload();
    return said;
  }

  async undo() {
    await this.seat.undo(this.table.seq);
    await this.reload();
  }

  /** Every legal action in full, as it is written. @returns {string[]} */
  get actions() {
    const legal = this.table.legal ?? { plain: [], by_verb: {} };
    return [
      ...legal.plain,
      ...Object.entries(legal.by_verb).flatMap(([verb, units]) =>
        Object.entries(/** @type {any} */ (units)).flatMap(([unit, hexes]) =>
          hexes.map((/** @type {string} */ hex) => [verb, unit, hex].filter(Boolean).join(" ")),
        ),
      ),
    ];
  }

  /** What the rules say to a question. @param {string} topic @param {Record<string, any>} [given] @returns {Promise<any>} */
  ask(topic, given = {}) {
    return this.keep(`ask ${topic} ${JSON.stringify(given)}`, () => api.question(this.table.game, topic, given));
  }

  /** What a page of the desk shows of this table. @param {string} topic @param {Record<string, any>} [given] @returns {Promise<any>} */
  look(topic, given = {}) {
    return this.keep(`desk ${topic} ${JSON.stringify(given)}`, () => this.seat.desk(topic, given));
  }

  /** What the desk shows of the past of this table. @returns {Promise<any>} */
  history() {
    return this.keep("desk history", () => this.seat.history());
  }

  /** @param {string} key @param {() => Promise<any>} fetch @returns {Promise<any>} */
  keep(key, fetch) {
    return keep(this.kept, key, fetch);
  }
}

/** An answer that is asked for once; `value` or `error` stands beside the promise as soon as it is there.
 * @param {Map<string, any>} kept @param {string} key @param {() => Promise<any>} fetch @returns {Promise<any>} */
export function keep(kept, key, fetch) {
  const known = kept.get(key);
  if (known) return known.promise;
  /** @type {any} */
  const entry = { promise: fetch() };
  entry.promise.then(
    (/** @type {any} */ value) => {
      entry.value = value;
    },
    (/** @type {any} */ error) => {
      entry.error = error;
    },
  );
  kept.set(key, entry);
  return entry.promise;
}
