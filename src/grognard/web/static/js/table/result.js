// @ts-check
// Dice that have been thrown: they tumble, then say what came of them and why.
import { callName } from "../counters.js";
import { h, fill } from "../dom.js";
import { chip } from "../marks.js";
import { die } from "./chances.js";

/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("./model.js").Model} Model */
/** @typedef {{text: string, clause: string | null}} Words */
/** @typedef {{seq: number, die: number, head: string, kind: string, drawn: {cup: string, value: string}[], verdict: any, words: Words[]}} Row */
/** @typedef {{rows: Row[], more: number, node: HTMLElement | null}} Result */

const MOST = 5; // rows in a banner; the log has them all
const TUMBLE = 620; // milliseconds

/** The rolls after an action, with what led to them. @param {Model} model @param {number} before @returns {Result | null} */
export function gather(model, before) {
  const log = /** @type {any[]} */ (model.present.log),
    rows = /** @type {Row[]} */ ([]);
  let head = "",
    kind = "",
    drawn = /** @type {Row["drawn"]} */ ([]);
  for (const entry of log) {
    const [verb, ...rest] = String(entry.do ?? "").split(" ");
    if (verb === "draw") drawn.push({ cup: rest[0], value: rest[1] ?? "" });
    else if (verb === "roll") {
      if (entry.seq > before)
        rows.push({ seq: entry.seq, die: Number(rest[0]), head, kind, drawn, ...split(model, entry.words) });
      drawn = [];
    } else if (/^(attack|bombard|assault|fight|raid|designate)$/.test(verb)) [head, kind] = [heading(model, verb, rest), verb];
    const forced = entry.words
      .map((/** @type {Words} */ w) => /^\w+: (assault|fight) (\S+) is the only choice/.exec(w.text))
      .find(Boolean);
    if (forced) [head, kind] = [heading(model, forced[1], [forced[2]]), forced[1]];
  }
  return rows.length ? { rows: rows.slice(-MOST), more: Math.max(0, rows.length - MOST), node: null } : null;
}

/** @param {Model} model @param {string} verb @param {string[]} rest */
function heading(model, verb, rest) {
  const hex = rest[rest.length - 1] ?? "",
    unit = model.units.get(rest[0]),
    at = model.place(hex).words;
  switch (verb) {
    case "attack":
      return `Attack on ${at}`;
    case "bombard":
      return `Bombardment of ${at}`;
    case "assault":
      return `Beach assault at ${at}`;
    case "fight":
      return `Drop attack on ${at}`;
    case "raid":
      return `Raid at ${at}`;
    default:
      return unit ? `${callName(unit)} drops` : "";
  }
}

/** @param {Model} model @param {Words[]} words */
function split(model, words) {
  const found = words.map((w) => model.dress.verdict?.(w.text)).find(Boolean) ?? null;
  return {
    verdict: found ? { ...found, clause: words.find((w) => model.dress.verdict?.(w.text))?.clause } : null,
    words: words.filter((w) => !model.dress.verdict?.(w.text)),
  };
}

/** @param {Play} play */
export function banner(play) {
  const { result } = play;
  if (!result || play.model.past) return null;
  result.node ??= build(play, result);
  return result.node;
}

/** @param {Play} play @param {Result} result */
function build(play, result) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches,
    node = h("section.sec.banner", { role: "group", "aria-label": "Result of the dice" });
  const show = () => {
    fill(
      node,
      h(
        "button.quiet.close",
        {
          type: "button",
          "aria-label": "Close the result",
          onclick: () => {
            play.result = null;
            play.changed();
          },
        },
        "✕",
      ),
      result.more > 0 &&
        h("div.muted", null, `${result.more} more ${result.more === 1 ? "roll" : "rolls"} before these, in the log`),
      result.rows.map((row) => told(play, row)),
    );
    node.classList.remove("rolling");
  };
  if (still) {
    show();
    return node;
  }
  node.classList.add("rolling");
  const faces = result.rows.map(() => h("span.tumbling")),
    roll = () => faces.forEach((box) => fill(box, die(1 + Math.floor(Math.random() * 6))));
  fill(node, h("div.dice", null, faces), h("span.muted", null, result.rows[result.rows.length - 1].head || "The die rolls"));
  roll();
  const timer = setInterval(roll, 75);
  setTimeout(() => {
    clearInterval(timer);
    show();
  }, TUMBLE);
  return node;
}

/** @param {Play} play @param {Row} row */
function told(play, row) {
  const { model } = play,
    v = row.verdict,
    signed = (/** @type {number} */ n) => (n > 0 ? `+${n}` : String(n).replace("-", "−"));
  return h(
    "div.told",
    null,
    die(row.die),
    h(
      "div",
      null,
      h("div.what", null, v && h("b.code", { class: `back-${v.code}` }, v.code), h("b", null, row.head || "The die")),
      v && h("div", null, capital(model.dress.otherwise?.[row.kind]?.[v.code] ?? model.map.results?.[v.code] ?? "")),
      row.words.map((w) => h("div", null, `${capital(w.text)} `, chip(model.book, w.clause))),
      v &&
        h(
          "div.sum.muted",
          null,
          row.drawn.map((d) => [
            h("span.tile", { class: { air: "a", german: "k" }[d.cup] ?? "g", title: d.cup }, d.value),
            " ",
          ]),
          `differential ${signed(v.differential)}, ${v.line} line, column ${v.column}${v.shift ? ` (shifted ${signed(v.shift)})` : ""}, die ${row.die} `,
          chip(model.book, v.clause),
        ),
    ),
  );
}

const capital = (/** @type {string} */ text) => text.slice(0, 1).toUpperCase() + text.slice(1);
