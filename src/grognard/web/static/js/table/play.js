// @ts-check
// A person at the table: what is selected, planned, asked; and what is sent.
import { callName } from "../counters.js";
import { Doing } from "../doing.js";
import { announce, chip, toast } from "../marks.js";
import { action, fireWords, isFinal, plainWords, verbAt } from "./choices.js";
import { warning } from "./ending.js";
import { Guide } from "./guide.js";
import { Past } from "./past.js";
import { Laid, Support } from "./laid.js";
import { gather } from "./result.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("../map/board.js").Board} Board */
/** @typedef {{hex: string, possible: string[], attackers: Set<string>, fire: string, defense: string, shown: any, rows: {fire: string, odds: any, results: any, error?: any}[], error: string | null}} Plan */

const PATIENCE = 250; // milliseconds over a hex before it is judged
const GRACE = 400; // to get from a hex to the card that speaks of it

export class Play {
  /** @type {string | null} */
  selected = null;
  /** @type {Map<string, string>} hex to cost */
  reach = new Map();
  /** @type {Plan | null} */
  plan = null;
  /** @type {{text: string, hex: string, words: string, warn?: import("../dom.js").Child} | null} */
  pending = null;
  /** @type {{hex: string, verdict: any, pinned: boolean, text: string} | null} */
  why = null;
  /** @type {string | null} */
  hovered = null;
  /** @type {string | null} the stack that lies open */
  fanned = null;
  /** @type {AbortController | null} the question why not */
  asked = null;
  /** @type {AbortController | null} figures: costs or odds */
  counting = null;
  /** @type {number | undefined} */
  timer = undefined;
  /** @type {number | undefined} */
  fade = undefined;

  /** @param {Model} model @param {(light?: boolean) => void} changed the page is to be drawn anew */
  constructor(model, changed) {
    this.model = model;
    this.changed = changed;
    /** @type {any} set when the page is built */
    this.board = null;
    /** @type {import("./drawer.js").Drawer | null} */
    this.drawer = null;
    /** @type {Record<string, boolean>} what is laid over the map */
    this.on = { zones: false, supply: false, threats: false, control: false, moved: false, names: true, lift: false };
    this.laid = new Laid(this);
    this.support = new Support(this);
    this.past = new Past(this);
    this.guide = new Guide(this);
    /** @type {import("./result.js").Result | null} dice that have just been thrown */
    this.result = null;
    /** @type {string | null} a dialog over the table: `key`, `over`, `arrivals` */
    this.dialog = null;
    this.ended = ""; // the game over that has been shown
    this.redrawLeft = () => {};
    /** @type {import("./hint.js").Hint | "asked" | null} */
    this.hint = null;
    this.filter = "all";
    this.meant = ""; // the markers a planned attack is to draw
    this.tellBusy = () => {};
    this.doing = new Doing({
      seq: () => model.present.seq,
      reload: () => this.catchUp(),
      tell: () => this.tellBusy(),
      changed,
    });
    /** @type {string | null} */
    this.cursor = null; // the hex the keyboard is on
    /** @type {string[]} */
    this.glanced = [];
  }

  clear() {
    if (this.hint !== "asked") this.hint = null;
    this.glanced = [];
    this.selected = null;
    this.reach = new Map();
    this.plan = null;
    this.pending = null;
    this.why = null;
    this.hovered = null;
    this.fanned = null;
    this.asked?.abort();
    this.counting?.abort();
    clearTimeout(this.timer);
    clearTimeout(this.fade);
  }

  /** What may be chosen now: the hexes of the subject in hand, or of the only one there is. */
  get choice() {
    const { model } = this;
    return (this.selected !== null ? model.choice(this.selected) : null) ?? model.choice("");
  }

  /** Hexes of the choice that are next to an enemy. */
  get near() {
    const choice = this.choice;
    if (!choice || choice.verb !== "move") return new Set();
    const all = this.model.nextToEnemy(this.model.table.to_move);
    return new Set(choice.hexes.filter((hex) => all.has(hex)));
  }

  // -- choosing

