// @ts-check
// The dice of a record: numbers, links and faces, from its lines alone.
import { hashOf, hex, unhex } from "./sha256.js";
import { Damage, isObject } from "./json.js";

const CHAPTER = 256; // rolls a chain lasts
const LINK = 16; // bytes
const MOST = 2 ** 53 - 1;

const isWhole = (/** @type {unknown} */ n, /** @type {number} */ least = 0) => Number.isSafeInteger(n) && Number(n) >= least;

/** The weights of what could have come, summed up; nothing if `of` is not such a thing. @param {unknown} of */
function wholeOf(of) {
  const sum = Array.isArray(of) && of.length && of.every((w) => isWhole(w, 1)) ? of.reduce((a, b) => a + b, 0) : of;
  return isWhole(sum, 1) && Number(sum) <= MOST ? BigInt(/** @type {number} */ (sum)) : null;
}

/** The index of the outcome a stream falls on. @param {Uint8Array} stream @param {number | number[]} of */
export function fall(stream, of) {
  const whole = /** @type {bigint} */ (wholeOf(of)),
    limit = 2n ** 64n - (2n ** 64n % whole);
  let number = BigInt(`0x${hex(stream.slice(0, 8))}`);
  while (number >= limit) {
    stream = hashOf(stream);
    number = BigInt(`0x${hex(stream.slice(0, 8))}`);
  }
  let left = Number(number % whole);
  if (!Array.isArray(of)) return left;
  return of.findIndex((weight) => (left -= weight) < 0);
}

/** @param {unknown} of @param {unknown} pick */
const isTold = (of, pick) =>
  wholeOf(of) !== null && isWhole(pick) && Number(pick) < (Array.isArray(of) ? of.length : Number(of));

export class Dice {
  /** @param {any} said `dice` of the first line @param {string[]} sides of the game */
  constructor(said, sides) {
    if (!isObject(said)) throw new Damage("does not say which dice are used");
    this.kind = said.kind;
    /** @type {string[]} */
    this.sides = [];
    this.pages = false; // each player's page made its own secret, as the file says
    this.all = false; // every side has committed to the dice
    this.rolls = 0; // made so far, taken back or not
    this.proved = 0;
    this.hidden = 0; // of which a side's copy does not tell the face
    /** @type {{roll: number, to: string, links: Uint8Array, of: any, pick: number}[]} secret rolls, until the keys are opened */
    this.pending = [];
    this.opened = false;
    /** @type {Uint8Array} what every side showed last, joined */
    this.before = new Uint8Array(0);
    this.seed = "";
    /** @type {Record<string, string>} */
    this.keys = {};
    if (this.kind === "committed") this.commit(said, sides);
    else if (this.kind === "seeded" && typeof said.seed === "string") this.seed = said.seed;
    else if (this.kind !== "typed") throw new Damage("does not say which dice are used");
    const known = { committed: ["kind", "sides", "tips", "keys", "secrets"], seeded: ["kind", "seed"], typed: ["kind"] };
    const strange = Object.keys(said).filter((name) => !known[/** @type {keyof known} */ (this.kind)].includes(name));
    if (strange.length) throw new Damage(`says something of the dice that no dice have: ${strange.join(", ")}`);
  }

  /** @param {any} said @param {string[]} all */
  commit(said, all) {
    const { sides, tips, keys, secrets } = said,
      bytes = unhex(tips);
    if (!Array.isArray(sides) || sides.some((s) => typeof s !== "string") || !isObject(keys))
      throw new Damage("does not say who committed to the dice");
    if (!bytes || bytes.length !== LINK * sides.length) throw new Damage("does not say what each side committed to");
    if (secrets !== undefined && secrets !== "pages") throw new Damage("does not say who made the secrets of the dice");
    this.sides = sides;
    this.before = bytes;
    this.keys = keys;
    this.pages = secrets === "pages";
    const named = JSON.stringify([...all].sort());
    this.all = JSON.stringify(sides) === named && JSON.stringify(Object.keys(keys).sort()) === named;
  }

  /** One roll. @param {any} line */
  roll(line) {
    const { of, pick, to } = line,
      known = of !== undefined || pick !== undefined || to === undefined;
    if (line.roll !== this.rolls)
      throw new Damage(`is roll ${line.roll}, and roll ${this.rolls} is due: no number is left out or used again`);
    if (known && !isTold(of, pick)) throw new Damage("does not say what could have come, and what came");
    const stream = this.stream(line);
    this.rolls++;
    if (!known) this.hidden++;
    else if (to !== undefined && this.kind === "committed")
      this.pending.push({ roll: line.roll, to, links: /** @type {Uint8Array} */ (unhex(line.links)), of, pick });
    else if (stream) {
      const due = fall(stream, of);
      if (due !== pick)
        throw new Damage(`the ${this.kind === "seeded" ? "seed" : "links"} give outcome ${due}, and the line says ${pick}`);
      this.proved++;
    }
  }

  /** What the face of a roll comes from; nothing for typed dice. @param {any} line */
  stream(line) {
    if (this.kind === "committed") return hashOf(this.follow(line));
    if (line.links !== undefined || line.tips !== undefined) throw new Damage("carries links, which these dice have not");
    return this.kind === "seeded" ? hashOf(`grognard ${this.seed} ${line.roll}`) : null;
  }

  /** The links of a roll; each must hash to what its side showed before. @param {any} line */
  follow(line) {
    const links = unhex(line.links),
      last = this.rolls % CHAPTER === CHAPTER - 1,
      tips = line.tips === undefined ? null : unhex(line.tips);
    if (!links || links.length !== this.before.length) throw new Damage("does not carry a link of every side");
    this.sides.forEach((side, k) => {
      const shown = hashOf(links.slice(k * LINK, (k + 1) * LINK)).slice(0, LINK);
      if (shown.some((byte, n) => byte !== this.before[k * LINK + n]))
        throw new Damage(`the link of ${side} does not fit what that side committed to`);
    });
    if (last ? !tips || tips.length !== links.length : line.tips !== undefined)
      throw new Damage(
        last ? "the next 256 rolls are not committed to by every side" : "a side changes its chain before its end",
      );
    this.before = tips ?? links;
    return links;
  }

  /** The keys, at the end of the game: every secret roll is checked with them. @param {any} keys */
  open(keys) {
    if (this.kind !== "committed" || !isObject(keys)) throw new Damage("opens keys, and these dice have none");
    const names = Object.keys(this.keys);
    if (JSON.stringify(Object.keys(keys).sort()) !== JSON.stringify(names.sort()))
      throw new Damage("opens the keys of other sides");
    for (const side of names)
      if (typeof keys[side] !== "string" || hex(hashOf(`grognard key ${keys[side]}`)) !== this.keys[side])
        throw new Damage(`the key of ${side} is not the one that side committed to`);
    for (const { roll, to, links, of, pick } of this.pending) {
      if (!names.includes(to)) throw new Damage(`secret roll ${roll}: ${to} committed to no key`);
      if (fall(hashOf(links, keys[to]), of) !== pick)
        throw new Damage(`the key of ${to} gives another face for secret roll ${roll}`);
      this.proved++;
    }
    this.pending = [];
    this.opened = true;
  }

  /** Rolls whose faces nothing proves, or not yet. */
  get unchecked() {
    return this.rolls - this.proved;
  }
}
