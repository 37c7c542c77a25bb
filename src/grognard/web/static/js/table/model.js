// @ts-check
// What the page knows of a table: the game's data, the seat's view, and which token speaks for whom.
import * as api from "../api.js";
import { dressOf } from "../games/dress.js";
import { neighbours } from "../map/hexgrid.js";
import { tokensOf } from "../seats.js";
import { choices, unitChoices } from "./choices.js";

/** @typedef {import("../games/dress.js").Unit} Unit */
/** @typedef {import("./choices.js").Choice} Choice */

export class Model {
  /** @param {string} id @param {import("../games/dress.js").Dress} dress @param {any} data @param {api.Seat[]} seats @param {any} table @param {number} now */
  constructor(id, dress, data, seats, table, now) {
    this.id = id;
    this.dress = dress;
    this.map = data.map;
    /** @type {Map<string, Unit>} */
    this.units = new Map(data.units.map((/** @type {Unit} */ u) => [u.id, u]));
    /** @type {Map<string, import("../marks.js").Clause>} */
    this.book = new Map(data.clauses.map((/** @type {any} */ c) => [c.id, c]));
    this.seats = seats;
    /** @type {Map<string, api.Seat>} side to seat, where one browser holds several */
    this.sides = new Map();
    this.now = now;
    this.table = table;
    this.take(table);
  }

  /** @param {string} id */
  static async open(id) {
    const seats = tokensOf(id).map((token) => new api.Seat(id, token));
    if (!seats.length) throw new Error("This browser has no seat at that table. Ask for its link.");
    const table = await seats[0].load();
    const [dress, data] = await Promise.all([dressOf(table.game), api.gameData(table.game)]);
    const model = new Model(id, dress, data, seats, table, 0);
    for (const seat of seats.slice(1)) model.sides.set((await seat.load()).seat, seat);
    await model.reload();
    return model;
  }

  get seat() { return this.seats[this.now]; }

  /** @param {any} table */
  take(table) {
    this.table = table;
    this.sides.set(table.seat, this.seat);
    /** @type {Choice[]} */
    this.choices = choices(table.legal, this.units);
    /** @type {Map<string, string>} */
    this.unitChoices = unitChoices(table.legal, this.units);
  }

  /** The table anew; where this browser plays both sides, from the seat that is to move. */
  async reload() {
    let table = await this.seat.load();
    const other = this.sides.get(table.to_move);
    if (!table.mine && other && other !== this.seat) {
      this.now = this.seats.indexOf(other);
      table = await other.load();
    }
    this.take(table);
  }

  /** @param {string} text */
  async act(text) {
    await this.seat.act(text, this.table.seq);
    await this.reload();
  }

  async undo() {
    await this.seat.undo(this.table.seq);
    await this.reload();
  }

  // -- what there is

  get verbs() { return Array.isArray(this.table.legal?.verbs) ? this.table.legal.verbs : Object.keys(this.table.legal?.verbs ?? {}); }

  /** @param {string | null} side */
  side(side) {
    return side === null ? "" : this.dress.sides[side] ?? { chance: "the dice", watch: "Onlooker" }[side] ?? side;
  }

  /** Where a unit stands: on the map, or in the secret record this seat may see. @param {string} id @returns {string | null} */
  hexOf(id) {
    return this.table.units[id]?.hex ?? this.table.view?.record?.[id] ?? null;
  }

  /** Whether a unit's place is known to this seat alone. @param {string} id */
  secret(id) {
    return !this.table.units[id]?.hex && Boolean(this.table.view?.record?.[id]);
  }

  /** @param {string} hex @returns {Unit[]} */
  stack(hex) {
    return [...this.units.values()].filter((u) => this.table.units[u.id]?.steps > 0 && this.hexOf(u.id) === hex);
  }

  /** Subjects that can act: units with hexes, or named by a plain choice. */
  get able() {
    return new Set([...this.choices.map((c) => c.subject).filter((s) => this.units.has(s)), ...this.unitChoices.keys()]);
  }

  /** The choice of a subject. @param {string | null} subject @returns {Choice | null} */
  choice(subject) {
    return this.choices.find((c) => c.subject === subject) ?? null;
  }

  /** Enemy hexes that can be attacked, with who can. @returns {Map<string, string[]>} */
  get targets() {
    /** @type {Map<string, string[]>} */
    const found = new Map();
    for (const c of this.choices) if (c.verb === "attack") for (const hex of c.hexes) found.set(hex, [...(found.get(hex) ?? []), c.subject]);
    return found;
  }

  /** Hexes next to a unit of another side than this. @param {string} side */
  nextToEnemy(side) {
    const found = new Set();
    for (const unit of this.units.values()) {
      const hex = this.table.units[unit.id]?.hex;
      if (unit.side === side || !hex) continue;
      for (const n of neighbours(hex)) if (this.map.hexes[n] && this.map.hexes[n].t !== "sea") found.add(n);
    }
    return found;
  }

  /** The side whose eyes the page has. */
  get eyes() {
    return this.table.mine ? this.table.to_move : this.table.seat;
  }

  /** A hex in words. @param {string} hex */
  place(hex) {
    const data = this.map.hexes[hex], name = data?.name ? this.dress.names.spelling[data.name] || data.name : "";
    return { name, terrain: data?.words ?? data?.t ?? "", words: [hex, name].filter(Boolean).join(" ") };
  }

  /** A unit in words, for those who hear the page. @param {Unit} unit */
  label(unit) {
    const at = this.table.units[unit.id], hex = this.hexOf(unit.id);
    const state = [at.steps === 1 ? "reduced" : at.steps ? "full" : "lost", at.moved && "moved", at.fought && "fought", at.cut_off && "out of supply", this.secret(unit.id) && "hidden"];
    return [unit.name, this.side(unit.side), ...state.filter(Boolean), hex ? `hex ${this.place(hex).words}` : at.waiting ? "waiting" : ""].filter(Boolean).join(", ");
  }
}