  /** A unit is pressed, on the map or in a panel. @param {string} id */
  press(id) {
    const { model } = this,
      single = model.unitChoices.get(id),
      unit = model.units.get(id),
      hex = model.hexOf(id);
    if (model.choice(id)) return id === this.selected ? this.letGo() : this.select(id);
    if (single) return this.ask(single, hex ?? "");
    if (hex && unit && model.targets.has(hex) && unit.side !== model.table.to_move) return this.planAttack(hex);
    if (hex && this.choice?.hexes.includes(hex)) return this.choose(hex);
    this.select(id);
  }

  /** @param {string} subject */
  select(subject) {
    this.clear();
    this.selected = subject;
    const unit = this.model.units.get(subject),
      choice = this.model.choice(subject);
    announce(unit ? `${this.model.label(unit)}. ${choice ? `${choice.hexes.length} hexes.` : "Cannot act now."}` : subject);
    this.changed();
    if (choice?.verb === "move") void this.askReach(subject);
  }

  /** @param {string} unit */
  async askReach(unit) {
    const asked = (this.counting = new AbortController());
    try {
      const { hexes } = await this.model.seat.reach(unit, asked.signal);
      if (this.selected !== unit) return;
      this.reach = new Map(Object.entries(hexes));
      this.changed();
    } catch {
      /* the hexes are lit all the same, without figures */
    }
  }

  letGo() {
    this.clear();
    this.changed();
  }

  /** The next unit that can act. @param {number} by */
  next(by) {
    const able = [...this.model.able],
      at = able.indexOf(this.selected ?? "");
    if (!able.length) return;
    const id = able[(at + by + able.length) % able.length],
      hex = this.model.hexOf(id);
    this.press(id);
    if (hex) this.board.reveal(hex);
  }

  /** A hex is clicked. @param {string} hex @param {string | null} unit @param {boolean} touch */
  click(hex, unit, touch) {
    if (unit && this.fanned && this.model.hexOf(unit) === this.fanned) hex = this.fanned; // an open stack reaches over its neighbours
    const { model } = this,
      choice = this.choice,
      stack = model.stack(hex);
    if (this.plan) return this.clickPlanning(hex, unit);
    if (choice?.hexes.includes(hex) && (this.selected === null || choice.verb !== "attack")) return this.choose(hex, touch);
    if (choice?.verb === "attack" && choice.hexes.includes(hex)) return this.planAttack(hex, choice.subject);
    if (stack.length) return this.clickStack(hex, unit, stack);
    if (this.selected && model.map.hexes[hex] && model.map.hexes[hex].t !== "sea") return void this.judge(hex, true);
    this.letGo();
  }

  /** Another click in a stack takes the next of it. @param {string} hex @param {string | null} unit @param {any[]} stack */
  clickStack(hex, unit, stack) {
    const ids = stack.map((u) => u.id),
      at = ids.indexOf(this.selected ?? "");
    const id =
      unit && unit !== this.selected
        ? unit
        : at >= 0 && ids.length > 1
          ? ids[(at + 1) % ids.length]
          : (unit ?? ids[ids.length - 1]);
    this.press(id);
    if (ids.length > 1 && this.selected) {
      this.fanned = hex;
      this.changed();
    }
  }

  /** A lit hex is chosen: done at once if it can be taken back, else asked for by a button. @param {string} hex */
  choose(hex, touch = false) {
    const choice = this.choice;
    if (!choice || !choice.hexes.includes(hex)) return;
    if (choice.verb === "attack") return this.planAttack(hex, choice.subject);
    const verb = verbAt(choice, hex),
      text = action(verb, choice.subject, hex);
    if (this.pending?.text === text) return this.confirm();
    if (isFinal(verb) || touch) return this.ask(text, hex);
    return this.send(text);
  }

