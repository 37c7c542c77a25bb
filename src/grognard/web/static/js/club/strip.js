// @ts-check
// The strip above a table: who plays, both clocks, and what can be done when a time is over. It stands for itself: if it fails, the
// table stays usable.
import * as api from "../api.js";
import { once } from "../action_queue.js";
import { h, fill } from "../dom.js";
import { announce, toast } from "../marks.js";
import { offhand } from "../press.js";
import { creatorOf, tokensOf } from "../seats.js";
import { session } from "./name.js";
import { giftWords, span, termsWords } from "./time.js";

const LOOK_AGAIN = 20_000; // milliseconds
const QUIET = 1_000; // without a clock: names and open seats can wait until nothing has happened for so long

/** @param {string} table @returns {() => void} what to do on leaving */
export function clubStrip(table) {
  const strip = new Strip(table);
  /** @type {number | undefined} */
  let later;
  const news = (/** @type {any} */ e) => {
    if (e.detail.table !== table) return;
    clearTimeout(later);
    if (strip.found?.clock) void strip.load();
    else later = setTimeout(() => void strip.load(), QUIET);
  };
  const named = () => strip.changed();
  addEventListener("grognard:news", news);
  addEventListener("grognard:name", named);
  const tick = setInterval(() => strip.tick(), 1000),
    look = setInterval(() => strip.found?.clock && document.visibilityState === "visible" && void strip.load(), LOOK_AGAIN);
  void strip.load();
  return () => {
    removeEventListener("grognard:news", news);
    removeEventListener("grognard:name", named);
    clearInterval(tick);
    clearInterval(look);
    clearTimeout(later);
    strip.leave();
  };
}

