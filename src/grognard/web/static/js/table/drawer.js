// @ts-check
// The drawer over the right panel: a clause, a search through all of them, or the list of units and hexes.
import { h, fill, trace } from "../dom.js";
import { points } from "../map/overlays.js";
import { badge, chip, provenance } from "../marks.js";
import { arrivalsPage, checkPage, dicePage, tablePage } from "./pages.js";

/** @typedef {import("./play.js").Play} Play */

export class Drawer {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    this.box = h("aside.drawer", {
      "aria-label": "Rules and lists",
      inert: true,
      onkeydown: (/** @type {KeyboardEvent} */ e) => this.key(e),
    });
    /** @type {{kind: string, id?: string} | null} */
    this.what = null;
    /** @type {() => Element | null} what had the focus, wherever it is drawn by now */
    this.from = () => null;
  }

  get isOpen() {
    return this.what !== null;
  }

  /** @param {{kind: string, id?: string}} what */
  open(what) {
    if (!this.what) this.from = document.activeElement ? trace(document.activeElement) : () => null;
    this.what = what;
    this.box.classList.add("open");
    this.box.removeAttribute("inert");
    this.draw();
    const first = this.box.querySelector("input") ?? this.box.querySelector("button"); // one who searches wants to write
    /** @type {HTMLElement | null} */ (first)?.focus({ preventScroll: true });
  }

  close() {
    if (!this.what) return;
    this.what = null;
    this.box.classList.remove("open");
    this.box.setAttribute("inert", "");
    const from = this.from();
    if (from instanceof HTMLElement || from instanceof SVGElement) from.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    if (e.key === "Escape") {
      e.stopPropagation();
      this.close();
    }
    if (this.what?.kind === "clause" && (e.key === "ArrowLeft" || e.key === "ArrowRight")) {
      e.stopPropagation();
      this.step(e.key === "ArrowRight" ? 1 : -1);
    }
  }

  /** @param {number} by */
  step(by) {
    const ids = [...this.play.model.book.keys()],
      at = ids.indexOf(this.what?.id ?? "");
    if (ids[at + by]) this.open({ kind: "clause", id: ids[at + by] });
  }

  draw() {
    if (!this.what) return;
    const head = (/** @type {any[]} */ ...inside) =>
      h("header", null, inside, h("button", { type: "button", onclick: () => this.close() }, "Close", h("kbd", null, "Esc")));
    if (this.what.kind === "clause") fill(this.box, this.clause(head));
    else if (this.what.kind === "search") fill(this.box, this.search(head));
    else if (this.what.kind === "table") fill(this.box, head(h("b", null, "This table")), tablePage(this.play));
    else if (this.what.kind === "dice")
      fill(this.box, head(h("b", null, "The dice")), dicePage(this.play, Number(this.what.id ?? -1)));
    else if (this.what.kind === "check") fill(this.box, head(h("b", null, "Check this game")), checkPage(this.play.model.seat));
    else if (this.what.kind === "arrivals") fill(this.box, head(h("b", null, "Arrivals")), arrivalsPage(this.play));
    else fill(this.box, this.list(head));
  }

  /** @param {(...inside: any[]) => any} head */
  clause(head) {
    const { book } = this.play.model,
      id = this.what?.id ?? "",
      clause = book.get(id);
    if (!clause) return [head(h("span.idl", null, id)), h("p", null, "This clause is not in the rulebook of this game.")];
    const others = [...new Set(clause.text.match(/\b[A-Z]{2}-[\dJ][\w.]*\w/g) ?? [])].filter((x) => x !== id && book.has(x));
    return [
      head(h("span.idl", null, id)),
      h("div.muted", null, clause.chapter),
      h("blockquote", { class: provenance(clause.provenance) }, clause.text),
      h("div", null, badge(clause), " ", h("span.muted", null, clause.kind)),
      this.readings(id),
      others.length
        ? h(
            "div",
            null,
            "See also ",
            others.map((x) => [chip(book, x), " "]),
          )
        : null,
      h(
        "div.choices",
        null,
        h("button", { type: "button", onclick: () => this.step(-1) }, "Previous", h("kbd", null, "←")),
        h("button", { type: "button", onclick: () => this.step(1) }, "Next", h("kbd", null, "→")),
        h("button", { type: "button", onclick: () => this.open({ kind: "search" }) }, "Search", h("kbd", null, "?")),
      ),
    ];
  }

  /** The readings of a clause that are in force at this table. @param {string} id */
  readings(id) {
    const { model } = this.play,
      chosen = model.table.view?.options ?? {};
    if (!model.readings)
      model.learn().then(
        () => {
          if (this.what?.id === id) this.draw();
        },
        () => {},
      );
    const about = (model.readings ?? []).filter((/** @type {any} */ o) => o.clause === id && o.name in chosen);
    return about.map((/** @type {any} */ o) =>
      h(
        "div.reading",
        null,
        h("b", null, "Reading in force: "),
        o.name.replaceAll("_", " "),
        h(
          "ul",
          null,
          Object.entries(o.values).map(([value, words]) =>
            h(
              "li",
              { class: String(chosen[o.name]) === value ? "" : "muted" },
              h("span", { "aria-hidden": "true" }, String(chosen[o.name]) === value ? "◉ " : "○ "),
              h("b", null, value === "true" ? "yes" : value === "false" ? "no" : value.replaceAll("_", " ")),
              ": ",
              words,
            ),
          ),
        ),
      ),
    );
  }

  /** @param {(...inside: any[]) => any} head */
  search(head) {
    const found = h("ul"),
      { book } = this.play.model;
    const look = (/** @type {string} */ text) => {
      const words = text.toLowerCase().split(/\s+/).filter(Boolean);
      const hits = words.length
        ? [...book.values()]
            .filter((c) => words.every((w) => `${c.id} ${c.text} ${c.chapter}`.toLowerCase().includes(w)))
            .slice(0, 40)
        : [];
      fill(
        found,
        hits.map((c) => h("li", null, chip(book, c.id), " ", c.text)),
      );
    };
    return [
      head(h("b", null, "Search the rules")),
      h("input", {
        type: "text",
        placeholder: "words or a clause number",
        "aria-label": "Search the rules",
        oninput: (/** @type {any} */ e) => look(e.target.value),
      }),
      found,
    ];
  }

  /** Everything the map does, as text. @param {(...inside: any[]) => any} head */
  list(head) {
    const { play } = this,
      { model } = play,
      t = model.table,
      choice = model.choice(play.selected);
    const units = [...model.units.values()].filter(
      (u) => t.units[u.id].steps > 0 && (model.hexOf(u.id) || model.able.has(u.id)),
    );
    const row = (/** @type {any} */ u) =>
      h(
        "button",
        {
          type: "button",
          class: t.units[u.id].moved || t.units[u.id].fought ? "done" : "",
          "aria-pressed": String(play.selected === u.id),
          "data-key": `l-${u.id}`,
          onclick: () => {
            play.press(u.id);
            const hex = model.hexOf(u.id);
            if (hex) play.board.reveal(hex);
          },
        },
        h("span", null, u.name, model.able.has(u.id) ? " · can act" : ""),
        h(
          "span.num",
          null,
          `${(t.units[u.id].steps === 1 && u.reduced ? u.reduced : u.full).join("-")} ${model.hexOf(u.id) ?? "off map"}`,
        ),
      );
    return [
      head(h("b", null, "Units and hexes")),
      choice &&
        h(
          "section",
          null,
          h("h2", null, `${choice.verb} ${choice.subject}`),
          h(
            "div.rowlist",
            null,
            choice.hexes.map((hex) =>
              h(
                "button",
                { type: "button", "data-key": `h-${hex}`, onclick: () => play.choose(hex) },
                h("span", null, model.place(hex).words, ` · ${model.place(hex).terrain}`),
                h("span.num", null, play.reach.get(hex) ? `${points(play.reach.get(hex) ?? "")} MP` : ""),
              ),
            ),
          ),
        ),
      Object.keys(model.dress.sides).map((side) =>
        h(
          "section",
          null,
          h("h2", null, model.side(side)),
          h(
            "div.rowlist",
            null,
            units
              .filter((u) => u.side === side)
              .sort((a, b) => (model.hexOf(b.id) ?? "").localeCompare(model.hexOf(a.id) ?? ""))
              .map(row),
          ),
        ),
      ),
    ];
  }
}
