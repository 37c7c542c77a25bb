// @ts-check
// Playback of what happened: the acts of a stretch of the game, shown one after another on earlier positions. It knows no page:
// the map table and the desks each give it a stage to play on.
import { announce, toast } from "../marks.js";
import { choose, setting } from "../settings.js";
import { play as sound } from "../sound.js";

/** @typedef {{unit: string, to: string, at: number, origin?: string, path?: string[]}} Step */
/** @typedef {{kind: string, text: string, first: number, last: number, side?: string, clause?: string, effects?: string[], code?: string,
 *   units?: string[], hexes?: string[], moves?: Step[], target?: string, attackers?: string[], figures?: any, hurt?: string[],
 *   lost?: [string, string][], taken?: string[], heading?: string, drawn?: [string, string][], better?: string[]}} Act */
/** The page it plays on. `shows`: whether a hex is on its map; `reveal`: brings hexes into sight; `slide`: moves counters along hexes;
 * `beside`: who has come next to one's own units, in words; `where`: an act is seen there; `looking`: gives what brings the map
 * back to where the player looks now.
 * @typedef {{model: any, where?: string, past: {go: (at: number, quiet?: boolean) => Promise<any>, leave: () => void}, changed: () => void, clear: () => void,
 *   side: (side: string) => string, asks: () => string, shows: (hex: string) => boolean, reveal: (hexes: string[]) => void, looking?: () => () => void,
 *   slide: (routes: Map<string, string[]>, ms: number, alive: () => boolean) => Promise<any>, beside: (before: any, now: any) => string[]}} Stage */

const MOVE_MS = 900;
const ATTACK_MS = 1800;
const BOMBARD_MS = 1200;
const BEFORE_RESULT = 1 / 3; // of an attack's time passes before its result is shown
const STILL_MS = 2500; // with reduced motion an act stands for so long
export const SPEEDS = [0.5, 1, 2, 4];
const SEEN = "grognard.seen";

/** The action up to which a seat has seen each table. @returns {Record<string, number>} */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(SEEN) ?? "{}");
  } catch {
    return {};
  }
}

export const reduced = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The hexes each unit of an act passes, its first one included. @param {Act} act @returns {Map<string, string[]>} */
export function routes(act) {
  const found = new Map();
  for (const { unit, origin, to, path } of act.moves ?? []) {
    const known = found.get(unit);
    if (!known && !origin) continue; // it comes from off the map
    const way = path?.length ? path.filter((hex) => hex !== origin) : [to];
    found.set(unit, [...(known ?? [origin]), ...way]);
  }
  return found;
}

export class Playback {
  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    /** @type {Act[]} */
    this.acts = [];
    this.index = -1; // the act that is shown; -1: the position before the first
    this.open = false;
    this.playing = false;
    this.decided = true; // whether the result of the act shown is out
    this.since = 0;
    this.whole = false; // the whole game, not only what the opponent did
    /** @type {import("./review.js").Reviewed | null} it shows the decisions of a review */
    this.review = null;
    this.live = false; // it follows the opponent while this page is open
    this.left = false; // the player went back to the table while the opponent was still acting
    /** @type {any} the position before the first act */
    this.before = null;
    /** @type {(() => void) | null} brings the map back to where it was */
    this.lookBack = null;
    this.run = 0; // grows when something else is to be shown: an older wait then ends
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  get present() {
    return this.stage.model.present;
  }
  get speed() {
    return Number(setting("speed")) || 1;
  }
  get act() {
    return this.acts[this.index] ?? null;
  }
  get key() {
    return `${this.stage.model.id} ${this.present.seat}`;
  }
  get wanted() {
    return setting("playback") || "always";
  }
  /** Whether the computer is still acting, so that more will come. */
  get more() {
    const t = this.present;
    return this.live && !t.mine && !t.over && String(t.seats?.[t.to_move] ?? "").startsWith("computer");
  }

  // -- what has been seen

  /** Everything up to now is known to the player. */
  mark() {
    const all = stored();
    all[this.key] = this.present.at ?? 0;
    localStorage.setItem(SEEN, JSON.stringify(all));
  }

