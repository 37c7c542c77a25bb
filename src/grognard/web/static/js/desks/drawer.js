// @ts-check
// The drawer over the context panel: a clause, a search through all of them, or every legal order as a list.
import { h, fill, trace } from "../dom.js";
import { badge, chip, provenance } from "../marks.js";
import { icon } from "./icons.js";
import { orders } from "./orders.js";

/** @typedef {import("./frame.js").Desk} Desk */
/** @typedef {{kind: "clause" | "search" | "orders" | "help", id?: string}} What */

export class Drawer {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.box = h("section.dk-drawer", { "aria-label": "Rules and orders", inert: true, tabindex: -1 });
    /** @type {What[]} the clauses looked at, the last one open */
    this.way = [];
    /** @type {() => Element | null} what had the focus, wherever it is drawn by now */
    this.from = () => null;
    this.words = "";
  }

  get isOpen() {
    return this.way.length > 0;
  }
  get what() {
    return this.way[this.way.length - 1];
  }

  /** @param {What} what */
  open(what) {
    if (!this.isOpen) this.from = document.activeElement ? trace(document.activeElement) : () => null;
    if (this.what?.kind !== what.kind || this.what?.id !== what.id) this.way.push(what);
    this.box.classList.add("open");
    this.box.removeAttribute("inert");
    this.drawn = null;
    this.draw();
    /** @type {HTMLElement | null} */ (this.box.querySelector("input") ?? this.box)?.focus({ preventScroll: true });
  }

  back() {
    this.way.pop();
    if (!this.isOpen) return this.shut();
    this.drawn = null;
    return this.draw();
  }

  close() {
    this.way = [];
    this.shut();
  }

  shut() {
    this.box.classList.remove("open");
    this.box.setAttribute("inert", "");
    const from = this.from();
    if (from instanceof HTMLElement || from instanceof SVGElement) from.focus({ preventScroll: true });
  }

  draw() {
    if (!this.isOpen) return;
    if (this.what.kind === "orders") return fill(this.box, this.head("Orders"), orders(this.desk));
    if (this.drawn === this.what) return undefined; // what is being read or typed stays as it is
    /** @type {What | null | undefined} */
    this.drawn = this.what;
    return fill(
      this.box,
      this.what.kind === "clause" ? this.clause(this.what.id ?? "") : this.what.kind === "help" ? this.help() : this.search(),
    );
  }

  /** @param {string} title @param {...any} more */
  head(title, ...more) {
    return h(
      "div.dk-drawerhead",
      null,
      this.way.length > 1 &&
        h("button.quiet.icon", { type: "button", "aria-label": "Back", onclick: () => this.back() }, icon("left", 16)),
      h("b", null, title),
      more,
      h(
        "button.quiet.icon.last",
        { type: "button", "aria-label": "Close", title: "Close (Esc)", onclick: () => this.close() },
        icon("close", 15),
      ),
    );
  }

  /** @param {string} id */
  clause(id) {
    const { book } = this.desk,
      clause = book.get(id);
    if (!clause) return [this.head(id), h("p", null, "This clause is not in the rulebook of this game.")];
    const prefix = id.split("-")[0],
      mentioned = clause.text.match(new RegExp(`\\b${prefix}-[\\w.]*\\w`, "g")) ?? [];
    const others = [...new Set(mentioned)].filter((x) => x !== id && book.has(x)),
      ids = [...book.keys()],
      at = ids.indexOf(id);
    const cited = this.desk.table.log
      .filter((/** @type {any} */ e) => e.words.some((/** @type {any} */ w) => w.clause === id))
      .slice(-5)
      .reverse();
    return [
      this.head(id, badge(clause)),
      h("div.muted", null, clause.chapter),
      h("blockquote.dk-clause", { class: provenance(clause.provenance) }, clause.text),
      /** @type {any} */ (clause).note ? h("p.muted", null, /** @type {any} */ (clause).note) : null,
      others.length
        ? [
            h("h3", null, "Read with"),
            h(
              "p.dk-chips",
              null,
              others.map((x) => chip(book, x)),
            ),
          ]
        : null,
      cited.length
        ? [
            h("h3", null, "Cited lately"),
            h(
              "ul.dk-cited",
              null,
              cited.map((/** @type {any} */ e) =>
                h(
                  "li",
                  null,
                  `#${e.seq} `,
                  e.words
                    .filter((/** @type {any} */ w) => w.clause === id)
                    .map((/** @type {any} */ w) => w.text)
                    .join("; "),
                ),
              ),
            ),
          ]
        : null,
      h(
        "div.dk-row",
        null,
        [
          [-1, "Previous"],
          [1, "Next"],
        ].map(
          ([by, words]) =>
            ids[at + Number(by)] &&
            h(
              "button",
              {
                type: "button",
                onclick: () => {
                  this.way.pop();
                  this.open({ kind: "clause", id: ids[at + Number(by)] });
                },
              },
              words,
            ),
        ),
      ),
    ];
  }

  help() {
    const keys = [
      ["/", "search rules and units"],
      ["L", "every legal order as a list"],
      ["[  ]", "look at an earlier or later turn"],
      ["Backspace", "take back the last decision"],
      ["J", "a hint: what a computer player would do, and why"],
      ["Esc", "close, or cancel the selection"],
      ["?", "these keys"],
    ];
    const own = this.desk.of.keys ?? [],
      all = [...keys.filter(([k]) => !own.some(([mine]) => mine === k)), ...own];
    return [
      this.head("Keys"),
      h(
        "dl.dk-keys",
        null,
        all.map(([k, words]) => [h("dt", null, h("kbd", null, k)), h("dd", null, words)]),
      ),
      h("h3", null, "Signs"),
      h(
        "p",
        null,
        "A chip with a clause’s number opens the clause. Its sign says where it comes from: a disc is the game’s own text, a ring its series, a diamond our reconstruction.",
      ),
    ];
  }

  search() {
    const found = h("ul.dk-found"),
      { book } = this.desk;
    const look = (/** @type {string} */ text) => {
      this.words = text;
      const words = text.toLowerCase().split(/\s+/).filter(Boolean);
      const hits = words.length
        ? [...book.values()].filter((c) => words.every((w) => `${c.id} ${c.text} ${c.chapter}`.toLowerCase().includes(w)))
        : [];
      const other = words.length ? (this.desk.of.find?.(words, this.desk) ?? []) : [];
      fill(
        found,
        other.slice(0, 12).map((o) =>
          h(
            "li",
            null,
            h(
              "button",
              {
                type: "button",
                onclick: () => {
                  this.close();
                  o.go();
                },
              },
              o.words,
            ),
            " ",
            o.note && h("span.muted", null, o.note),
          ),
        ),
        hits.slice(0, 50).map((c) => h("li", null, chip(book, c.id), " ", c.text)),
        words.length && h("li.muted", null, hits.length > 50 ? `${hits.length - 50} more; add a word` : `${hits.length} found`),
      );
    };
    look(this.words);
    return [
      this.head("Search"),
      h("input", {
        type: "text",
        value: this.words,
        placeholder: this.desk.of.find ? "words, a clause number, a unit" : "words or a clause number",
        "aria-label": "Search the rules",
        oninput: (/** @type {any} */ e) => look(e.target.value),
      }),
      found,
    ];
  }
}