class Strip {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    this.box = /** @type {HTMLElement} */ (document.getElementById("club"));
    const tokens = tokensOf(table);
    this.seats = (tokens.length ? tokens : [null]).map((token) => new api.Seat(table, token));
    this.seat = this.seats[0];
    /** The seats of this browser by their side: one, or both where two play at one screen. @type {Map<string, api.Seat>} */
    this.held = new Map();
    /** @type {any} */
    this.found = null;
    this.at = 0; // when it was found
    this.left = false;
    /** @type {Record<string, string>} */
    this.sides = {};
    /** @type {Promise<void> | null} */
    this.loading = null;
  }

  /** Asks once at a time; what happens meanwhile is asked for after it. */
  async load() {
    if (this.loading) {
      this.again = true;
      return;
    }
    this.loading = this.fetch();
    await this.loading;
    this.loading = null;
    if (this.again && !this.left) {
      this.again = false;
      await this.load();
    }
  }

  async fetch() {
    try {
      const before = this.found;
      if (!before) this.sides = await sidesOf(this.seat);
      this.found = await this.seat.club();
      if (!before) await this.hold();
      this.at = performance.now();
      if (before && !before.claim && this.found.claim) dispatchEvent(new HashChangeEvent("hashchange")); // the table is over
      this.changed();
    } catch {
      this.box.replaceChildren(); // whoever has no seat is told so by the table
    }
  }

  async hold() {
    this.held.set(this.found.seat, this.seat);
    for (const other of this.seats.slice(1)) this.held.set((await other.club()).seat, other);
  }

  leave() {
    this.left = true;
    this.box.replaceChildren();
  }

  /** @param {string} side */
  name(side) {
    return this.sides[side] ?? side;
  }

  /** Seconds a side has left now. @param {string} side */
  time(side) {
    const { clock } = this.found,
      gone = clock.running === side ? (performance.now() - this.at) / 1000 : 0;
    return clock.left[side] - gone;
  }

  tick() {
    const clock = this.found?.clock;
    if (!clock || this.left) return;
    for (const face of this.box.querySelectorAll("[data-clock]")) {
      const left = this.time(/** @type {string} */ (face.getAttribute("data-clock")));
      face.textContent = span(left);
      face.classList.toggle("late", left <= 0);
    }
    if (clock.running && !clock.late && this.time(clock.running) <= 0) void this.load();
    else if (clock.late) this.drawLate();
  }

  /** Draws it, but not under a hand: it stands above the table and moves all of it. */
  changed() {
    offhand(() => this.draw());
  }

  draw() {
    const f = this.found;
    if (!f || this.left) return;
    const shown = f.clock || f.open.length || f.claim || Object.values(f.players).some(Boolean) || this.offers().length;
    if (!shown) return this.box.replaceChildren();
    this.late = h("span.lateness", { role: "status" });
    fill(
      this.box,
      h(
        "section.clubstrip",
        { "aria-label": "Players and clocks" },
        Object.keys(f.players).map((side) => this.player(side)),
        f.clock &&
          h("small.muted", null, f.clock.started ? termsWords(f.clock.terms) : "The clocks start when both players have come."),
        f.rated && h("small.badge", { title: "The result counts for the rating of both players" }, "rated"),
        this.late,
        this.offers(),
      ),
    );
    this.drawLate();
  }

  /** @param {string} side */
  player(side) {
    const { players, clock } = this.found,
      timed = clock && side in clock.left;
    return h(
      "span.clubplayer",
      { class: clock?.running === side ? "running" : "" },
      h("span.pill", { class: `of-${side}` }, this.name(side)),
      players[side] && h("b", null, players[side]),
      timed &&
        h(
          "span.clockface",
          { role: "timer", "aria-label": `Time left of ${this.name(side)}`, "data-clock": side },
          span(this.time(side)),
        ),
    );
  }

  /** Whose time is over, and what that means. */
  drawLate() {
    const { clock, claim, seat } = this.found;
    const words = claim
      ? `The game ended on time: ${this.name(claim.side)} had none left.`
      : clock?.late
        ? this.lateWords(clock, seat)
        : "";
    if (!this.late || this.late.firstChild?.textContent === words) return;
    fill(this.late, words && h("span", null, words), clock?.late && !claim && this.lateButtons(clock));
  }

  /** @param {any} clock @param {string} seat */
  lateWords(clock, seat) {
    const wait = this.wait(clock),
      may = wait > 0 ? `in ${span(wait)}` : "now";
    const against = this.against(clock);
    if (against && this.held.has(clock.late))
      return `The time of ${this.name(clock.late)} is over. ${this.name(against)} may claim the game ${may}.`;
    if (against) return `Your opponent's time is over. You may claim the game ${may}.`;
    if (seat === clock.late) return `Your time is over. Play on: your opponent may claim the game ${may}.`;
    return `The time of ${this.name(clock.late)} is over.`;
  }

  /** Seconds of the time of grace. @param {any} clock */
  wait(clock) {
    return Math.max(0, this.time(clock.late) + clock.terms.grace);
  }

  /** The side of this browser that plays against the late one. @param {any} clock @returns {string | undefined} */
  against(clock) {
    return [...this.held.keys()].find((side) => side !== "watch" && side !== clock.late);
  }

  /** @param {any} clock */
  lateButtons(clock) {
    const against = this.against(clock);
    if (!against) return null;
    const seat = /** @type {api.Seat} */ (this.held.get(against));
    const claim = () =>
      confirm(`Claim the game? It ends now, and ${this.name(against)} wins on time.`) && this.do("claim", seat);
    return [
      this.wait(clock) <= 0 &&
        h(
          "button.primary",
          { type: "button", "data-key": "claim", onclick: once(async () => claim()) },
          "Claim the game on time",
        ),
      h(
        "button",
        { type: "button", "data-key": "give-time", onclick: once(() => this.do("time", seat)) },
        giftWords(clock.terms),
      ),
    ];
  }

  /** What this player can do about names and open seats. @returns {any[]} */
  offers() {
    const f = this.found,
      me = session(),
      creator = creatorOf(this.table);
    const name = me && f.can_take_name && !Object.values(f.players).includes(me.name);
    return [
      name &&
        h(
          "button",
          { type: "button", "data-key": "take-name", onclick: once(() => this.takeName(me.token)) },
          `Play as ${me.name}`,
        ),
      f.open.map((/** @type {string} */ side) =>
        h("span", null, `Anyone on this server may join as ${this.name(side)}. `, creator && this.opener(side, false, creator)),
      ),
      creator &&
        f.free
          .filter((/** @type {string} */ side) => !f.open.includes(side) && side !== f.seat)
          .map((/** @type {string} */ side) => this.opener(side, true, creator)),
    ]
      .flat()
      .filter(Boolean);
  }

  /** @param {string} side @param {boolean} open @param {string} creator */
  opener(side, open, creator) {
    const press = once(async () => {
      await this.attempt(() => this.seat.setOpen(side, open, creator));
      await this.load();
    });
    const words = open ? `Let anyone join as ${this.name(side)}` : "Close the seat";
    return h("button", { type: "button", "data-key": `open-${side}`, onclick: press }, words);
  }

  /** @param {string} token */
  async takeName(token) {
    if (await this.attempt(() => this.seat.playAs(token))) announce("You play under your name.");
    await this.load();
  }

  /** @param {"claim" | "time"} what @param {api.Seat} seat */
  async do(what, seat) {
    await this.attempt(() => seat.clubDo(what));
    await this.load();
  }

  /** @param {() => Promise<any>} what */
  async attempt(what) {
    try {
      await what();
      return true;
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
      return false;
    }
  }
}

/** The names of the sides, as the lobby has them. @param {api.Seat} seat @returns {Promise<Record<string, string>>} */
async function sidesOf(seat) {
  const [table, games] = await Promise.all([seat.see(), api.games()]);
  return games.find((/** @type {any} */ g) => g.name === table.game)?.about.sides ?? {};
}