  /** Shows what happened since this seat last looked here; on a new device, since it last acted. */
  async arrive() {
    const { model } = this.stage,
      seen = stored()[this.key];
    if (model.veil || model.shared || (seen !== undefined && seen >= (this.present.at ?? 0))) return this.mark();
    await this.catchUp(seen ?? null, false);
  }

  /** News came while the page was open. @param {number} before actions */
  async follow(before) {
    const { model } = this.stage;
    if (this.present.mine || this.present.over) this.left = false;
    if (model.veil || model.shared || this.left) return this.mark();
    if (this.open && !this.whole) return this.extend();
    if (!model.past) await this.catchUp(before, true);
  }

  /** @param {number | null} since @param {boolean} live */
  async catchUp(since, live) {
    if (this.wanted === "never") return this.mark();
    const { acts, since: from } = await this.fetch(since),
      mine = this.present.seat,
      theirs = acts.some((act) => act.side && act.side !== mine && act.kind !== "sealed");
    if (!theirs || (this.wanted === "hurt" && !acts.some((act) => act.hurt?.includes(mine)))) return this.mark();
    await this.begin(acts, from, { live });
  }

  /** What the others did since this seat acted, once more. */
  async last() {
    const { acts, since } = await this.fetch(null);
    if (acts.length) await this.begin(acts, since);
    else toast("The other side has not acted since your last action.");
  }

  /** The whole game, from its first action. @param {number} [from] the action to begin at */
  async replay(from = 0) {
    const { acts } = await this.fetch(0, true);
    if (!acts.length) return;
    await this.begin(acts, 0, { whole: true });
    if (from > 0)
      await this.show(
        Math.max(
          0,
          acts.findIndex((act) => act.last >= from),
        ),
      );
  }

  /** @param {number | null} since @param {boolean} [whole] @returns {Promise<{acts: Act[], since: number}>} */
  async fetch(since, whole = false) {
    try {
      return await this.stage.model.seat.story(since, whole);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
      return { acts: [], since: since ?? 0 };
    }
  }

  /** More has happened while the playback runs; the act that is shown stays the one that is shown. */
  async extend() {
    const { acts } = await this.fetch(this.since),
      shown = this.act?.last ?? -1;
    if (!this.open || !acts.length) return;
    this.acts = acts;
    if (shown >= 0) this.index = acts.findIndex((act) => act.last >= shown);
    this.stage.changed();
    if (this.playing && this.timer === undefined) this.later();
  }

  // -- playing

  /** @param {Act[]} acts @param {number} since @param {{whole?: boolean, live?: boolean}} [how] */
  async begin(acts, since, { whole = false, live = false } = {}) {
    const { stage } = this;
    if (!this.open) this.lookBack = stage.looking?.() ?? null;
    Object.assign(this, {
      acts,
      since,
      whole,
      live,
      review: null,
      open: true,
      index: -1,
      playing: true,
      decided: true,
      before: null,
    });
    stage.clear();
    announce(
      whole ? "The game from the beginning." : `${this.title}: ${acts.length} ${acts.length === 1 ? "event" : "events"}.`,
    );
    await this.show(-1);
  }

  /** Enemy units that have come next to one's own, in words. @returns {string[]} */
  get beside() {
    return this.before ? this.stage.beside(this.before, this.present) : [];
  }

  get title() {
    const actor = this.acts.find((act) => act.side && act.side !== this.present.seat)?.side ?? "";
    return this.whole ? "The game so far" : this.live ? `${this.stage.side(actor)} actions` : "While you were away";
  }

  /** Shows an act: its move slides, its result comes after a moment. @param {number} index */
  async show(index) {
    const { stage } = this,
      act = this.acts[index],
      run = ++this.run;
    this.stopTimer();
    const forward = index === this.index + 1 && !reduced();
    this.index = index;
    this.decided = true;
    if (!act) {
      await stage.past.go(this.since, true);
      this.before ??= stage.model.past;
      stage.changed();
      return void (run === this.run && this.playing && this.later());
    }
    if (act.target) {
      this.decided = reduced() || !this.playing;
      await stage.past.go(act.first - 1, true);
      if (run !== this.run || !this.open) return;
      this.frame(act);
      stage.changed();
      if (!this.decided) {
        sound("fire");
        await this.pause(this.length(act) * BEFORE_RESULT);
        if (run !== this.run) return;
        this.decided = true;
        if (act.figures?.die) sound("dice");
      }
    }
    const way = forward ? routes(act) : new Map();
    await stage.past.go(act.last, true);
    if (run !== this.run || !this.open) return;
    this.frame(act);
    stage.changed();
    announce([act.text, ...(act.effects ?? [])].join(". "));
    if (way.size) {
      sound("move");
      await stage.slide(way, MOVE_MS / this.speed, () => run === this.run && this.open);
    }
    if (run === this.run && this.playing) this.later();
  }

