// @ts-check
// Papers in place of a table: a desk for people who play on their own map. What they keep is a text in this browser; it
// can be saved as a file and read again. Every order is judged by the server, which keeps nothing.
import * as api from "../api.js";
import { keep } from "./model.js";

const MOST = 200; // steps that can be taken back

/** @typedef {{text: string, day: string, side: string, log: any[]}} Book */

export class Paper {
  /** @param {string} game @param {any[]} clauses */
  constructor(game, clauses) {
    this.game = this.id = game;
    this.address = `#desk=${encodeURIComponent(game)}`;
    /** @type {Map<string, import("../marks.js").Clause>} */
    this.book = new Map(clauses.map((c) => [c.id, c]));
    /** @type {Map<string, any>} */
    this.kept = new Map();
    /** @type {any[]} */
    this.seats = [];
    /** @type {Book[]} */
    this.past = [];
    /** @type {Book} */
    this.now = stored(game) ?? { text: "", day: "1944-06-07", side: "allied", log: [] };
    this.paper = true;
    this.step = 0;
    this.seat = {
      desk: (/** @type {string} */ topic, /** @type {any} */ given) => api.paper(game, topic, this.given(given)),
      sheet: (/** @type {string} */ sheet, /** @type {any} */ given) => api.paperSheet(game, sheet, this.given(given)),
      judge: async () => ({ legal: true, rulings: [] }),
      record: async () => new Blob([this.now.text], { type: "text/plain" }),
    };
  }

  /** @param {string} game */
  static async open(game) {
    return new Paper(game, await api.clauses(game));
  }

  /** @param {Record<string, any>} more @returns {Record<string, string>} */
  given(more) {
    return {
      ledger: this.now.text,
      day: this.now.day,
      side: this.now.side,
      ...Object.fromEntries(Object.entries(more ?? {}).map(([k, v]) => [k, String(v)])),
    };
  }

  get mine() {
    return true;
  }
  get actions() {
    return [];
  }
  get table() {
    const { log, side, day } = this.now;
    return {
      game: this.game,
      table: this.game,
      name: "on paper",
      scenario: "on paper",
      seat: side,
      seq: this.step,
      to_move: side,
      mine: true,
      over: null,
      purpose: "Keep the ledger",
      phase: "",
      dates: day,
      turn: null,
      log,
      legal: { plain: [], by_verb: {}, verbs: [] },
      clause: null,
      rule: "",
      units: {},
    };
  }

  /** @param {string} action */
  async act(action) {
    const said = await api.paper(this.game, "write", this.given({ do: action }));
    const fresh = said.staff;
    this.turn({
      text: said.ledger,
      log: [...this.now.log, { seq: this.now.log.length + 1, by: this.now.side, do: action, words: said.words }],
    });
    if (fresh) this.kept.set("desk staff {}", { promise: Promise.resolve(fresh), value: fresh }); // came with the answer
    return said;
  }

  /** A new state of the papers; the old one can be had back. @param {Partial<Book>} change */
  turn(change) {
    this.past = [...this.past.slice(-MOST), this.now];
    this.put({ ...this.now, ...change });
  }

  /** @param {Book} book */
  put(book) {
    this.now = book;
    this.step++;
    this.kept.clear();
    localStorage.setItem(key(this.game), JSON.stringify(book));
  }

  async undo() {
    const last = this.past.pop();
    if (last) this.put(last);
  }

  async reload() {}
  /** @param {string} topic @param {any} [given] */
  ask(topic, given = {}) {
    return this.keep(`ask ${topic} ${JSON.stringify(given)}`, () => api.question(this.game, topic, given));
  }
  /** @param {string} topic @param {any} [given] */
  look(topic, given = {}) {
    return this.keep(`desk ${topic} ${JSON.stringify(given)}`, () => this.seat.desk(topic, given));
  }

  /** @param {string} name @param {() => Promise<any>} fetch @returns {Promise<any>} */
  keep(name, fetch) {
    return keep(this.kept, name, fetch);
  }
}

const key = (/** @type {string} */ game) => `grognard.paper.${game}`;

/** @param {string} game @returns {Book | null} */
function stored(game) {
  try {
    return JSON.parse(localStorage.getItem(key(game)) ?? "null");
  } catch {
    return null;
  }
}
