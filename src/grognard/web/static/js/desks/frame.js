// @ts-check
// The one frame of every desk: bar with game, date, phases and the decision; tabs; board; context panel; log; clause drawer.
// A game's desk is a `DeskOf`: what it leaves out is drawn plainly.
import { ActionQueue } from "../action_queue.js";
import { declineButton, waiting } from "../dice/note.js";
import { h, fill } from "../dom.js";
import { guideSection, isOn, turn } from "../guide.js";
import { menuButton } from "../menu.js";
import { announce, toast } from "../marks.js";
import { offhand } from "../press.js";
import { saveRecord } from "../saving.js";
import { onSettings } from "../settings.js";
import { playbackKey } from "../table/playback.js";
import { playbackPanel, playbackStrip } from "../table/playbackview.js";
import { talk } from "../table/talk.js";
import { Drawer } from "./drawer.js";
import { DeskHint } from "./hint.js";
import { icon } from "./icons.js";
import { logLines } from "./log.js";
import { Model } from "./model.js";
import { bar, decisionPart } from "./bar.js";
import { orders } from "./orders.js";
import { openPlayback } from "./stage.js";
import { veiled } from "./veil.js";

/** @typedef {import("../dom.js").Child} Child */
/** @typedef {{id: string, title: string, short?: string, icon: string, note?: (desk: Desk) => Child,
 *   draw: (desk: Desk, main: HTMLElement) => Child | undefined, panel?: (desk: Desk) => Child, key?: (desk: Desk, e: KeyboardEvent) => boolean}} Tab
 *   `draw` gives what the board shows, or nothing at all when it draws into `main` by itself */
/** @typedef {{
 *   tabs: Tab[],
 *   title?: string, css?: string[], sides?: Record<string, string>,
 *   open?: (desk: Desk) => Promise<void> | void,
 *   news?: (desk: Desk) => Promise<void> | void,
 *   when?: (desk: Desk) => {title: string, sub: string, earlier?: () => void, later?: () => void},
 *   phases?: (desk: Desk) => {words: string, state: "done" | "now" | ""}[],
 *   decision?: (desk: Desk) => string | null,
 *   answered?: (desk: Desk) => boolean,
 *   decide?: (desk: Desk) => void,
 *   first?: (desk: Desk) => string,
 *   panel?: (desk: Desk) => Child,
 *   head?: (desk: Desk) => Child,
 *   words?: (action: string, desk: Desk) => string,
 *   rolled?: (entry: any, desk: Desk) => Child,
 *   sealed?: string,
 *   told?: (log: any[]) => any[],
 *   secret?: (desk: Desk) => boolean,
 *   find?: (words: string[], desk: Desk) => {words: string, note?: string, go: () => void}[],
 *   keys?: [string, string][],
 *   key?: (desk: Desk, e: KeyboardEvent) => boolean,
 *   back?: (desk: Desk) => boolean,
 *   end?: (desk: Desk) => void,
 *   ending?: (desk: Desk) => string,
 *   unwise?: (desk: Desk) => boolean,
 *   point?: (desk: Desk, units: string[]) => void,
 *   map?: import("./stage.js").DeskMap,
 *   leave?: (desk: Desk) => void}} DeskOf
 *   css: files of css/desks; open: once, before the first drawing; news: whenever the table has changed;
 *   first: the tab it opens with, if the address names none; back: Escape, where the frame has nothing to close; decide: what a click on the decision does; head: what answers the decision, above hint and guide; words: a legal action as people say it; rolled: the dice of a line of the log; answered: whether the server answers for the seat; secret: whether the seat sees what another player at the same screen must not; told: the log without lines that say nothing; sealed: what the log says of a secret action, `{side}` in it;
 *   find: what a search finds besides clauses; keys: its own, with what they do; end: ends the step, where that asks first; ending: words of
 *   the button that ends the step; unwise: whether the end gives up what the step is for; point: shows units that keep a step from ending; map: the map that playbacks use */