  /** Brings what the act is about into sight. @param {Act} act */
  frame(act) {
    const hexes = [
      act.target ?? "",
      ...(act.moves ?? []).flatMap((step) => [step.origin ?? "", step.to]),
      ...(act.hexes ?? []),
    ];
    this.stage.reveal([...new Set(hexes)].filter((hex) => hex && this.stage.shows(hex)));
  }

  /** @param {Act} act */
  length(act) {
    const whole = act.kind === "bombardment" ? BOMBARD_MS : act.target ? ATTACK_MS : MOVE_MS;
    return (reduced() ? STILL_MS : whole) / this.speed;
  }

  /** @param {number} ms */
  pause(ms) {
    return new Promise((done) => {
      this.stopTimer();
      this.timer = window.setTimeout(() => {
        this.timer = undefined;
        done(null);
      }, ms);
    });
  }

  later() {
    const act = this.act,
      rest = act ? this.length(act) * (act.target ? 1 - BEFORE_RESULT : 0.5) : 400;
    void this.pause(rest).then(() => {
      if (!this.open || !this.playing) return;
      if (this.index + 1 < this.acts.length) return void this.show(this.index + 1);
      if (this.more) return void this.stage.changed(); // news will go on with it
      if (this.whole) return this.stop();
      this.leave(); // the last act has been shown: the decision takes over
    });
  }

  stopTimer() {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  toggle() {
    if (this.playing) return this.stop();
    this.playing = true;
    this.stage.changed();
    void this.show(this.index + 1 < this.acts.length ? this.index + 1 : -1);
  }

  stop() {
    this.playing = false;
    this.stopTimer();
    this.run++;
    this.decided = true;
    this.stage.changed();
  }

  /** @param {number} by */
  step(by) {
    const to = this.index + by;
    if (this.review) return void (this.acts[to] && this.jump(to));
    if (to >= this.acts.length) return this.leave();
    this.jump(Math.max(-1, to));
  }

  /** @param {number} index */
  jump(index) {
    this.playing = false;
    void this.show(index);
  }

  again() {
    this.playing = true;
    void this.show(-1);
  }

  /** @param {number} speed */
  setSpeed(speed) {
    choose("speed", speed === 1 ? "" : String(speed));
    this.stage.changed();
  }

  /** To the table as it stands. */
  leave() {
    if (!this.open) return;
    this.stopTimer();
    this.run++;
    this.left = this.more;
    Object.assign(this, { open: false, playing: false, index: -1, review: null });
    this.mark();
    this.stage.past.leave();
    this.lookBack?.();
    this.lookBack = null;
    if (this.present.mine) {
      sound("turn");
      announce(`Your decision: ${this.stage.asks()}.`);
    }
    this.stage.changed();
  }
}

/** Keys while a playback is open. @param {Playback} playback @param {KeyboardEvent} e @returns {boolean} whether it was one */
export function playbackKey(playback, e) {
  if (!playback.open) return false;
  switch (e.key) {
    case " ":
      if (playback.review) playback.step(1);
      else playback.toggle();
      return true;
    case "ArrowLeft":
      playback.step(-1);
      return true;
    case "ArrowRight":
      playback.step(1);
      return true;
    case "r":
    case "R":
      if (playback.review) playback.jump(0);
      else playback.again();
      return true;
    case "<":
    case ">": {
      const at = SPEEDS.indexOf(playback.speed) + (e.key === "<" ? -1 : 1);
      if (SPEEDS[at]) playback.setSpeed(SPEEDS[at]);
      return true;
    }
    case "Escape":
      playback.leave();
      return true;
    default:
      if (!/^[1-9]$/.test(e.key) || Number(e.key) > playback.acts.length) return false;
      playback.jump(Number(e.key) - 1);
      return true;
  }
}
