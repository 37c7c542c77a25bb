// @ts-check
// What the page knows of a table: the game's data, the seat's view, and which token speaks for whom.
import { cropped, dressed } from "../map/area.js";
import * as api from "../api.js";
import { dressOf } from "../games/presentation.js";
import { neighbours } from "../map/hexgrid.js";
import { tokensOf } from "../seats.js";
import { choices, unitChoices } from "./choices.js";

/** @typedef {import("../games/presentation.js").Unit} Unit */
/** @typedef {import("./choices.js").Choice} Choice */

export class Model {
  /** @type {Choice[]} */
  choices = [];
  /** @type {Map<string, string>} */
  unitChoices = new Map();

  /** @param {string} id @param {import("../games/presentation.js").Dress} dress @param {any} data @param {api.Seat[]} seats @param {any} table @param {number} now */
  constructor(id, dress, data, seats, table, now) {
    this.id = id;
    this.map = cropped(data.map, table.view?.scenario);
    this.dress = dressed(dress, this.map);
    /** @type {Map<string, Unit>} */
    this.units = new Map(data.units.map((/** @type {Unit} */ u) => [u.id, u]));
    /** @type {Map<string, import("../marks.js").Clause>} */
    this.book = new Map(data.clauses.map((/** @type {any} */ c) => [c.id, c]));
    /** @type {import("../guide.js").GuideBook} */
    this.guide = data.guide;
    /** @type {any[] | null} options and readings of the game, once somebody asks for them */
    this.readings = null;
    this.seats = seats;
    /** @type {Map<string, api.Seat>} side to seat, where one browser holds several */
    this.sides = new Map();
    this.now = now;
    /** @type {string | null} the side the curtain waits for: until that player opens it nothing is shown */
    this.veil = null;
    /** @type {any} the table as it was at an earlier action, while somebody looks back */
    this.past = null;
    this.present = table;
    this.table = table;
    this.take(table);
  }

  /** @param {string} id */
  static async open(id) {
    const all = tokensOf(id).map((token) => new api.Seat(id, token));
    if (!all.length) throw new Error("This browser has no seat at that table. Ask for its link.");
    const found = await Promise.allSettled(all.map((seat) => seat.load())); // a link may have been revoked
    const seats = all.filter((_, k) => found[k].status === "fulfilled");
    const tables = found.flatMap((f) => (f.status === "fulfilled" ? [f.value] : []));
    if (!tables.length) throw /** @type {PromiseRejectedResult} */ (found[0]).reason;
    const [dress, data] = await Promise.all([dressOf(tables[0].game), api.gameData(tables[0].game)]);
    const now = Math.max(
      0,
      tables.findIndex((t) => t.mine),
    );
    const model = new Model(id, dress, data, seats, tables[now], now);
    tables.forEach((t, k) => model.sides.set(t.seat, seats[k]));
    if (tables.some((t) => secretly(t, tables[now]))) model.veil = tables[now].seat; // somebody else may have sat here last
    return model;
  }

  /** Whether this browser plays more than one side: two people at one screen, or one who plays both. */
  get shared() {
    return this.sides.size > 1 && [...this.sides.keys()].filter((side) => side !== "watch").length > 1;
  }

  get seat() {
    return this.seats[this.now];
  }

  /** @param {any} table */
  take(table) {
    this.present = table;
    this.sides.set(table.seat, this.seat);
    this.show(this.past ?? table);
  }

  /** What is on the page: the table as it stands, or an earlier one. @param {any} table */
  show(table) {
    this.table = table;
    this.choices = choices(table.legal);
    this.unitChoices = unitChoices(table.legal, this.units);
  }

  /** The table anew; where this browser plays both sides, from the seat that is to move. */
  async reload() {
    let table = await this.seat.load();
    const other = this.sides.get(table.to_move);
    if (!table.mine && other && other !== this.seat) {
      const theirs = await other.load();
      if (secretly(table, theirs)) {
        this.veil = theirs.seat;
        this.past = null;
      }
      this.now = this.seats.indexOf(other);
      table = theirs;
    }
    this.take(table);
  }

  /** @param {string} text */
  async act(text) {
    const { table } = await this.seat.act(text, this.present.seq);
    if (table && (table.mine || !this.sides.has(table.to_move))) return this.take(table);
    return this.reload();
  }