export class Desk {
  /** @param {Model} model @param {DeskOf} of @param {() => void} changed */
  constructor(model, of, changed) {
    this.model = model;
    this.of = of;
    this.changed = changed;
    /** @type {Tab} */
    this.tab = of.tabs[0];
    /** What the context panel shows instead of its usual. @type {(() => Child) | null} */
    this.subject = null;
    /** The desk's own notes between drawings. @type {any} */
    this.own = {};
    this.doing = new ActionQueue({
      seq: () => this.table.seq,
      reload: () => this.catchUp(),
      tell: () => this.tell(),
      changed,
    });
    this.pending = 0; // answers that are on their way
    this.chosen = false; // whether the player has gone to a tab by hand since acting: no playback takes him away from it
    this.main = h("main.dk-main", { tabindex: -1 });
    this.filter = "";
    /** The seat whose player has opened the curtain. @type {string | null} */
    this.opened = null;
    /** What the other side did, act by act. @type {import("../table/playback.js").Playback | null} */
    this.playback = null;
    /** The earlier position a playback shows. @type {any} */
    this.past = null;
    /** Counters on their way while a playback shows a move. @type {Map<string, {hexes: string[], share: number}>} */
    this.sliding = new Map();
    /** @type {Drawer} */
    this.drawer = new Drawer(this);
    this.hint = new DeskHint(this);
  }

  get table() {
    return this.model.table;
  }
  get book() {
    return this.model.book;
  }
  get title() {
    return this.of.title ?? this.table.game;
  }
  /** @param {string | null} side */
  side(side) {
    return side === null || side === undefined
      ? ""
      : (this.of.sides?.[side] ?? { chance: "the dice", watch: "Spectator" }[side] ?? side);
  }
  /** @param {string} action */
  words(action) {
    return this.of.words?.(action, this) ?? action;
  }

  /** What the rules answer, or nothing yet: it is fetched, and all is drawn again. @param {string} topic @param {Record<string, any>} [given] */
  told(topic, given = {}) {
    return this.hear(`ask ${topic} ${JSON.stringify(given)}`, () => this.model.ask(topic, given))?.value;
  }
  /** What the desk shows of this table, likewise; until it comes, what it showed before: nothing jumps away under the hand.
   * @param {string} topic @param {Record<string, any>} [given] */
  see(topic, given = {}) {
    const key = `desk ${topic} ${JSON.stringify(given)}`;
    return this.hear(key, () => this.model.look(topic, given)) ?? this.model.before?.get(key);
  }

  /** @param {string} key @param {() => Promise<any>} fetch */
  hear(key, fetch) {
    const kept = this.model.kept.get(key);
    if (kept) return kept.value;
    void this.wait(fetch()).catch((error) => {
      toast(error instanceof Error ? error.message : String(error));
    });
    return undefined;
  }

  /** All is drawn again when something has come. @template T @param {Promise<T>} coming @returns {Promise<T>} */
  async wait(coming) {
    this.pending++;
    this.tell();
    try {
      return await coming;
    } finally {
      this.pending--;
      this.changed();
    }
  }

  get busy() {
    return this.doing.busy;
  }

  /** Whether something is on its way, to those who see it and those who do not. */
  tell() {
    this.main.setAttribute("aria-busy", String(this.busy || this.pending > 0));
    this.main.toggleAttribute("data-busy", this.busy);
  }

  /** Does it; a refusal is told with its clauses. @param {string} action @returns {Promise<boolean>} */
  send(action) {
    return this.sendAll([action]);
  }

  /** Orders that belong together, one after another until one is refused. @param {string[]} actions @param {(k: number) => void} [done] */
  sendAll(actions, done = () => {}) {
    const { subject } = this;
    this.chosen = false;
    return this.try(actions.join("\n"), async () => {
      for (const [k, action] of actions.entries()) {
        await this.model.act(action);
        this.playback?.mark();
        done(k);
      }
      if (this.subject === subject) this.subject = null; // what was opened meanwhile stays
    });
  }

  /** @param {string} action */
  judge(action) {
    return this.model.seat.judge(action);
  }

  undo() {
    return this.try("undo", () => this.model.undo());
  }

  /** Something a person wants done, under a name that tells it from other wishes. @param {string} name @param {() => Promise<any>} what */
  try(name, what) {
    return this.doing.press(name, () => this.carry(what));
  }

  /** Does it, and fetches what the desk shows of the table as it stands then. @param {() => Promise<any>} what */
  async carry(what) {
    const before = this.table.seq;
    let done = false;
    try {
      await what();
      done = true;
    } catch (error) {
      this.refused(error);
      if (/** @type {any} */ (error)?.status === 409) await this.model.reload().catch(() => {});
    }
    if (!done && this.table.seq === before) return false;
    try {
      await this.of.news?.(this);
      announce(this.decision);
    } catch (error) {
      this.refused(error);
    }
    return done;
  }

