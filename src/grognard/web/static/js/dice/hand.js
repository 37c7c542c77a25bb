// @ts-check
// The part this browser has in the dice of a table: it makes a secret, seals it before play, hands over halves of its links,
// and opens rolls that are due. The secret is kept in this browser's storage and sent nowhere.
import { Refused } from "../api.js";
import { able } from "./able.js";
import { CHAPTER, chapterOf, halfOf, keyOf, newSecret, openerOf, tipOf } from "./chain.js";
import { checkCode, newPair, openEnvelope, sealEnvelope } from "./envelope.js";

/** @typedef {{secret: string, private: JsonWebKey, public: string}} Kept */
/** @typedef {{side: string, chapter: number, public: string, recipient: string, envelope: string}} Box */
/** @typedef {{stage: string, roll: number, due: boolean, publics: Record<string, string | null>, wanted: number[], envelopes: Box[], mine: Box[]}} Parts */
/** @typedef {import("../api.js").Seat} Seat */

const KEY = "grognard.dice";
const MOST_ROLLS = 5000; // in answer to one action: more than any game has

/** @returns {Record<string, Record<string, Kept>>} */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} table @param {string} side @returns {Kept | null} */
const keptOf = (table, side) => stored()[table]?.[side] ?? null;

/** A secret and a pair of keys, in the storage before anything is told of them. @param {string} table @param {string} side */
async function make(table, side) {
  const kept = { secret: newSecret(), ...(await newPair()) },
    all = stored();
  all[table] = { ...all[table], [side]: kept };
  localStorage.setItem(KEY, JSON.stringify(all));
  return kept;
}

/** One tab at a time: two tabs of a seat must not make two secrets. @param {string} name @param {() => Promise<any>} work @returns {Promise<any>} */
const alone = (name, work) => (navigator.locks ? navigator.locks.request(`${KEY} ${name}`, work) : work());

/** What the keys of an envelope are bound to. @param {string} table @param {string} from @param {number} chapter */
const about = (table, from, chapter) => `${table} ${from} ${chapter}`;

/** Openers this page has found: by table, side and chapter. @type {Map<string, string>} */
const openers = new Map();

class Hand {
  /** @param {Seat} seat @param {string} table @param {string} side */
  constructor(seat, table, side) {
    this.seat = seat;
    this.table = table;
    this.side = side;
  }

  get kept() {
    return keptOf(this.table, this.side);
  }

  /** Seals before play; whoever comes last begins the game. @param {Parts} parts @returns {Promise<Parts | null>} nothing: another browser has sealed */
  async seal(parts) {
    const shown = parts.publics[this.side],
      kept = this.kept ?? (shown ? null : await make(this.table, this.side));
    if (!kept || (shown && shown !== kept.public)) return null;
    const [key, tip] = await Promise.all([keyOf(this.side, kept.secret), tipOf(kept.secret)]);
    return this.seat.dice("pledge", { public: kept.public, key, tip });
  }

  /** Hands over the chapters that are wanted of this side. @param {Parts} parts @returns {Promise<Parts>} */
  async deposit(parts) {
    const other = Object.keys(parts.publics).find((side) => side !== this.side) ?? "",
      recipient = parts.envelopes.findLast((box) => box.side === other)?.public ?? parts.publics[other];
    for (const chapter of parts.wanted) {
      const kept = this.kept ?? (await make(this.table, this.side));
      if (!recipient || (chapter === 0 && kept.public !== parts.publics[this.side])) continue; // the first chain was committed to elsewhere
      const opener = await openerOf(kept.secret, chapter),
        envelope = await sealEnvelope(kept.private, recipient, about(this.table, this.side, chapter), opener);
      const body = { chapter, ...(await chapterOf(kept.secret, chapter)), public: kept.public, recipient, envelope };
      parts = await this.seat.dice("deposit", body);
    }
    return parts;
  }