  /** @param {string} text @param {string} hex */
  ask(text, hex) {
    const { model } = this,
      [verb, ...rest] = text.split(" "),
      subject = rest[0] ?? "",
      unit = model.units.get(subject);
    const names = { move: "Move", land: "Land", record: "Record", place: "Place", designate: "Drop", withdraw: "Retreat" };
    const words =
      verb === "bombard"
        ? `Bombard ${hex} with ${fireWords(subject, model.dress, model.table.to_move)}`
        : unit && hex && model.choice(subject)
          ? `${names[/** @type {keyof names} */ (verb)] ?? verb} ${callName(unit)} to ${hex}`
          : model.table.legal.plain.includes(text)
            ? plainWords(text, {
                phase: model.table.phase,
                purpose: model.table.purpose,
                side: model.table.to_move,
                dress: model.dress,
                units: model.units,
              })
            : `${verb[0].toUpperCase()}${verb.slice(1)} ${rest.join(" ")}`;
    this.pending = { text, hex, words };
    this.changed();
  }

  confirm() {
    if (this.pending) void this.send(this.pending.text);
  }

  // -- sending

  /** @param {string} text */
  send(text) {
    return this.doing.press(text, () => this.act(text));
  }

  /** One action of what is under way. @param {string} text @returns {Promise<boolean>} */
  async act(text) {
    const before = this.model.present.at ?? 0,
      chosen = this.selected;
    try {
      await this.model.act(text);
      const next = this.selected !== chosen && !this.plan && !this.pending ? this.selected : null;
      this.clear();
      this.happened(before);
      if (next && !this.model.veil && this.model.choice(next)) this.select(next); // taken up meanwhile
      return true;
    } catch (error) {
      await this.refused(error);
      return false;
    } finally {
      this.changed();
    }
  }

  undo() {
    return this.doing.press("undo", async () => {
      try {
        await this.model.undo();
        this.clear();
        announce("Taken back.");
        return true;
      } catch (error) {
        await this.refused(error);
        return false;
      }
    });
  }

  /** @param {any} error */
  async refused(error) {
    const rulings = error?.rulings ?? [];
    toast(
      rulings.length
        ? rulings.map((/** @type {any} */ r) => [`${r.because} `, chip(this.model.book, r.clause), " "])
        : String(error?.message ?? error),
    );
    if (error?.status === 409) {
      await this.model.reload().catch(() => {});
      this.clear();
    }
  }

  /** Reads out what happened and what is next. */
  tell() {
    const t = this.model.table,
      last = t.log[t.log.length - 1];
    announce(
      [
        last?.words.map((/** @type {any} */ w) => w.text).join(". "),
        t.over ? "The game is over." : `${this.model.side(t.to_move)}: ${t.purpose}.`,
      ]
        .filter(Boolean)
        .join(" "),
    );
  }

  /** The table as it stands, after news from the server. */
  async catchUp() {
    const { seq, at } = this.model.present;
    await this.model.reload().catch(() => {});
    if (this.model.present.seq === seq) return;
    if (!this.model.past) this.clear();
    this.happened(at ?? 0);
  }

  /** Dice that fell since are shown, and all of it is read out. @param {number} before actions */
  happened(before) {
    if (this.model.veil) {
      this.result = null;
      return announce(`The screen goes to ${this.model.side(this.model.veil)}.`);
    }
    this.result = gather(this.model, before) ?? (this.model.table.combat ? this.result : null);
    const over = this.model.present.over,
      key = over && `${over.winner} ${over.level}`;
    if (key && key !== this.ended) {
      this.ended = key;
      this.dialog = "over";
    }
    this.tell();
  }

  /** Ends a phase; if units could still act it asks first. */
  goOn() {
    if (!this.model.table.legal?.plain.includes("done")) return;
    if (this.pending?.text === "done") return this.confirm();
    const warn = warning(this);
    if (!warn) return void this.send("done");
    const t = this.model.table,
      words = plainWords("done", {
        phase: t.phase ?? "",
        purpose: t.purpose ?? "",
        side: t.to_move,
        dress: this.model.dress,
        units: this.model.units,
      });
    this.pending = { text: "done", hex: "", words, warn };
    announce(`${typeof warn === "string" ? warn : "Some could still act."} Press Enter again to end all the same.`);
    this.changed();
  }