  /** The table after news from the server: what the other side did is played back. */
  async catchUp() {
    const before = this.table.at ?? 0;
    await this.carry(() => this.model.reload());
    if ((this.table.at ?? 0) > before) await this.playback?.follow(before);
    return true;
  }

  /** @param {any} error */
  refused(error) {
    const rulings = error?.rulings ?? [];
    toast(
      rulings.length
        ? rulings.map((/** @type {any} */ r) => [r.because, " ", h("span.chip", null, r.clause), " "])
        : error instanceof Error
          ? error.message
          : String(error),
    );
  }

  /** @param {string} id */
  go(id) {
    this.tab = this.of.tabs.find((tab) => tab.id === id) ?? this.of.tabs[0];
    this.subject = null;
    history.replaceState(
      null,
      "",
      `${/** @type {any} */ (this.model).address ?? `#t=${encodeURIComponent(this.model.id)}`}&v=${this.tab.id}`,
    );
    this.changed();
  }

  /** A tab the player goes to. @param {string} id */
  choose(id) {
    this.chosen = true;
    this.go(id);
  }

  /** Puts something into the context panel; nothing brings its usual back. @param {(() => Child) | null} what */
  show(what) {
    this.subject = what;
    this.changed();
  }

  /** @param {string} id */
  clause(id) {
    this.drawer.open({ kind: "clause", id });
  }

  /** The side the curtain waits for, where several play at one screen: until that player opens it nothing is shown. @returns {string | null} */
  get veil() {
    const { seat } = this.table,
      shared = this.model.seats.length > 1 && !this.table.over;
    return shared && seat !== this.opened && this.of.secret?.(this) ? (seat ?? null) : null;
  }

  unveil() {
    this.opened = this.table.seat ?? null;
    this.changed();
    void this.playback?.arrive();
  }

  /** What play waits for, if it waits for the dice. */
  get waits() {
    return waiting(this.table, (side) => this.side(side));
  }

  get decision() {
    const t = this.table;
    if (t.over) return `${this.side(t.over.winner) || "Over"}: ${t.over.level}`;
    if (this.waits) return this.waits[0];
    if (!t.mine) return t.to_move === "chance" ? "Roll the dice" : `Waiting for the ${this.side(t.to_move)} player`;
    const said = this.of.decision?.(this) ?? t.purpose ?? "";
    return said.slice(0, 1).toUpperCase() + said.slice(1);
  }

  /** A sheet of this table in a window of its own, or as a file. @param {string} sheet @param {Record<string, any>} [given] */
  async print(sheet, given = {}) {
    try {
      const url = URL.createObjectURL(await this.model.seat.sheet(sheet, given)),
        kind = given.as ?? "pdf";
      h("a", { href: url, download: `${this.table.game}-${sheet}.${kind}` }).click();
      setTimeout(() => URL.revokeObjectURL(url), 60000);
    } catch (error) {
      this.refused(error);
    }
  }
}

/** @param {HTMLElement} app @param {string} id @param {DeskOf} of @param {any} [known] a model that is there already @returns {Promise<() => void>} */
export async function openDesk(app, id, of, known) {
  const sheets = Promise.all(["frame.css", ...(of.css ?? [])].map(styled));
  /** @type {Model} */
  const model = known ?? (await Model.open(id));
  let frame = 0;
  const now = () => draw(page, desk),
    changed = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        offhand(now);
      });
    };
  const desk = new Desk(model, of, changed),
    page = build(desk);
  await Promise.all([sheets, of.open?.(desk)]);
  const wanted = new URLSearchParams(location.hash.slice(1)).get("v") ?? of.first?.(desk);
  desk.tab = of.tabs.find((tab) => tab.id === wanted) ?? of.tabs[0];
  await of.news?.(desk);
  if (of.map) desk.playback = openPlayback(desk, of.map);
  app.replaceChildren(page.root, page.veil);
  draw(page, desk);
  if (!desk.veil) void desk.playback?.arrive();
  const press = (/** @type {KeyboardEvent} */ e) => {
    if (!desk.veil && key(page, desk, e)) e.preventDefault();
  };
  const chips = (/** @type {Event} */ e) => {
    const clause = e.target instanceof Element ? e.target.closest("[data-clause]")?.getAttribute("data-clause") : null;
    if (clause) desk.clause(clause);
  };
  document.addEventListener("keydown", press);
  document.addEventListener("click", chips);
  addEventListener("resize", changed);
  const hear = (/** @type {any} */ news) => {
    page.talk.news(news.chat);
    desk.doing.news(news.seq);
  };
  const deaf = model.seats.map((seat) => seat.listen(hear, (up) => page.root.classList.toggle("offline", !up)));
  const still = onSettings(changed);
  document.title = `${model.table.name || desk.title} · grognard`;
  announce(`${desk.title}. ${desk.decision}.`);
  return () => {
    deaf.forEach((stop) => stop());
    still();
    page.menu.close();
    of.leave?.(desk);
    document.removeEventListener("keydown", press);
    document.removeEventListener("click", chips);
    removeEventListener("resize", changed);
  };
}