  /** What opens a chapter of a side, if this browser can know it. @param {Parts} parts @param {string} side @param {number} chapter */
  async opener(parts, side, chapter) {
    const name = `${this.table} ${this.side} ${side} ${chapter}`,
      known = openers.get(name),
      kept = this.kept;
    if (known || !kept) return known ?? null;
    const box = (side === this.side ? parts.mine : parts.envelopes).find((b) => b.side === side && b.chapter === chapter);
    if (!box) return null;
    const found =
      side === this.side
        ? box.public === kept.public && (await openerOf(kept.secret, chapter))
        : box.recipient === kept.public &&
          (await openEnvelope(kept.private, box.public, about(this.table, side, chapter), box.envelope).catch(() => null));
    if (found) openers.set(name, found);
    return found || null;
  }

  /** The halves of both sides for a roll; nothing if this browser lacks one. @param {Parts} parts @param {number} roll */
  async halves(parts, roll) {
    const sides = Object.keys(parts.publics),
      found = await Promise.all(sides.map((side) => this.opener(parts, side, Math.floor(roll / CHAPTER))));
    if (found.some((one) => !one)) return null;
    const halves = await Promise.all(found.map((one) => halfOf(/** @type {string} */ (one), roll)));
    return Object.fromEntries(sides.map((side, k) => [side, halves[k]]));
  }

  /** Opens rolls as long as one is due. @param {any} table as the server told it last @returns {Promise<any>} as it stands then */
  async roll(table) {
    /** @type {Parts | null} */
    let parts = null;
    for (let n = 0; n < MOST_ROLLS && typeof table.escrow?.roll === "number"; n++) {
      const roll = table.escrow.roll;
      if (!parts || parts.envelopes.every((box) => box.chapter !== Math.floor(roll / CHAPTER))) parts = await this.seat.dice();
      const halves = await this.halves(/** @type {Parts} */ (parts), roll);
      if (!halves) return this.lacking(table, /** @type {Parts} */ (parts));
      try {
        table = (await this.seat.dice("open", { roll, halves, view: true })).table;
      } catch (error) {
        if (error instanceof Refused && error.status === 409)
          table = await this.seat.see(); // the other page was quicker
        else if (error instanceof Refused && error.status === 422) return this.lacking(table, parts);
        else throw error;
      }
    }
    return table;
  }

  /** Says why this browser cannot open the roll: it lost its storage, or something has not come. @param {any} table @param {Parts | null} parts */
  lacking(table, parts) {
    const lost = !this.kept || (parts && parts.mine.every((box) => box.public !== this.kept?.public));
    return { ...table, escrow: { ...table.escrow, problem: lost ? "lost" : null } };
  }
}

/** Does what the table wants of this browser; gives the table as it stands then, with what is wrong here in `escrow.problem`.
 * @param {Seat} seat @param {string} id @param {any} table @returns {Promise<any>} */
export async function tend(seat, id, table) {
  const { escrow } = table,
    hand = new Hand(seat, id, table.seat);
  const problem = (/** @type {string} */ what) => ({ ...table, escrow: { ...escrow, problem: what } });
  if (escrow.stage === "server" || (!escrow.todo && typeof escrow.roll !== "number")) return table;
  if (!able()) return problem("insecure");
  try {
    if (escrow.todo) {
      const parts = await alone(`${id} ${table.seat}`, () => handOver(hand));
      if (!parts) return problem("elsewhere");
      table = await seat.see();
    }
    return typeof table.escrow?.roll === "number" ? await hand.roll(table) : table;
  } catch (error) {
    if (error instanceof Refused && error.status !== 409) console.info(error.message);
    return table;
  }
}

/** @param {Hand} hand @returns {Promise<Parts | null>} nothing: another browser sealed the dice of this side */
async function handOver(hand) {
  /** @type {Parts | null} */
  let parts = await hand.seat.dice();
  if (parts?.stage === "sealing") parts = await hand.seal(parts);
  return parts?.stage === "playing" ? hand.deposit(parts) : parts;
}

/** The check code of a table: the same on both pages if no one changed the keys on their way. @param {Seat} seat */
export async function codeOf(seat) {
  return able() ? checkCode((await seat.dice()).publics) : null;
}
