// @ts-check
// The Consolidation Phase as a rail of forty-one steps: what is done, what is due and from whom, what will be asked.
import { h } from "../../dom.js";
import { chip } from "../../marks.js";
import { icon } from "../icons.js";

/** @typedef {import("../frame.js").Desk} Desk */

/** @param {Desk} desk */
export function stepsTab(desk) {
  const page = desk.see("steps") ?? desk.own.steps;
  if (!page) return h("p.dk-empty", null, "");
  desk.own.steps = page;
  return h(
    "div.dk-pad.phd-steps",
    { "data-scroll": "steps", tabindex: 0, role: "region", "aria-label": "Steps of the Consolidation Phase" },
    h(
      "p.muted",
      null,
      !page.scenario
        ? "A scenario card is a single scenario: no Consolidation Phase follows it."
        : page.playing
          ? `TM Scenario ${page.scenario} of ${page.of} is being played; the steps come after it.`
          : `TM Scenario ${page.scenario} of ${page.of}. A step without a decision is passed with a line in the log.`,
    ),
    page.chapters.map((/** @type {any} */ chapter) => {
      const due = chapter.steps.filter((/** @type {any} */ s) => s.state !== "not due"),
        done = due.length > 0 && due.every((/** @type {any} */ s) => s.state === "done");
      return h(
        "details.phd-chapter",
        { open: !done && due.length > 0 },
        h(
          "summary",
          null,
          h("b", null, chapter.name),
          h(
            "span.muted",
            null,
            done
              ? "done"
              : due.length
                ? `${due.filter((/** @type {any} */ s) => s.state === "done").length} of ${due.length} done`
                : "not due now",
          ),
        ),
        h(
          "ol",
          null,
          chapter.steps.map((/** @type {any} */ s) => step(desk, s)),
        ),
      );
    }),
  );
}

/** @param {Desk} desk @param {any} s */
const step = (desk, s) =>
  h(
    "li",
    { class: s.state.replace(" ", "-"), "aria-current": s.state === "now" ? "step" : null },
    h("span.num", null, s.state === "done" ? icon("tick", 14) : s.number),
    h("span.name", null, s.name),
    s.secret ? h("span.secret", { title: "secret" }, icon("lock", 13), h("span.sr", null, "secret")) : h("span"),
    h("span.who.muted", null, s.state === "now" ? desk.decision : s.who),
    chip(desk.book, s.clause),
  );