/** A style sheet of css/desks, once. @param {string} name @returns {Promise<void>} */
export function styled(name) {
  const href = new URL(`../../css/desks/${name}`, import.meta.url).href;
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return Promise.resolve();
  const link = h("link", { rel: "stylesheet", href });
  const ready = new Promise((done) => {
    link.addEventListener("load", done);
    link.addEventListener("error", done);
  });
  document.head.append(link);
  return /** @type {Promise<any>} */ (ready);
}

/** @typedef {ReturnType<typeof build>} Page */

/** @param {Desk} desk */
function build(desk) {
  const top = h("header.dk-top"),
    tabs = h("nav.dk-tabs", { "aria-label": "Views" }),
    { main } = desk;
  const panel = h("div.dk-panel", { tabindex: 0, "aria-label": "Context", role: "region" }),
    log = h("footer.dk-log"),
    said = talk(
      /** @type {any} */ (
        /** @type {any} */ (desk.model).side
          ? desk.model
          : Object.assign(desk.model, { side: (/** @type {string} */ s) => desk.side(s) })
      ),
    );
  const side = h("aside.dk-side", { "aria-label": "Context and rules" }, panel, desk.drawer.box),
    strip = h("div.stripbox");
  const fold = h(
    "button.dk-fold",
    {
      type: "button",
      "aria-label": "Panel",
      "aria-expanded": "true",
      onclick: () => {
        const shut = root.classList.toggle("folded");
        fold.setAttribute("aria-expanded", String(!shut));
        desk.changed();
      },
    },
    icon("right", 20),
  );
  const menu = menuButton(() => [
    h("button", { type: "button", onclick: () => saveRecord(desk.model.seat) }, "Save the record"),
    desk.model.seats.length > 0 &&
      h("button", { type: "button", "data-key": "check-game", onclick: () => checkGame(desk, menu) }, "Check this game"),
    desk.model.mine &&
      h(
        "button",
        {
          type: "button",
          "data-key": "menu-hint",
          onclick: () => {
            menu.close();
            void desk.hint.ask();
          },
        },
        "Hint",
        h("kbd", null, "J"),
      ),
    h(
      "button",
      {
        type: "button",
        onclick: () => {
          menu.close();
          desk.drawer.open({ kind: "search" });
        },
      },
      "Search the rules",
      h("kbd", null, "/"),
    ),
    h(
      "button",
      {
        type: "button",
        onclick: () => {
          menu.close();
          desk.drawer.open({ kind: "orders" });
        },
      },
      "All actions as a list",
      h("kbd", null, "L"),
    ),
    desk.model.guide &&
      !isOn() &&
      h(
        "button",
        { type: "button", "data-key": "guide-on", onclick: () => (menu.close(), turn(true), desk.changed()) },
        "Guide me",
      ),
    said.box,
  ]);
  const root = h("div.desk", { "data-game": desk.table.game }, top, tabs, main, side, log, strip, fold);
  const veil = h("div");
  return { root, top, tabs, main, side, panel, log, strip, menu, talk: said, veil };
}