  /** The curtain is opened by the one it waited for. */
  unveil() {
    this.model.veil = null;
    this.clear();
    this.tell();
    this.changed();
  }

  /** Hides the table until the player comes back. */
  hide() {
    this.model.veil = this.model.present.seat;
    this.drawer?.close();
    this.changed();
  }

  // -- an attack before it is declared

  /** @param {string} hex @param {string} [first] */
  planAttack(hex, first) {
    const possible = this.model.targets.get(hex) ?? [];
    this.clear();
    const side = this.model.table.to_move,
      fires = this.model.dress.fires[side] ?? [["none", ""]];
    this.plan = {
      hex,
      possible,
      attackers: new Set(first ? [first] : possible),
      fire: fires[0][0],
      defense: "none",
      shown: null,
      rows: [],
      error: null,
    };
    this.changed();
    void this.askOdds();
  }

  /** @param {string} id */
  toggleAttacker(id) {
    const set = this.plan?.attackers;
    if (!set) return;
    if (!set.delete(id)) set.add(id);
    this.changed();
    void this.askOdds();
  }

  /** @param {string} hex @param {string | null} unit */
  clickPlanning(hex, unit) {
    const plan = /** @type {Plan} */ (this.plan);
    if (unit && plan.possible.includes(unit)) return this.toggleAttacker(unit);
    const here = this.model.stack(hex).find((u) => plan.possible.includes(u.id));
    if (here) return this.toggleAttacker(here.id);
    if (this.model.targets.has(hex) && hex !== plan.hex) return this.planAttack(hex);
    if (hex !== plan.hex) this.letGo();
  }

  /** @param {string} fire @param {string} defense */
  planFire(fire, defense) {
    if (!this.plan) return;
    const again = defense !== this.plan.defense;
    Object.assign(this.plan, { fire, defense });
    if (!again)
      this.plan.shown = this.plan.rows.find((r) => r.fire === fire)?.results
        ? { ...this.plan.shown, ...this.plan.rows.find((r) => r.fire === fire)?.odds }
        : this.plan.shown;
    this.changed();
    if (again) void this.askOdds();
  }

  /** The chances of each way to draw. */
  async askOdds() {
    if (this.model.dress.own) return this.model.dress.own.askOdds(this);
    const { plan, model } = this;
    if (!plan) return;
    this.counting?.abort();
    const asked = (this.counting = new AbortController()),
      force = [...plan.attackers];
    if (!force.length) {
      plan.shown = null;
      plan.rows = [];
      return this.changed();
    }
    const fires = (model.dress.fires[model.table.to_move] ?? [["none", ""]]).map(([f]) => f);
    const found = await Promise.all(
      fires.map((fire) =>
        model.seat.odds(force, plan.hex, fire, plan.defense, asked.signal).then(
          (odds) => /** @type {Plan["rows"][number]} */ ({ fire, odds, results: odds.results }),
          (error) => ({ fire, odds: null, results: null, error }),
        ),
      ),
    );
    if (asked.signal.aborted || this.plan !== plan) return;
    plan.rows = found.filter((r) => r.results);
    plan.shown = plan.rows.find((r) => r.fire === plan.fire)?.odds ?? plan.rows[0]?.odds ?? null;
    plan.error = plan.rows.length ? null : String(found[0]?.error?.message ?? "");
    this.changed();
  }

  /** Declares the attack and lets the others join. */
  async attack() {
    const { plan, model } = this;
    if (!plan || !plan.attackers.size) return;
    const { own } = model.dress,
      declare = () => (own ? own.attack(this, plan) : this.declare(plan));
    await this.doing.press(`attack ${plan.hex}`, declare); // several actions, one wish
  }

  /** @param {Plan} plan */
  async declare(plan) {
    const { model } = this,
      [first, ...rest] = plan.attackers;
    this.meant = plan.fire;
    if (!(await this.act(action("attack", first, plan.hex)))) return false;
    while (model.table.mine && model.verbs.includes("join")) {
      const one = rest.find((id) => model.unitChoices.get(id)?.startsWith("join "));
      if (!(await this.act(one ? `join ${one}` : "done")) || !one) break;
    }
    return true;
  }

