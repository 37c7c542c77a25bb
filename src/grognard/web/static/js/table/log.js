// @ts-check
// What happened, newest first, under the turn it happened in; each sentence with its clause, each roll with its receipt.
import { h } from "../dom.js";
import { chip } from "../marks.js";
import { die } from "./chances.js";
import { timeline } from "./past.js";

/** @typedef {import("./play.js").Play} Play */

/** @type {Record<string, (entry: any) => boolean>} */
const FILTERS = { all: () => true, dice: (e) => e.by === "chance", orders: (e) => e.by !== "chance" };

/** @param {Play} play */
export function log(play) {
  const { model } = play,
    all = model.log,
    keep = FILTERS[play.filter] ?? FILTERS.all;
  return [
    h(
      "h2",
      null,
      "Log",
      h(
        "span.r",
        null,
        Object.keys(FILTERS).map((name) =>
          h(
            "button.quiet.chip",
            {
              type: "button",
              "aria-pressed": String(play.filter === name),
              "data-key": `filter-${name}`,
              onclick: () => play.sift(name),
            },
            name,
          ),
        ),
      ),
    ),
    timeline(play),
    h(
      "ol.log",
      { "aria-label": "Log, newest first", tabindex: 0 },
      byTurn(model.table.turn, all).flatMap(({ turn, entries }) => {
        const rows = sealedTogether(entries.filter(keep));
        return rows.length
          ? [h("li.head", null, turn ? `Turn ${turn}` : model.dress.before.title), ...rows.map((entry) => kept(play, entry))]
          : [];
      }),
      all.length && all[0].seq > 1
        ? h(
            "li.head",
            null,
            h("button.quiet", { type: "button", "data-key": "earlier", onclick: () => play.earlier() }, "Earlier"),
          )
        : null,
    ),
  ];
}

/** Lines that have been drawn before are used again. @type {WeakMap<Play, Map<string, any>>} */
const lines = new WeakMap();

/** @param {Play} play @param {any} entry */
function kept(play, entry) {
  const known = lines.get(play) ?? new Map(),
    here = play.model.past && entry.seq === play.model.table.at,
    key = `${play.model.table.seat} ${entry.seq} ${entry.do} ${entry.words.length} ${entry.count ?? 1} ${here}`;
  lines.set(play, known);
  if (!known.has(key)) known.set(key, line(play, entry));
  return known.get(key);
}

/** The lines, newest first, in turns: a line that begins a turn belongs to the one before it. @param {number} now @param {any[]} log */
function byTurn(now, log) {
  /** @type {{turn: number, entries: any[]}[]} */
  const found = [];
  let turn = now;
  for (const entry of [...log].reverse()) {
    const begins = entry.words.find((/** @type {any} */ w) => w.kind === "turn")?.figures.turn;
    if (begins) turn = begins - 1;
    if (found[found.length - 1]?.turn !== turn) found.push({ turn, entries: [] });
    found[found.length - 1].entries.push(entry);
  }
  return found;
}

/** Sealed actions of one side, one after the other, as one entry that counts them: each by itself says nothing. @param {any[]} entries */
function sealedTogether(entries) {
  const sealed = (/** @type {any} */ e) => e.by !== "chance" && (e.do === null || e.do === undefined) && !told(e);
  return entries.reduce((/** @type {any[]} */ rows, entry) => {
    const newer = rows[rows.length - 1];
    if (newer && sealed(newer) && sealed(entry) && newer.by === entry.by)
      rows[rows.length - 1] = { ...newer, count: (newer.count ?? 1) + 1 };
    else rows.push(entry);
    return rows;
  }, []);
}

/** Whether an entry tells more than that it is sealed. @param {any} entry */
const told = (entry) => entry.words.some((/** @type {any} */ w) => w.kind !== "sealed");

/** @param {Play} play @param {any} entry */
function line(play, entry) {
  const { model } = play,
    hexes = [...new Set(entry.words.flatMap((/** @type {any} */ w) => w.hexes ?? []))].filter((x) => model.map.hexes[x]);
  const rolled = /^roll (\d+)$/.exec(entry.do ?? ""),
    chance = entry.by === "chance";
  const words =
    entry.count > 1
      ? [{ text: `${model.side(entry.by)}: ${entry.count} sealed actions`, clause: null }]
      : entry.words.length
        ? entry.words
        : [{ text: inWords(play, entry), clause: null }];
  return h(
    "li",
    {
      class: model.past && entry.seq === model.table.at ? "here" : "",
      onmouseenter: () => play.glance(hexes),
      onmouseleave: () => play.glance([]),
    },
    h(
      "button.n",
      {
        type: "button",
        "aria-label": `Show the table after action ${entry.seq}`,
        title: "Show the table as it was then",
        onclick: () => play.past.go(entry.seq),
      },
      entry.seq,
    ),
    h(
      "div",
      null,
      words.map((/** @type {any} */ w, /** @type {number} */ k) =>
        h(
          "p.words",
          null,
          k === 0 && [
            h("span.by", { class: `of-${entry.by}`, role: "img", "aria-label": model.side(entry.by) }),
            rolled && [die(Number(rolled[1])), " "],
          ],
          sentence(w.text),
          " ",
          chip(model.book, w.clause),
          k === words.length - 1 &&
            chance && [
              " ",
              h(
                "button.receipt",
                {
                  type: "button",
                  "aria-label": `Check the roll of action ${entry.seq}`,
                  onclick: () => play.drawer?.open({ kind: "dice", id: String(entry.seq) }),
                },
                "check",
              ),
            ],
        ),
      ),
    ),
  );
}

/** An action without a sentence of its own. @param {Play} play @param {any} entry */
function inWords({ model }, entry) {
  const side = model.side(entry.by);
  if (entry.do === null || entry.do === undefined) return `${side}: sealed action`;
  if (entry.do === "done") return `${side} ends the phase`;
  const name = (/** @type {string} */ id) => /** @type {any} */ (model.units.get(id))?.label ?? id;
  return model.dress.own?.logged?.(String(entry.do), side, name) ?? String(entry.do);
}

/** @param {string} text */
const sentence = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