/** @param {Page} page @param {Desk} desk */
function draw(page, desk) {
  if (veiled(page, desk)) {
    desk.doing.drawn();
    return desk.tell();
  }
  const { tab } = desk,
    kept = scrolls(page.root);
  page.root.classList.toggle("waiting", !desk.model.mine);
  page.root.dataset.seq = String(desk.table.seq ?? "");
  if (page.main.dataset.tab !== tab.id) {
    page.main.replaceChildren();
    page.main.dataset.tab = tab.id;
  }
  const inside = tab.draw(desk, page.main); // first: it may have to measure, which is cheap as long as nothing has changed
  if (inside !== undefined) fill(page.main, inside);
  fill(page.top, bar(page, desk));
  fill(
    page.tabs,
    desk.of.tabs.map((one) =>
      h(
        "button.dk-tab",
        {
          type: "button",
          "aria-current": one === tab ? "page" : null,
          "aria-label": one.title,
          "data-key": `tab-${one.id}`,
          onclick: () => desk.choose(one.id),
        },
        icon(one.icon, 17),
        h("span.long", null, one.title),
        h("span.short", { "aria-hidden": "true" }, one.short ?? one.title),
      ),
    ),
    h("span.dk-note", null, tab.note?.(desk)),
  );
  const { playback } = desk;
  page.root.classList.toggle("playback", Boolean(playback?.open));
  if (playback?.open) fill(page.panel, playbackPanel(playback));
  else
    fill(
      page.panel,
      decisionPart(desk),
      diceNote(desk),
      !desk.subject && desk.of.head?.(desk),
      desk.hint.box(),
      guideNote(desk),
      desk.subject?.() ?? tab.panel?.(desk) ?? desk.of.panel?.(desk) ?? orders(desk),
    );
  fill(page.strip, playback?.open ? playbackStrip(playback) : null);
  logLines(page.log, desk);
  desk.drawer.draw();
  desk.doing.drawn();
  desk.tell();
  for (const [name, top] of kept) {
    const el = top && page.root.querySelector(`[data-scroll="${CSS.escape(name)}"]`);
    if (el) el.scrollTop = top;
  } // setting it to nothing would have all laid out for nothing
  const decided = `${desk.table.to_move} ${desk.table.purpose ?? ""}`;
  if (page.panel.dataset.decision !== decided && page.panel.dataset.decision) page.panel.scrollTop = 0; // another decision is read from its title
  page.panel.dataset.decision = decided;
}

/** The guide stands below the decision. @param {Desk} desk */
const guideNote = (desk) =>
  desk.model.guide &&
  guideSection(desk.model, () => {
    turn(false);
    desk.changed();
  });

/** What is waited for while the dice are not there. @param {Desk} desk */
function diceNote(desk) {
  const { waits } = desk;
  if (!waits) return null;
  const again = () => desk.carry(() => desk.model.reload());
  return h("section.sec", { role: "status" }, h("p", null, waits[1]), declineButton(desk.table, desk.model.seat, again));
}

/** Where things were scrolled to that are drawn anew. @param {Element} root @returns {[string, number][]} */
const scrolls = (root) =>
  [...root.querySelectorAll("[data-scroll]")].map((el) => [el.getAttribute("data-scroll") ?? "", el.scrollTop]);

/** @param {Page} page @param {Desk} desk @param {KeyboardEvent} e @returns {boolean} */
function key(page, desk, e) {
  const on = e.target instanceof HTMLElement ? e.target : null;
  if (e.ctrlKey || e.metaKey || e.altKey) return false;
  if (desk.playback && !desk.drawer.isOpen && playbackKey(desk.playback, e)) return true;
  if (e.key === "Escape") return escape(desk, on);
  if (on?.matches("input:not([type=range]):not([type=radio]):not([type=checkbox]), textarea, select")) return false;
  if (desk.tab.key?.(desk, e) || desk.of.key?.(desk, e)) return true;
  const when = desk.of.when?.(desk);
  switch (e.key) {
    case "[":
      when?.earlier?.();
      return Boolean(when?.earlier);
    case "]":
      when?.later?.();
      return Boolean(when?.later);
    case "/":
      desk.drawer.open({ kind: "search" });
      return true;
    case "?":
      desk.drawer.open({ kind: "help" });
      return true;
    case "j":
    case "J":
      if (desk.model.mine) void desk.hint.ask();
      return true;
    case "l":
    case "L":
      desk.drawer.open({ kind: "orders" });
      return true;
    case "Backspace":
      if (desk.model.mine) void desk.undo();
      return true;
    default:
      return false;
  }
}

/** @param {Desk} desk @param {HTMLElement | null} on */
function escape(desk, on) {
  if (desk.drawer.isOpen) desk.drawer.close();
  else if (desk.subject) desk.show(null);
  else if (!desk.of.back?.(desk)) on?.blur();
  return true;
}

/** Checks the record of this table, and shows the result in the panel. @param {Desk} desk @param {{close: () => void}} menu */
function checkGame(desk, menu) {
  const box = h("div.checked", { role: "status" }, h("p.muted", null, "The record is being checked in this browser…")),
    result = h("section.sec", null, h("h2", null, "Check this game"), box);
  import("../checking.js").then((checking) => checking.checkTable(box, desk.model.seat)).catch((error) => desk.refused(error));
  menu.close();
  desk.show(() => result);
}