  async undo() {
    const last = this.present.log[this.present.log.length - 1]; // where this browser plays both sides it may be the other's
    await (this.sides.get(last?.by) ?? this.seat).undo(this.present.seq);
    await this.reload();
  }

  // -- what there is

  /** Lines of the log before those of the table, once they have been asked for. @type {any[]} */
  older = [];

  /** The log as far as it is here. */
  get log() {
    const now = this.table.log,
      first = now[0]?.seq ?? 0,
      line = this.older.filter((e) => e.seq < first);
    return line.length && line[line.length - 1].seq === first - 1 ? [...line, ...now] : now;
  }

  /** Asks for lines before the first that is here. */
  async earlier() {
    const first = this.log[0]?.seq ?? 1;
    if (first <= 1) return;
    const before = (await this.seat.at(first - 1)).log;
    this.older = [...before, ...this.log];
  }

  /** Whether the last decision was made here and no die has answered it; what it revealed only the server knows. */
  get undoable() {
    const last = this.present.log[this.present.log.length - 1];
    return Boolean(last && !this.past && last.by !== "chance" && this.sides.has(last.by));
  }

  /** Fetches the readings. */
  async learn() {
    this.readings = [];
    this.readings = (await api.games()).find((/** @type {any} */ g) => g.name === this.table.game)?.options ?? [];
  }

  /** The side the page looks at as the enemy. */
  get foe() {
    return Object.keys(this.dress.sides).find((side) => side !== this.eyes) ?? "";
  }

  get verbs() {
    return Array.isArray(this.table.legal?.verbs) ? this.table.legal.verbs : Object.keys(this.table.legal?.verbs ?? {});
  }

  /** @param {string | null} side */
  side(side) {
    return side === null ? "" : (this.dress.sides[side] ?? { chance: "the dice", watch: "Spectator" }[side] ?? side);
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
    return this.aims("attack");
  }

  /** Hexes that can be chosen with a verb, with who can. @param {string} verb @returns {Map<string, string[]>} */
  aims(verb) {
    /** @type {Map<string, string[]>} */
    const found = new Map();
    for (const c of this.choices)
      for (const hex of c.verb === verb ? c.hexes : []) found.set(hex, [...(found.get(hex) ?? []), c.subject]);
    return found;
  }

  /** Enemy hexes that can be bombarded, with the draws that reach them. @returns {Map<string, string[]>} */
  get bombardments() {
    /** @type {Map<string, string[]>} */
    const found = new Map();
    for (const c of this.choices)
      if (c.verb === "bombard") for (const hex of c.hexes) found.set(hex, [...(found.get(hex) ?? []), c.subject]);
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
    const seat = this.table.mine && this.table.to_move !== "chance" ? this.table.to_move : this.table.seat;
    return seat === "watch" ? (Object.keys(this.dress.sides)[0] ?? seat) : seat;
  }

  /** A hex in words. @param {string} hex */
  place(hex) {
    const data = this.map.hexes[hex],
      name = data?.name ? this.dress.names.spelling[data.name] || data.name : "";
    return { name, terrain: data?.words ?? data?.t ?? "", words: [hex, name].filter(Boolean).join(" ") };
  }

  /** A unit in words, for those who hear the page. @param {Unit} unit */
  label(unit) {
    const at = this.table.units[unit.id],
      hex = this.hexOf(unit.id);
    const state = [
      at.steps === 1 ? "reduced" : at.steps ? "full" : "lost",
      at.moved && "moved",
      at.fought && "fought",
      at.cut_off && "out of supply",
      at.disrupted && "disrupted",
      at.afloat && `afloat off ${at.afloat}`,
      this.secret(unit.id) && "hidden",
    ];
    return [
      unit.name,
      this.side(unit.side),
      ...state.filter(Boolean),
      hex ? `hex ${this.place(hex).words}` : at.waiting ? "waiting" : "",
    ]
      .filter(Boolean)
      .join(", ");
  }
}

/** Whether one seat knows what another does not: then the screen is not passed on without a curtain. @param {any} a @param {any} b */
const secretly = (a, b) => a.seat !== b.seat && a.seat !== "watch" && b.seat !== "watch" && known(a) !== known(b);

/** What a seat knows, as text; a secret that is about to be written counts as one. @param {any} t */
const known = (t) =>
  JSON.stringify(
    Object.entries(t.view ?? {}).filter(
      ([, v]) => !t.at || (v !== null && Object.keys(Object(v)).length > 0) || typeof v !== "object",
    ),
  );
