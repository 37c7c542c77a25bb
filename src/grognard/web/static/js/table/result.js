// @ts-check
// Finished die rolls: one folded line each, newest first, below the decision. A new roll tumbles first.
import { h, fill } from "../dom.js";
import { chip } from "../marks.js";
import { play as sound } from "../sound.js";
import { die } from "./chances.js";
import { reduced } from "./playback.js";

/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("./model.js").Model} Model */
/** @typedef {{kind: string, text: string, clause?: string, side?: string, units?: string[], hexes?: string[], figures?: any, forced?: boolean}} Words */
/** @typedef {{seq: number, die: number, head: string, drawn: {cup: string, value: string}[], verdict: Words | null, words: Words[]}} Row */

const MAX_LINES = 2; // that are not folded away
const MAX_ROWS = 12; // the log has them all
const TUMBLE_MS = 620;
const HEADINGS = new Set(["attack", "bombardment", "assault", "drop", "raid"]);

/** The rolls of the log, newest first, each with what led to it. @param {Model} model @returns {Row[]} */
export function gather(model) {
  const rows = /** @type {Row[]} */ ([]);
  let head = "",
    drawn = /** @type {Row["drawn"]} */ ([]);
  for (const entry of /** @type {any[]} */ (model.present.log)) {
    const words = /** @type {Words[]} */ (entry.words),
      opened = words.findLast((w) => HEADINGS.has(w.kind)),
      joined = words.findLast((w) => w.kind === "join")?.figures?.attack,
      draw = words.find((w) => w.kind === "draw")?.figures,
      rolled = /^roll (\d+)/.exec(entry.do ?? "");
    if (draw) drawn.push(draw);
    if (rolled) {
      const verdict = words.find((w) => w.kind === "result") ?? null;
      rows.push({ seq: entry.seq, die: Number(rolled[1]), head, drawn, verdict, words: words.filter((w) => w !== verdict) });
      drawn = [];
    }
    if (opened || joined) head = joined ?? opened?.text ?? "";
  }
  const known = rows.filter((row) => row.head || !row.verdict); // the log may begin within an attack: it is not told by halves
  return known.slice(-MAX_ROWS).reverse();
}

/** How a sentence begins that tells of the only legal choice: it leads nowhere where the roll counts. */
const ONLY_CHOICE = /^Only one legal choice: /;

/** The line says what was rolled for: an attack by its heading, any other roll by what came of it. @param {Row} row */
const about = (row) =>
  ((row.verdict ? row.head : row.words.map((w) => w.text).join(". ")) || row.head || "Die roll").replace(ONLY_CHOICE, "");

/** @param {Play} play */
export function rolls(play) {
  if (play.model.past) return null;
  const rows = gather(play.model),
    newest = rows[0]?.seq ?? 0,
    first = play.rolled === null;
  if (!rows.length) return null;
  if (first || newest < Number(play.rolled)) play.rolled = newest; // what was there before, or after an undo, does not tumble
  if (newest > Number(play.rolled)) tumble(play, rows, newest);
  return h(
    "section.sec.rolled-lines",
    { role: "group", "aria-label": "Die rolls, newest first" },
    play.tumbling ?? rows.slice(0, MAX_LINES).map((row) => folded(play, row)),
    rows.length > MAX_LINES && earlier(play, rows.slice(MAX_LINES)),
  );
}

/** The new dice roll for a moment; then all is drawn again. @param {Play} play @param {Row[]} rows @param {number} newest */
function tumble(play, rows, newest) {
  const fresh = rows.filter((row) => row.seq > Number(play.rolled)).slice(0, MAX_LINES);
  play.rolled = newest;
  sound("dice");
  if (reduced()) return;
  const dice = fresh.map(() => h("span.tumbling")),
    roll = () => dice.forEach((box) => fill(box, die(1 + Math.floor(Math.random() * 6)))),
    node = h("div.rolling", null, h("div.dice", null, dice), h("span.muted", null, fresh[0].head || "The die rolls"));
  play.tumbling = node;
  roll();
  const timer = setInterval(roll, 75);
  setTimeout(() => {
    clearInterval(timer);
    if (play.tumbling === node) play.tumbling = null;
    play.changed();
  }, TUMBLE_MS);
}

/** @param {Play} play @param {Row[]} rows */
const earlier = (play, rows) =>
  h(
    "details.earlier-rolls",
    {
      open: play.allRolls,
      ontoggle: (/** @type {any} */ e) => {
        play.allRolls = e.target.open;
      },
    },
    h("summary", { "data-key": "all-rolls" }, `${rows.length} earlier ${rows.length === 1 ? "roll" : "rolls"}`),
    rows.map((row) => folded(play, row)),
  );

/** @param {Play} play @param {Row} row */
function folded(play, row) {
  const { model } = play,
    v = row.verdict?.figures,
    what = about(row);
  return h(
    "details.told",
    {
      open: play.unfolded.has(row.seq),
      ontoggle: (/** @type {any} */ e) => (e.target.open ? play.unfolded.add(row.seq) : play.unfolded.delete(row.seq)),
    },
    h(
      "summary",
      { "data-key": `roll-${row.seq}`, title: what },
      die(row.die),
      v && h("b.code", { class: `back-${v.code}` }, v.code),
      h("span.what", null, what),
      h("span.how", null, "how"),
    ),
    h(
      "div.sum",
      null,
      row.drawn.map((d) => [h("span.tile", { class: { air: "a", german: "k" }[d.cup] ?? "g", title: d.cup }, d.value), " "]),
      row.verdict && h("p", null, `${row.verdict.text} `, chip(model.book, row.verdict.clause ?? "")),
      row.words.map((w) => h("p", null, `${w.text} `, chip(model.book, w.clause ?? ""))),
    ),
  );
}
