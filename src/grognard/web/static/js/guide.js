// @ts-check
// The guide: what to do at this decision, why, what a good choice looks like, and how to read a counter. The words are the
// game's own (`guide.toml`); the server says which step fits the decision. Tables and desks show the same box.
import { h } from "./dom.js";
import { chip } from "./marks.js";
import { choose, setting } from "./settings.js";

/** @typedef {{id: string, title: string, do: string, why: string, good: string, clause: string}} Step */
/** @typedef {{title: string, figures: {figure: string, meaning: string}[]}} Counter */
/** @typedef {{title: string, text: string[], picture: string, caption: string}} Section */
/** @typedef {{step: Step[], counter: Counter[], section: Section[], marker: Record<string, string>, result: Record<string, string>, suggest: Record<string, string[]>}} GuideBook */

const WAITING = /** @type {Step} */ ({
  id: "waiting",
  title: "Your opponent is playing",
  do: "Watch the map: each action is played back. The log has one line for each, with its clause.",
  why: "You can look at any unit, hex or clause meanwhile.",
  good: "",
  clause: "",
});

export const isOn = () => setting("guide") !== "off";

/** @param {boolean} on */
export const turn = (on) => choose("guide", on ? "" : "off");

/** The step that fits the decision, or the one for waiting. @param {GuideBook} book @param {any} table @returns {Step | null} */
export function stepAt(book, table) {
  if (table.over || !book.step.length) return null;
  if (!table.mine) return WAITING;
  return book.step.find((step) => step.id === table.guide) ?? null;
}

/** @param {{guide: GuideBook, guideOf?: string, book: Map<string, any>, table: any}} model guideOf: the game of the guide, where a fight within the game has its own @param {any} leave what to do when it is left @param {any} [help] buttons */
export function guideSection(model, leave, help) {
  const step = isOn() ? stepAt(model.guide, model.table) : null;
  if (!step) return help ? h("section.sec.tight", null, help) : null;
  return h(
    "section.sec.guide",
    { "aria-label": "Guide" },
    h(
      "h2",
      null,
      "Guide",
      h(
        "span.r",
        null,
        h(
          "a",
          { href: `#how=${encodeURIComponent(model.guideOf ?? model.table.game)}`, target: "_blank", rel: "noopener" },
          "Ten minutes",
        ),
        h("button.quiet", { type: "button", "data-key": "guide-off", onclick: leave }, "Leave"),
      ),
    ),
    h("b", null, step.title),
    h("p", null, step.do, " ", chip(model.book, step.clause || (model.table.mine ? model.table.clause : null))),
    h("p", null, h("i", null, "Why: "), step.why),
    step.good && h("p", null, h("i", null, "A good choice: "), step.good),
    model.guide.counter.length > 0 &&
      h("details", null, h("summary", null, "What the counters mean"), model.guide.counter.map(counterKey)),
    help,
  );
}

/** @param {Counter} counter */
export const counterKey = (counter) => [
  h("b", null, counter.title),
  h(
    "dl.figures",
    null,
    counter.figures.map(({ figure, meaning }) => [h("dt", null, figure), h("dd", null, meaning)]),
  ),
];
