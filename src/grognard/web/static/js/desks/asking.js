// @ts-check
// Ask the rules anything: the topics of the game, their parameters as a form, the answer with its clauses.
import * as api from "../api.js";
import { h, fill } from "../dom.js";
import { chip } from "../marks.js";

/** @typedef {import("./frame.js").Desk} Desk */

/** @param {Desk} desk @param {string} [first] the topic shown at first */
export function asking(desk, first = "") {
  const kept = (desk.own.asking ??= { topic: first, given: {}, topics: null, box: null });
  if (kept.box) return kept.box; // what is typed stays
  kept.box = h("section.dk-ask", null, h("h2", null, "Ask the rules"));
  api.topics(desk.table.game).then(
    (topics) => {
      kept.topics = topics;
      if (!topics[kept.topic]) kept.topic = Object.keys(topics)[0];
      draw(desk, kept);
    },
    (error) => kept.box.append(h("p.bad", null, error.message)),
  );
  return kept.box;
}

/** @param {Desk} desk @param {any} kept */
function draw(desk, kept) {
  const topic = kept.topics[kept.topic],
    said = h("div.dk-answer", { role: "status" }),
    given = (kept.given[kept.topic] ??= {});
  const go = async (/** @type {Event} */ e) => {
    e.preventDefault();
    try {
      answer(desk, said, await api.question(desk.table.game, kept.topic, given));
    } catch (error) {
      fill(said, h("p.bad", null, error instanceof Error ? error.message : String(error)));
    }
  };
  fill(
    kept.box,
    h("h2", null, "Ask the rules"),
    h(
      "label.dk-field",
      null,
      h("span", null, "Topic"),
      h(
        "select",
        {
          "data-key": "ask-topic",
          onchange: (/** @type {any} */ e) => {
            kept.topic = e.target.value;
            draw(desk, kept);
          },
        },
        Object.keys(kept.topics).map((name) => h("option", { value: name, selected: name === kept.topic }, name)),
      ),
    ),
    h("p.muted", null, topic.help),
    h(
      "form",
      { onsubmit: go },
      topic.parameters.map((/** @type {any} */ p) => field(p, given)),
      h("button.primary", { type: "submit" }, "Ask"),
    ),
    said,
  );
}

/** @param {any} p @param {Record<string, string>} given */
function field(p, given) {
  const value = given[p.name] ?? "",
    change = (/** @type {any} */ e) => {
      given[p.name] = e.target.value;
    };
  const control =
    p.kind === "bool"
      ? h(
          "select",
          { onchange: change },
          ["", "yes", "no"].map((v) => h("option", { value: v, selected: v === value }, v || `(${p.default ? "yes" : "no"})`)),
        )
      : h("input", {
          type: "text",
          value,
          inputmode: p.kind === "int" ? "numeric" : null,
          placeholder: p.default ?? (p.required ? "needed" : ""),
          oninput: change,
        });
  return h(
    "label.dk-field",
    { title: p.help },
    h("span", null, p.name.replaceAll("-", " "), p.required && " *"),
    control,
    h("small", null, p.help),
  );
}

/** @param {Desk} desk @param {HTMLElement} box @param {any} said */
export function answer(desk, box, said) {
  fill(
    box,
    h(
      "div.dk-said-lines",
      null,
      said.lines.map((/** @type {string} */ line) => h("p", null, line)),
    ),
    h(
      "p.dk-chips",
      null,
      said.clauses.slice(0, 24).map((/** @type {string} */ c) => chip(desk.book, c)),
    ),
    said.provenance?.length > 0 && h("p.muted", null, `From: ${said.provenance.join(", ")}`),
  );
}
