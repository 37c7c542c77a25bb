// @ts-check
// Optional rules and interpretations, each with the clause it belongs to.
import { h, fill } from "../dom.js";
import { chip, segments, toast } from "../marks.js";

/** @typedef {{name: string, clause: string, kind: string, default: any, values: Record<string, string>}} Option */
/** @typedef {{chip: (id: string) => any, load: () => Promise<void>}} Chips */

/** Makes clause chips. They show their number alone until the rulebook is loaded: a form needs no rulebook.
 * @param {() => Promise<any[]>} fetchBook @returns {Chips} */
export function clauseChips(fetchBook) {
  /** @type {[HTMLElement, string][]} */
  const waiting = [];
  const load = async () => {
    if (!waiting.length) return;
    const book = new Map((await fetchBook()).map((clause) => [clause.id, clause]));
    for (const [box, id] of waiting.splice(0)) fill(box, withText(book, id));
  };
  const one = (/** @type {string} */ id) => {
    const box = h("span", null, id);
    waiting.push([box, id]);
    return box;
  };
  return { chip: one, load };
}

/** @param {Map<string, any>} book @param {string} id */
function withText(book, id) {
  const made = chip(book, id);
  if (made)
    made.onclick = (/** @type {Event} */ e) => {
      e.preventDefault();
      toast(h("b", null, id), " ", book.get(id)?.text ?? "");
    };
  return made;
}

/** A name or a value as a label. @param {string} name */
const labelOf = (name) => {
  const words = name.replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

const titled = (/** @type {Option} */ o) => labelOf(o.name);

/** @param {any} game @param {Record<string, any>} chosen @param {Chips} chips */
export function optionalRules(game, chosen, chips) {
  const rules = game.options.filter((/** @type {Option} */ o) => o.kind !== "reading");
  return (
    rules.length > 0 &&
    h(
      "section",
      null,
      h("h2", null, "Optional rules"),
      rules.map((/** @type {Option} */ o) => rule(o, chosen, chips)),
    )
  );
}

/** @param {any} game @param {Record<string, any>} chosen @param {Chips} chips */
export function interpretations(game, chosen, chips) {
  const found = game.options.filter((/** @type {Option} */ o) => o.kind === "reading");
  return (
    found.length > 0 &&
    h(
      "details.readings",
      null,
      h("summary", null, `Rule interpretations (${found.length}). Defaults are set; open to change them.`),
      h(
        "div",
        null,
        found.map((/** @type {Option} */ o) => values(o, chosen, chips)),
      ),
    )
  );
}

/** An optional rule: a tick, a number or a list of values. @param {Option} o @param {Record<string, any>} chosen @param {Chips} chips */
function rule(o, chosen, chips) {
  if (typeof o.default === "string") return values(o, chosen, chips);
  const tick = typeof o.default === "boolean",
    field = tick
      ? h("input", {
          type: "checkbox",
          checked: o.default,
          onchange: (/** @type {any} */ e) => (chosen[o.name] = e.target.checked),
        })
      : h("input.num", {
          type: "text",
          inputmode: "numeric",
          size: 3,
          value: o.default,
          "aria-label": titled(o),
          onchange: (/** @type {any} */ e) => (chosen[o.name] = Number(e.target.value)),
        });
  const words = tick ? `: ${o.values.true ?? ""} ` : " ";
  return h(
    tick ? "label.check" : "div.check",
    null,
    field,
    h("span", null, h("b", null, titled(o)), words, chips.chip(o.clause)),
  );
}

/** @param {Option} o @param {Record<string, any>} chosen @param {Chips} chips */
function values(o, chosen, chips) {
  const names = Object.keys(o.values).sort((a, b) => Number(b === String(o.default)) - Number(a === String(o.default))),
    short = (/** @type {string} */ v) => ({ true: "Yes", false: "No" })[v] ?? labelOf(v);
  const typed = (/** @type {string} */ v) =>
    typeof o.default === "boolean" ? v === "true" : typeof o.default === "number" ? Number(v) : v;
  const meaning = h("div", null, o.values[String(o.default)] ?? "");
  const change = (/** @type {string} */ v) => {
    chosen[o.name] = typed(v);
    meaning.textContent = o.values[v];
  };
  const named = o.kind !== "reading";
  return h(
    named ? "div.rd.named" : "div.rd",
    { "data-option": o.name },
    h("div", null, named && h("b", null, titled(o), " "), chips.chip(o.clause)),
    meaning,
    segments(
      `option-${o.name}`,
      names.map((v) => [v, short(v)]),
      String(o.default),
      change,
      titled(o),
    ),
  );
}
