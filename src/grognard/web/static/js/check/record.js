// @ts-check
// Checks the record of a game: digests, seals, dice, what was taken back and what was carried over. Written from docs/records.md alone;
// it knows no game and no rules, and shares no code with the program that writes records.
import { Dice } from "./dice.js";
import { canonical, Damage, isObject, linesOf, parseLine } from "./json.js";
import { hashOf, hex } from "./sha256.js";

const SIZE = 32; // digits of a digest and of a seal
const IN_SECRET = ["do", "irregular", "of", "pick"];
const HEAD = [
  "grognard",
  "release",
  "game",
  "scenario",
  "rules",
  "data",
  "options",
  "enforcement",
  "sides",
  "dice",
  "put",
  "now",
];
const SEALED = ["own", "salt", "seal"];
const PASTS = ['["roll"]', '["reveal"]', '["roll","reveal"]'];

/** @typedef {Record<string, any>} Line */
/** @typedef {{before: any, roll: boolean}} Step an action that stands: the position before it */
/** @typedef {{ok: boolean | null, line: number | null, reason: string | null, game: string, lines: number, actions: number, undos: number, pastRolls: number,
 *   pastReveals: number, takenBack: number, seals: number, closed: number, old: number, oldRolls: number, given: boolean, carried: {line: number, release: string, rules: string}[],
 *   rules: string, dice: Dice | null, position: any}} Report
 *   ok: nothing where the file cannot be checked here; takenBack: rolls; seals: checked; closed: not yet to be checked; old: lines of format 1 */

/** The line without what is not hashed. @param {Line} line */
function inTheOpen(line) {
  const left = new Set(["now"]);
  if ("seal" in line) for (const name of ["salt", "own", ...("to" in line ? IN_SECRET : [])]) left.add(name);
  return Object.fromEntries(Object.entries(line).filter(([name]) => !left.has(name)));
}

/** @param {string} before @param {Line} line */
export const digest = (before, line) => hex(hashOf(before, canonical(inTheOpen(line)))).slice(0, SIZE);

/** @param {string} salt @param {Line} fields */
export const sealOf = (salt, fields) => hex(hashOf(salt, canonical(fields))).slice(0, SIZE);

/** The fields a seal stands for. @param {Line} line */
const inSeal = (line) =>
  Object.fromEntries(
    ["own", ...("to" in line ? IN_SECRET : [])].filter((name) => name in line).map((name) => [name, line[name]]),
  );

/** @param {Line} line @returns {"grognard" | "undo" | "open" | "carried" | "do"} */
const kindOf = (line) => /** @type {any} */ (["grognard", "undo", "open", "carried"].find((name) => name in line) ?? "do");

/** The fields a line must have, and those it may have besides. @param {Line} line @param {boolean} closed @returns {[string[], string[]]} */
function fieldsOf(line, closed) {
  switch (kindOf(line)) {
    case "grognard":
      return [HEAD, ["given"]];
    case "undo":
      return [["undo", "by", "now"], ["past"]];
    case "open":
      return [["open", "now"], []];
    case "carried":
      return [["carried", "put", "now"], SEALED];
    default: {
      const roll = line.by === "chance" ? ["roll", "of", "pick"] : [],
        must = ["by", "do", "put", "now", ...roll];
      const may = ["irregular", "to", ...SEALED, ...(line.by === "chance" ? ["links", "tips"] : [])];
      return [closed && "to" in line ? must.filter((name) => !IN_SECRET.includes(name)) : must, [...may, ...must]];
    }
  }
}

/** @param {unknown} value */
const areTexts = (value) => Array.isArray(value) && value.every((one) => typeof one === "string");

/** @param {unknown} puts */
const arePuts = (puts) =>
  Array.isArray(puts) &&
  puts.every(
    (put) =>
      Array.isArray(put) &&
      put.length >= 2 &&
      put.length <= 4 &&
      typeof put[0] === "string" &&
      (put.length !== 3 || typeof put[1] === "string") &&
      (put.length !== 4 ||
        (put[1] >= 0 && put[2] >= 0 && Number.isInteger(put[1]) && Number.isInteger(put[2]) && Array.isArray(put[3]))),
  );

/** A position after changes; what does not change is shared with the one before. @param {any} position @param {any[]} puts */
export function applied(position, puts) {
  const found = Object.assign(Object.create(null), position);
  for (const [fact, ...how] of puts) {
    const value = found[fact];
    if (how.length === 1) found[fact] = how[0];
    else if (how.length === 2) {
      if (!isObject(value)) throw new Damage(`changes a part of ${fact}, which has no such parts`);
      found[fact] = Object.assign(Object.create(null), value);
      found[fact][how[0]] = how[1];
    } else {
      if (!Array.isArray(value) || how[0] + how[1] > value.length)
        throw new Damage(`changes members of ${fact} that are not there`);
      found[fact] = [...value.slice(0, how[0]), ...how[2], ...value.slice(how[0] + how[1])];
    }
  }
  return found;
}