  // -- asking why not

  /** @param {string | null} hex @param {string | null} [unit] the counter under the pointer: one of a fanned stack keeps it open */
  hover(hex, unit = null) {
    if (unit && this.fanned && this.model.hexOf(unit) === this.fanned) hex = this.fanned;
    if (hex === this.hovered) return;
    this.hovered = hex;
    clearTimeout(this.timer);
    clearTimeout(this.fade);
    if (this.why && !this.why.pinned && this.why.hex !== hex) this.fade = setTimeout(() => this.hush(), GRACE);
    const stack = hex ? this.model.stack(hex) : [];
    const fan = stack.length > 1 ? hex : null;
    if (fan !== this.fanned && (this.selected === null || fan)) this.fanned = fan;
    this.changed(true);
    const choice = this.choice;
    if (
      hex &&
      choice &&
      this.selected &&
      !choice.hexes.includes(hex) &&
      this.model.map.hexes[hex] &&
      hex !== this.model.hexOf(this.selected)
    ) {
      this.timer = setTimeout(() => void this.judge(hex, false), PATIENCE);
    }
  }

  /** The pointer is on the card itself: it stays, and nothing else is asked. */
  stay() {
    clearTimeout(this.fade);
    clearTimeout(this.timer);
    this.hovered = null;
  }

  /** @param {string} hex @param {boolean} pinned */
  async judge(hex, pinned) {
    const choice = this.choice;
    if (!choice || (!pinned && this.why?.pinned && this.why.hex === hex)) return;
    clearTimeout(this.timer); // who has clicked is told for good, not again for having stood there
    this.asked?.abort();
    const asked = (this.asked = new AbortController());
    try {
      const text = action(verbAt(choice, hex), choice.subject, hex),
        verdict = await this.model.seat.judge(text, asked.signal);
      if (asked.signal.aborted || (!pinned && this.hovered !== hex)) return;
      clearTimeout(this.fade);
      this.why = { hex, verdict, pinned, text };
      announce(`${hex}: ${verdict.rulings.map((/** @type {any} */ r) => r.because).join(". ")}`);
      this.changed(true);
    } catch {
      /* asked for something else meanwhile */
    }
  }

  /** A long press tells about a hex. @param {string} hex */
  hold(hex) {
    this.hovered = hex;
    if (this.choice && this.selected && !this.choice.hexes.includes(hex)) void this.judge(hex, true);
    else this.changed(true);
  }

  hush() {
    this.why = null;
    this.changed(true);
  }

  // -- what is shown

  /** @param {string} name */
  toggle(name) {
    this.on[name] = !this.on[name];
    announce(`${name} ${this.on[name] ? "shown" : "hidden"}`);
    this.laid.want();
    this.changed();
  }

  /** @param {string | null} name */
  show(name) {
    this.dialog = this.dialog === name ? null : name;
    this.changed();
  }

  // -- carrying a counter

  /** Whether a counter can be carried; then it is in hand. @param {string} id */
  grab(id) {
    const choice = this.model.choice(id);
    if (!choice || this.plan || this.model.past) return false;
    if (this.selected !== id) this.select(id);
    return true;
  }

  /** It is put down. @param {string | null} hex */
  drop(hex) {
    const choice = this.choice,
      from = this.selected ? this.model.hexOf(this.selected) : null;
    if (!hex || !choice || hex === from) return this.changed();
    if (choice.hexes.includes(hex)) return this.choose(hex);
    if (this.model.map.hexes[hex]) void this.judge(hex, true);
    this.changed();
  }

  /** @param {string} name */
  sift(name) {
    this.filter = name;
    this.changed();
  }

  /** Hexes a line of the log speaks of. @param {string[]} hexes */
  glance(hexes) {
    this.glanced = hexes;
    this.changed(true);
  }

  async earlier() {
    await this.model.earlier().catch(() => {});
    this.changed();
  }

  openList() {
    this.drawer?.open({ kind: "list" });
  }
}
