// @ts-check
// The bar of every desk: game, date, phases, the decision, the button that ends the step; and the decision on top of the panel.
import { h } from "../dom.js";
import { isOn, stepAt } from "../guide.js";
import { chip, toast } from "../marks.js";
import { reviewButton } from "../table/review.js";
import { icon, logo } from "./icons.js";

/** @typedef {import("./frame.js").Desk} Desk */
/** @typedef {import("./frame.js").Page} Page */

const FEW = 6; // phases that fit the bar with their words

/** The decision to make now: always the first thing in the panel. @param {Desk} desk */
export function decisionPart(desk) {
  const t = desk.table,
    mine = desk.model.mine && !desk.of.answered?.(desk),
    step = mine && !isOn() && desk.model.guide ? stepAt(desk.model.guide, t) : null;
  if (t.over && desk.playback)
    return h(
      "section.dk-decision",
      { "aria-label": "The end" },
      h("div.lead", null, "The game is over"),
      reviewButton(desk.playback),
    );
  if (t.over || !desk.model.seats.length) return null;
  return h(
    "section.dk-decision",
    { class: mine ? "" : "wait", "aria-label": "Decision" },
    h("div.eyebrow", null, mine ? `You decide · ${desk.side(t.to_move)}` : "Not your decision"),
    h("div.lead", { role: "heading", "aria-level": 2 }, desk.decision),
    step ? h("p", null, step.do) : null,
    mine && t.clause ? chip(desk.book, t.clause) : null,
  );
}

/** Ends the step; if that is not allowed yet the button says why, and a press shows what is missing. @param {Page} page @param {Desk} desk */
function endButton(page, desk) {
  const t = desk.table;
  if (t.over || !desk.model.seats.length) return null;
  if (desk.playback?.open)
    return h(
      "button.primary.dk-end",
      { type: "button", "data-key": "pb-leave", onclick: () => desk.playback?.leave() },
      "To now",
      h("kbd", null, "Esc"),
    );
  const words = desk.of.ending?.(desk) ?? "End step";
  if (!desk.model.mine || desk.of.answered?.(desk))
    return h("button.dk-end", { type: "button", disabled: true, "data-key": "end" }, words);
  if (desk.model.actions.includes("done"))
    return h(
      "button.dk-end",
      {
        type: "button",
        class: desk.of.unwise?.(desk) ? "" : "primary",
        "data-key": "end",
        onclick: () => (desk.of.end ? desk.of.end(desk) : void desk.send("done")),
      },
      words,
    );
  const ending = t.ending ?? { because: `decide first: ${desk.decision}`, clause: t.clause, units: [] };
  return h(
    "button.dk-end",
    {
      type: "button",
      "aria-disabled": "true",
      title: ending.because,
      "data-key": "end",
      onclick: () => {
        toast([`${words}: ${ending.because} `, h("span.chip", null, ending.clause)]);
        decide(page, desk);
        desk.of.point?.(desk, ending.units ?? []);
      },
    },
    words,
    h("small.reason", null, ending.because),
  );
}

/** @param {Page} page @param {Desk} desk */
export function bar(page, desk) {
  const t = desk.table,
    then = desk.playback?.open ? desk.past : null,
    when = /** @type {{title: any, sub: any, earlier?: () => void, later?: () => void}} */ (
      (then
        ? { title: then.turn ? `Turn ${then.turn}` : "Earlier", sub: then.dates || then.phase || "" }
        : desk.of.when?.(desk)) ?? { title: t.dates || (t.turn ? `Turn ${t.turn}` : ""), sub: t.phase ?? "" }
    );
  const phases = desk.of.phases?.(desk) ?? [],
    step = (/** @type {any} */ go, /** @type {string} */ name, /** @type {string} */ words, /** @type {string} */ k) =>
      go &&
      h(
        "button.quiet.icon",
        { type: "button", "aria-label": words, title: `${words} (${k})`, "data-key": name, onclick: go },
        icon(name, 16),
      );
  return [
    h("a.dk-home", { href: "#", "aria-label": "grognard, to the lobby" }, logo()),
    h(
      "div.dk-game",
      null,
      h("b", null, desk.title),
      h("span", null, t.name && t.name !== desk.title ? t.name.replace(`${desk.title}: `, "") : t.scenario),
    ),
    h(
      "div.dk-when",
      null,
      step(when.earlier, "left", "Earlier", "["),
      h("div", null, h("b", null, when.title), h("span", null, when.sub)),
      step(when.later, "right", "Later", "]"),
    ),
    phases.length
      ? h(
          "ol.dk-phases",
          { class: phases.length > FEW ? "many" : "", "aria-label": "Phases of the turn" },
          phases.map((p) =>
            h(
              "li",
              { class: p.state, "aria-current": p.state === "now" ? "step" : null },
              p.state === "done" && icon("tick", 12),
              h("span", null, p.words),
            ),
          ),
        )
      : h("span.dk-phases"),
    h(
      "button.dk-decide",
      {
        type: "button",
        class: desk.model.mine ? "" : "wait",
        title: t.purpose ?? "",
        "data-key": "decide",
        onclick: () => decide(page, desk),
      },
      h("i", null, t.over ? "Over" : desk.side(t.to_move === "chance" ? "chance" : t.to_move)),
      h("b", null, desk.decision),
    ),
    endButton(page, desk),
    h(
      "nav.dk-tools",
      { "aria-label": "Tools" },
      tool("undo", "Undo (Backspace)", () => void desk.undo(), !desk.model.mine && t.to_move !== null),
      desk.model.seats.length > 0 && tool("hint", "Hint (J)", () => void desk.hint.ask(), !desk.model.mine),
      tool("search", desk.of.find ? "Search rules and units (/)" : "Search the rules (/)", () =>
        desk.drawer.open({ kind: "search" }),
      ),
      tool("help", "Keys (?)", () => desk.drawer.open({ kind: "help" })),
      page.menu.button,
    ),
  ];
}

/** @param {string} name @param {string} words @param {() => void} go @param {boolean} [off] */
const tool = (name, words, go, off = false) =>
  h(
    "button.quiet.icon",
    { type: "button", "aria-label": words, title: words, disabled: off, "data-key": `tool-${name}`, onclick: go },
    icon(name),
  );

/** The decision is a button: it leads to what answers it. @param {Page} page @param {Desk} desk */
function decide(page, desk) {
  if (desk.of.decide) return desk.of.decide(desk);
  desk.show(null);
  page.root.classList.remove("folded");
  requestAnimationFrame(() =>
    /** @type {HTMLElement | null} */ (page.panel.querySelector("button.primary, input, button"))?.focus(),
  );
}