class Checker {
  /** @param {Report} report */
  constructor(report) {
    this.report = report;
    this.before = "";
    /** @type {string[]} */
    this.sides = [];
    /** @type {any} */
    this.position = Object.create(null);
    /** @type {Step[]} */
    this.steps = [];
    this.floor = 0; // actions before the last carried line, which are not taken back
  }

  get dice() {
    return /** @type {Dice} */ (this.report.dice);
  }

  /** @param {Line} line @param {number} number from 1 */
  take(line, number) {
    const kind = kindOf(line),
      closed = "seal" in line && !("salt" in line);
    if ((number === 1) !== (kind === "grognard")) throw new Damage("is not where a head stands");
    if (this.dice?.opened) throw new Damage("stands after the end of the game");
    this.checkFields(line, closed);
    this.checkDigest(line);
    this.checkSeal(line, closed);
    this[kind](line, number);
    this.before = line.now;
  }

  /** @param {Line} line @param {boolean} closed */
  checkFields(line, closed) {
    const [must, may] = fieldsOf(line, closed),
      names = Object.keys(line);
    const strange = names.filter((name) => !must.includes(name) && !may.includes(name)),
      missing = must.filter((name) => !names.includes(name));
    if (strange.length) throw new Damage(`holds what such a line does not: ${strange.join(", ")}`);
    if (missing.length) throw new Damage(`does not say ${missing.join(", ")}`);
    const sealed = "seal" in line;
    if (closed ? "own" in line : sealed !== "own" in line || sealed !== "salt" in line || ("to" in line && !sealed))
      throw new Damage("is sealed, and tells neither all nor nothing of what is sealed");
    if (("put" in line && !arePuts(line.put)) || ("own" in line && !arePuts(line.own)))
      throw new Damage("tells changes that are none");
  }

  /** @param {Line} line */
  checkDigest(line) {
    const due = digest(this.before, line);
    if (line.now !== due) throw new Damage(`has the digest ${line.now}, and what it says gives ${due}`);
  }

  /** @param {Line} line @param {boolean} closed */
  checkSeal(line, closed) {
    if (closed) this.report.closed++;
    else if ("seal" in line) {
      if (typeof line.salt !== "string" || line.seal !== sealOf(line.salt, inSeal(line)))
        throw new Damage("the seal does not fit what it stands for");
      this.report.seals++;
    }
  }

  /** @param {Line} line */
  grognard(line) {
    const texts = ["release", "game", "scenario", "rules", "data", "enforcement"];
    if (line.grognard !== 2 || texts.some((name) => typeof line[name] !== "string") || !isObject(line.options))
      throw new Damage("is not the head of a record of format 2");
    if (!areTexts(line.sides) || !line.sides.length) throw new Damage("does not say which sides there are");
    if ("given" in line && line.given !== true) throw new Damage("does not say whether a position was given");
    this.sides = line.sides;
    this.report.dice = new Dice(line.dice, line.sides);
    this.report.given = line.given === true;
    this.position = applied(this.position, line.put);
  }

  /** An action or a roll. @param {Line} line */
  do(line) {
    const roll = line.by === "chance";
    if (!roll && !this.sides.includes(line.by)) throw new Damage(`is an action of ${line.by}, which is no side of this game`);
    if ("to" in line && !this.sides.includes(line.to))
      throw new Damage(`is known to ${line.to}, which is no side of this game`);
    if ("do" in line && typeof line.do !== "string") throw new Damage("holds no action");
    if ("irregular" in line && !areTexts(line.irregular)) throw new Damage("does not say what was irregular");
    if (roll) this.dice.roll(line);
    this.steps.push({ before: this.position, roll });
    this.position = this.after(this.position, line);
    this.report.actions++;
  }

  /** @param {Line} line */
  undo(line) {
    const count = line.undo,
      past = line.past ?? [];
    if (!Number.isSafeInteger(count) || count < 1 || count > this.steps.length - this.floor)
      throw new Damage(`takes back ${count} actions, and ${this.steps.length - this.floor} can be taken back`);
    if (!this.sides.includes(line.by)) throw new Damage(`is said to be done by ${line.by}, which is no side of this game`);
    const taken = this.steps.splice(this.steps.length - count),
      rolls = taken.filter((step) => step.roll).length;
    if ("past" in line && !PASTS.includes(JSON.stringify(past))) throw new Damage("does not say what it goes past");
    if (past.includes("roll") !== rolls > 0) throw new Damage("does not say that it goes past a roll, or says so and does not");
    this.position = taken[0].before;
    this.report.undos++;
    this.report.takenBack += rolls;
    this.report.pastRolls += rolls > 0 ? 1 : 0;
    this.report.pastReveals += past.includes("reveal") ? 1 : 0;
  }

