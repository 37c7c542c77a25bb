// @ts-check
// The log along the bottom of a desk: three lines, or all of them.
import { h, fill } from "../dom.js";
import { chip } from "../marks.js";
import { icon } from "./icons.js";
import { dice } from "./parts.js";

/** @typedef {import("./frame.js").Desk} Desk */

const FILTERS = /** @type {const} */ ([
  ["", "all"],
  ["chance", "dice"],
  ["orders", "orders"],
]);
const passes = (/** @type {string} */ filter, /** @type {any} */ e) => !filter || (filter === "chance") === (e.by === "chance");

/** What a log shows. @type {WeakMap<HTMLElement, {log: any[], seq: number, seat: string, filter: string, open: boolean, low: boolean}>} */
const drawn = new WeakMap();

/** @param {HTMLElement} box @param {Desk} desk */
export function logLines(box, desk) {
  const { log, seq, seat } = desk.table,
    open = box.classList.contains("open"),
    last = drawn.get(box);
  if (last && last.log === log && last.seq === seq && last.seat === seat && last.filter === desk.filter && last.open === open)
    return last.low ? undefined : toNewest(box); // writing it anew is dear
  drawn.set(box, { log, seq, seat, filter: desk.filter, open, low: false });
  const rows = (desk.filter ? null : desk.of.told?.(log)) ?? log.filter((/** @type {any} */ e) => passes(desk.filter, e));
  const turn = () => {
    box.classList.toggle("open");
    desk.changed();
  };
  fill(
    box,
    h(
      "div.dk-loghead",
      null,
      h("b", null, "Log"),
      h("span.muted", null, `${desk.table.seq} ${desk.table.seq === 1 ? "entry" : "entries"}`),
      h(
        "span.dk-sift",
        null,
        FILTERS.map(([value, words]) =>
          h(
            "button.quiet",
            {
              type: "button",
              "aria-pressed": String(desk.filter === value),
              "data-key": `log-${words}`,
              onclick: () => {
                desk.filter = value;
                desk.changed();
              },
            },
            words,
          ),
        ),
      ),
      h(
        "button.quiet",
        { type: "button", "aria-expanded": String(open), "data-key": "log-open", onclick: turn },
        icon(open ? "down" : "up", 13),
        open ? "Less" : "All",
      ),
    ),
    h(
      "ol.dk-lines",
      { "aria-label": "Log, newest last", tabindex: 0 },
      rows.map((/** @type {any} */ e) => line(desk, e)),
    ),
  );
  toNewest(box);
}

/** Shows the newest line; a log that a playback covers has no height yet, and is asked again. @param {HTMLElement} box */
function toNewest(box) {
  requestAnimationFrame(() => {
    const list = box.querySelector("ol"),
      kept = drawn.get(box);
    if (!list?.clientHeight || !kept) return;
    list.scrollTop = list.scrollHeight;
    kept.low = true;
  }); // asked now, all of the page would be laid out for it
}

/** @param {string} text */
const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** An entry as a line of a list. @param {Desk} desk @param {any} entry */
export function line(desk, entry) {
  const own = desk.of.rolled?.(entry, desk),
    rolled = /^\S+((?: \d){1,4})$/.exec(entry.by === "chance" ? (entry.do ?? "") : ""),
    faces = rolled
      ? rolled[1]
          .trim()
          .split(" ")
          .map(Number)
          .filter((n) => n >= 1 && n <= 6)
      : [];
  const words = entry.words.length
    ? entry.words
    : [
        {
          text:
            entry.do === "done"
              ? `${desk.side(entry.by)} ends the step`
              : entry.do
                ? desk.words(entry.do)
                : (desk.of.sealed ?? `${desk.side(entry.by)}: sealed action`).replace("{side}", desk.side(entry.by)),
          clause: null,
        },
      ];
  return h(
    "li",
    null,
    h("span.n", null, `#${entry.seq}`),
    h("span.by", { class: `of-${entry.by}`, role: "img", "aria-label": desk.side(entry.by) }),
    own !== undefined ? own : faces.length > 0 && h("span.faces", null, dice(faces, 18)),
    h(
      "span.t",
      null,
      words.map((/** @type {any} */ w, /** @type {number} */ k) => [
        k > 0 && "; ",
        k ? w.text : capital(w.text),
        w.clause && w.clause !== words[k + 1]?.clause && [" ", chip(desk.book, w.clause)], // of several under one clause, the last shows it
      ]),
    ),
  );
}
