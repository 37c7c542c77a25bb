// @ts-check
// A person at the table: what is selected, planned, asked; and what is sent.
import { callName } from "../counters.js";
import { ActionQueue } from "../action_queue.js";
import { announce, chip, toast } from "../marks.js";
import { action, isFinal, plainWords, verbAt } from "./choices.js";
import { warning } from "./ending.js";
import { groupHexes, moveGroup } from "./groups.js";
import { Guide } from "./guide.js";
import { askUnable, sayWhyNothing } from "./nothing.js";
import { Past } from "./past.js";
import { Playback } from "./playback.js";
import { Laid, Support } from "./overlay_data.js";
import { FIGHTS, carryOut, clickPlanning, declareFight, intended, openPlan, toggleAttacker } from "./plans.js";
import { follow, stageOf } from "./stage.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("../map/board.js").Board} Board */
/** @typedef {import("./plans.js").Plan} Plan */

const PATIENCE = 250; // milliseconds over a hex before it is judged
const FEW = 8; // hexes that are shown together when one of them is asked for
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
  noted = 0; // how often the player has changed a plan of his own: the left panel tells of it
  /** @type {string[]} units that move together with the selected one */
  group = [];
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
    this.playback = new Playback(stageOf(this));
    this.guide = new Guide(this);
    /** @type {number | null} the newest roll that has been shown */
    this.rolled = null;
    /** @type {{because: string, clause: string} | null} why the unit in hand cannot act */
    this.unable = null;
    /** @type {HTMLElement | null} dice that are rolling */
    this.tumbling = null;
    /** @type {Set<number>} rolls whose sums are shown */
    this.unfolded = new Set();
    this.allRolls = false;
    /** @type {string | null} a dialog over the table: `key`, `over`, `arrivals` */
    this.dialog = null;
    this.ended = ""; // the game over that has been shown
    this.redrawLeft = () => {};
    /** @type {import("./hint.js").Hint | "asked" | null} */
    this.hint = null;
    /** @type {import("./staff.js").StaffPlan | "asked" | null} */
    this.staff = null;
    /** @type {{done: number, stop: boolean} | null} the staff plays its plan */
    this.atWork = null;
    this.filter = "all";
    /** @type {import("./plans.js").Intent | null} what a planned fight is still to do */
    this.intent = null;
    this.tellBusy = () => {};
    this.doing = new ActionQueue({
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
    this.unable = null;
    this.selected = null;
    this.group = [];
    if (this.staff !== "asked") this.staff = null;
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
    const { model } = this,
      found = (this.selected !== null ? model.choice(this.selected) : null) ?? model.choice("");
    return found && this.group.length > 1 ? { ...found, hexes: groupHexes(this, found.hexes) } : found;
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
    const several = (model.table.legal?.plain ?? []).filter((/** @type {string} */ x) => x.split(" ")[1] === id).length > 1;
    if (several) return id === this.selected ? this.letGo() : this.select(id); // the panel lists what it can do
    if (single) return this.ask(single, hex ?? "");
    if (hex && unit && unit.side !== model.table.to_move) {
      if (model.targets.has(hex)) return this.planAttack(hex);
      if (model.bombardments.has(hex)) return openPlan(this, "bombard", hex);
      if (model.aims("barrage").has(hex)) return openPlan(this, "barrage", hex);
    }
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
    if (choice && !this.model.hexOf(subject)) this.board?.revealAll(choice.hexes); // it comes from off the map
    if (choice?.verb === "move") void this.askReach(subject);
    if (unit && !choice) void askUnable(this, subject);
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
    if (this.plan) return clickPlanning(this, hex, unit);
    if (choice?.hexes.includes(hex) && (this.selected === null || choice.verb !== "attack")) return this.choose(hex, touch);
    if (choice?.verb === "attack" && choice.hexes.includes(hex)) return this.planAttack(hex, choice.subject);
    if (stack.length) return this.clickStack(hex, unit, stack);
    if (choice && model.map.hexes[hex]) return void this.judge(hex, true);
    if (this.selected === null && !this.why) return sayWhyNothing(this, hex);
    this.letGo();
  }

  /** Another click in a stack takes the next of it. @param {string} hex @param {string | null} unit @param {any[]} stack */
  clickStack(hex, unit, stack) {
    if (this.model.dress.counted) return this.clickCounted(hex, unit, stack);
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

  /** Of a stack that is counted the first click takes the top counter that can act, the second spreads the stack in a ring. @param {string} hex
   * @param {string | null} unit @param {any[]} stack */
  clickCounted(hex, unit, stack) {
    const ids = stack.map((u) => u.id),
      open = this.fanned === hex,
      mine = ids.filter((id) => this.model.able.has(id) && this.model.units.get(id)?.side === this.model.table.to_move);
    if (!open && ids.length > 1 && ids.includes(this.selected ?? "")) {
      this.fanned = hex;
      return this.changed();
    }
    this.press((open && unit) || mine.at(-1) || unit || ids[ids.length - 1]);
    if (open && this.selected) this.fanned = hex;
    this.changed();
  }

  /** A lit hex is chosen: done at once if it can be taken back, else asked for by a button. @param {string} hex */
  choose(hex, touch = false) {
    const choice = this.choice;
    if (!choice || !choice.hexes.includes(hex)) return;
    const verb = verbAt(choice, hex),
      text = action(verb, choice.subject, hex);
    if (this.group.length > 1 && verb === "move") return void moveGroup(this, hex);
    if (FIGHTS.has(verb) && this.model.dress.plans !== false)
      return openPlan(this, verb, hex, ["attack", "overrun", "barrage", "fly"].includes(verb) ? choice.subject : undefined);
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
      unit && verb === "attack"
        ? `Attack ${hex} with ${callName(unit)}`
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
    const chosen = this.selected;
    try {
      await this.model.act(text);
      const next = this.selected !== chosen && !this.plan && !this.pending ? this.selected : null;
      this.clear();
      this.happened();
      leaveCounter();
      this.playback.mark();
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
    const before = this.model.present,
      { seq, at } = before;
    await this.model.reload().catch(() => {});
    if (this.model.present.seq === seq) return;
    if (!this.model.past) this.clear();
    this.happened();
    if (intended(this)) await carryOut(this);
    else await this.playback.follow(at ?? 0);
    if (!this.playback.open && !this.model.past && !this.model.veil) follow(this, before);
  }

  /** What happened is read out. */
  happened() {
    if (this.model.veil) return announce(`The screen goes to ${this.model.side(this.model.veil)}.`);
    const over = this.model.present.over,
      key = over && `${over.winner} ${over.level}`;
    if (key && key !== this.ended) {
      this.ended = key;
      this.dialog = "over";
    }
    this.tell();
    this.showOpen();
    this.model.dress.own?.onward?.(this);
  }

  /** A hex that is asked for without a unit is brought into sight, if they are few. */
  showOpen() {
    if (this.atWork) return;
    const { model } = this,
      open = model.table.mine && !model.past ? (model.choice("")?.hexes ?? []) : [];
    if (open.length && open.length <= FEW) this.board?.revealAll(open);
  }

  /** Says why a phase cannot be ended, and shows the units. @param {{because: string, clause: string, units: string[]}} ending */
  showBlocked(ending) {
    const hexes = ending.units.map((id) => this.model.hexOf(id)).filter((hex) => hex !== null);
    toast([`${ending.because} `, chip(this.model.book, ending.clause)]);
    this.glance(hexes.map(String));
    if (hexes[0]) this.board.reveal(hexes[0]);
    else if (ending.units[0] && this.model.choice(ending.units[0])) this.select(ending.units[0]);
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
    announce(`${typeof warn === "string" ? warn : "Some units can still act."} Press Enter again to end the phase anyway.`);
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

  // -- a fight before it is declared

  /** @param {string} hex @param {string} [first] */
  planAttack(hex, first) {
    const unit = first ?? this.model.targets.get(hex)?.[0] ?? "";
    if (this.model.dress.plans === false) return this.ask(action("attack", unit, hex), hex);
    openPlan(this, "attack", hex, first);
  }

  /** @param {string} id */
  toggleAttacker(id) {
    toggleAttacker(this, id);
  }

  attack() {
    return declareFight(this);
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
    if (!this.model.dress.counted && fan !== this.fanned && (this.selected === null || fan)) this.fanned = fan;
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

/** After an action the focus is not on a counter, where Enter would take it up again, but on the map: there Enter does what the main button says. */
function leaveCounter() {
  const map = document.activeElement?.closest(".piece")?.closest("main");
  if (map instanceof HTMLElement) map.focus({ preventScroll: true });
}