  /** @param {Line} line @param {number} number */
  carried(line, number) {
    const said = line.carried,
      first = this.report.old > 0 && number === this.report.old + 1,
      known = ["release", "rules", "data", "back", ...(first ? ["lines", "bytes", "sides"] : [])];
    if (!isObject(said) || ["release", "rules", "data"].some((name) => typeof said[name] !== "string"))
      throw new Damage("does not say which rules it is carried over to");
    if (Object.keys(said).some((name) => !known.includes(name)))
      throw new Damage("says something of the rules that has no place here");
    const back = said.back ?? 0;
    if (!Number.isSafeInteger(back) || back < 0 || back > this.steps.length || ("back" in said && !back))
      throw new Damage(`takes back ${back} actions that are not there`);
    this.report.takenBack += this.steps.splice(this.steps.length - back).filter((step) => step.roll).length;
    this.floor = this.steps.length;
    this.position = this.after(Object.create(null), line);
    this.report.carried.push({ line: number, release: said.release, rules: said.rules });
  }

  /** The position after a line; nothing where a side's copy does not tell enough. @param {any} before @param {Line} line */
  after(before, line) {
    if (before === null) return null;
    try {
      return applied(before, [...line.put, ...(line.own ?? [])]);
    } catch (error) {
      if (error instanceof Damage && this.report.closed) return null;
      throw error;
    }
  }

  /** @param {Line} line */
  open(line) {
    this.dice.open(line.open);
  }

  /** Lines of format 1: their digests can be checked by the rules of that release alone; links, and that the lines are unchanged, can be checked here.
   * @param {Line[]} lines @param {Line} next the line after them @param {(at: number) => void} at tells which line is looked at */
  old(lines, next, at) {
    const { report } = this,
      said = isObject(next.carried) ? next.carried : {};
    if (!areTexts(said.sides) || !said.sides.length) throw new Damage("does not say which sides there are");
    this.sides = said.sides;
    at(1);
    report.dice = new Dice(lines[0].dice, this.sides);
    for (const [k, line] of lines.slice(1).entries()) {
      at(k + 2);
      if ("open" in line) {
        this.dice.open(line.open);
        continue;
      }
      if (typeof line.by !== "string") throw new Damage("does not say who acted");
      this.steps.push({ before: null, roll: line.by === "chance" });
      report.actions++;
      if (line.by !== "chance") continue;
      if (this.dice.kind === "committed") this.dice.follow(line);
      this.dice.rolls++;
      report.oldRolls++;
    }
    at(lines.length + 1);
    const sum = hex(hashOf(lines.map((line) => `${canonical(inTheOpen(line))}\n`).join("")));
    if (said.bytes !== sum || said.lines !== lines.length)
      throw new Damage("the lines before it are not those it was carried over from");
    this.before = sum;
    this.floor = this.steps.length;
  }

  end() {
    const stack = this.position?.stack;
    if (this.dice.kind === "committed" && !this.dice.opened && Array.isArray(stack) && !stack.length)
      throw new Damage("the game is over, and the keys of its dice are not opened");
    this.report.position = this.position;
  }
}

/** @returns {Report} */
const emptyReport = () => ({
  ok: true, line: null, reason: null, game: "", lines: 0, actions: 0, undos: 0, pastRolls: 0, pastReveals: 0, takenBack: 0, seals: 0, closed: 0,
  old: 0, oldRolls: 0, given: false, carried: [], rules: "", dice: null, position: null,
}); // prettier-ignore

/** Check a record from its bytes. @param {Uint8Array} bytes @returns {Report} */
export function checkRecord(bytes) {
  const report = emptyReport(),
    checker = new Checker(report);
  let number = 1;
  try {
    const texts = linesOf(bytes);
    report.lines = texts.length;
    if (!texts.length) throw new Damage("the file is empty");
    /** @type {Line[]} */
    const lines = [];
    for (const text of texts) {
      number = lines.length + 1;
      if (number === texts.length && bytes[bytes.length - 1] !== 10)
        throw new Damage("is cut short: it does not end with a line feed");
      lines.push(parseLine(text));
      if (number === 1) Object.assign(report, { game: String(lines[0].game ?? ""), rules: String(lines[0].rules ?? "") });
      if (lines[0].grognard !== 1) checker.take(lines[number - 1], number);
    }
    number = 1;
    if (lines[0].grognard === 1) number = checkOld(checker, lines, (at) => (number = at));
    number = lines.length + 1;
    if (report.ok) checker.end();
  } catch (error) {
    if (!(error instanceof Damage) && !(error instanceof RangeError)) throw error;
    return { ...report, ok: false, line: number, reason: error instanceof Damage ? error.message : "is nested too deeply" };
  }
  return report;
}

/** A record that was begun in format 1. @param {Checker} checker @param {Line[]} lines @param {(at: number) => void} at tells which line is looked at */
function checkOld(checker, lines, at) {
  const { report } = checker,
    old = lines.findIndex((line) => "carried" in line);
  report.old = old < 0 ? lines.length : old;
  if (old < 0) {
    report.ok = null;
    return lines.length;
  }
  at(old + 1);
  checker.old(lines.slice(0, old), lines[old], at);
  for (let k = old; k < lines.length; k++) {
    at(k + 1);
    checker.take(lines[k], k + 1);
  }
  return lines.length;
}
