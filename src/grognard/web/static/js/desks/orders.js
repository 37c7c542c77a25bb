// @ts-check
// Every legal action as a list one can search, judged under the pointer; and a line to write an order in words. Any
// game can be played with it.
import { h, fill } from "../dom.js";
import { chip } from "../marks.js";
import { die } from "./parts.js";

/** @typedef {import("./frame.js").Desk} Desk */

const MOST = 60; // rows shown at once
const PATIENCE = 250;

/** @param {Desk} desk @param {{only?: (action: string) => boolean, title?: string, write?: boolean}} [how] */
export function orders(desk, { only = () => true, title = "", write = true } = {}) {
  const t = desk.table,
    { mine, actions } = desk.model,
    kept = (desk.own.orders ??= { words: "", text: "", open: false });
  if (t.over)
    return h(
      "section.dk-orders",
      null,
      h("h2", null, "The game is over"),
      h("p", null, desk.decision, " ", chip(desk.book, t.over.clause)),
    );
  const head = title && h("h2", null, title); // the decision itself stands above
  if (!mine)
    return h(
      "section.dk-orders",
      null,
      head,
      !desk.waits && h("p", null, `The ${desk.side(t.to_move)} player decides. You can look at everything meanwhile.`),
    );
  const found = actions.filter(only),
    list = h("div.dk-list", { role: "group", "aria-label": "Legal actions" }),
    said = h("div.dk-said", { role: "status" });
  const rows = () =>
    show(
      desk,
      list,
      said,
      found.filter((a) => matches(desk, a, kept.words)),
    );
  rows();
  const search =
    found.length > 12 &&
    h("input", {
      type: "text",
      value: kept.words,
      placeholder: `Search ${found.length} actions`,
      "aria-label": "Search the actions",
      "data-key": "orders-search",
      oninput: (/** @type {any} */ e) => {
        kept.words = e.target.value;
        rows();
      },
    });
  return h("section.dk-orders", null, head, rolls(desk, found), search, list, said, write && written(desk, kept));
}

/** @param {Desk} desk @param {string} action @param {string} words */
const matches = (desk, action, words) => {
  const text = `${action} ${desk.words(action)}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((w) => text.includes(w));
};

/** @param {Desk} desk @param {HTMLElement} list @param {HTMLElement} said @param {string[]} found */
function show(desk, list, said, found) {
  const plain = found.length === 1 || found[0] === "done";
  fill(
    list,
    found
      .filter((a) => !die1(a))
      .slice(0, MOST)
      .map((action, k) => {
        let timer = 0,
          here = false;
        const ask = () => {
            here = true;
            clearTimeout(timer);
            timer = setTimeout(() => void verdict(desk, action, said, () => here), PATIENCE);
          },
          hush = () => {
            here = false; // an answer that comes late would push away what is under the pointer by then
            clearTimeout(timer);
          };
        return h(
          "button",
          {
            type: "button",
            class: plain && k === 0 ? "primary" : "",
            "data-key": `do ${action}`,
            onclick: () => void desk.send(action),
            onmouseenter: ask,
            onmouseleave: hush,
            onfocus: ask,
            onblur: hush,
          },
          desk.words(action),
        );
      }),
    found.length > MOST && h("p.muted", null, `${found.length - MOST} more: search for them.`),
    !found.length && desk.own.orders?.words && h("p.muted", null, "No legal action matches."),
  );
}

const die1 = (/** @type {string} */ action) => /^roll [1-6]$/.test(action);

/** Dice typed from the table. @param {Desk} desk @param {string[]} found */
function rolls(desk, found) {
  const single = found.filter(die1);
  if (!single.length) return null;
  return [
    h("p", null, "Roll your own die and click the result."),
    h(
      "div.dk-row",
      null,
      single.map((a) =>
        h(
          "button.dk-die",
          { type: "button", "aria-label": a, "data-key": a, onclick: () => void desk.send(a) },
          die(Number(a.slice(5)), 30),
        ),
      ),
    ),
  ];
}

/** What the rules say to an action, put into a box. @param {Desk} desk @param {string} action @param {HTMLElement} said
 * @param {() => boolean} [wanted] whether it is still asked for when it comes */
export async function verdict(desk, action, said, wanted = () => true) {
  try {
    const v = await desk.judge(action);
    if (!wanted()) return null;
    fill(said, v.legal ? h("p.good", null, `Legal: ${desk.words(action)}`) : refusal(desk, action, v), figures(v.figures));
    return v;
  } catch (error) {
    fill(said, h("p.bad", null, error instanceof Error ? error.message : String(error)));
    return null;
  }
}

/** An action in words, after a colon. @param {string} words */
const inSentence = (words) => (/^[A-Z][a-z]/.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words);

/** What cannot be, why, and the nearest thing that can. @param {Desk} desk @param {string} action @param {any} v */
export function refusal(desk, action, v) {
  return h(
    "div.dk-refusal",
    null,
    h("b", null, `Not allowed: ${inSentence(desk.words(action))}.`),
    h(
      "ul",
      null,
      v.rulings.map((/** @type {any} */ r) => h("li", null, r.because, " ", chip(desk.book, r.clause))),
    ),
    v.nearest &&
      h(
        "button",
        { type: "button", onclick: () => void desk.send(String(v.nearest)) },
        "Instead: ",
        h("b", null, desk.words(String(v.nearest))),
      ),
  );
}

/** The figures behind a verdict, whatever they are. @param {any} figures */
function figures(figures) {
  const rows = Object.entries(figures ?? {}).filter(([, v]) => v !== null && v !== "" && typeof v !== "object");
  return rows.length
    ? h(
        "dl.dk-figures",
        null,
        rows.map(([name, v]) => [h("dt", null, name.replaceAll("_", " ")), h("dd", null, String(v))]),
      )
    : null;
}

/** @param {Desk} desk @param {{text: string, open: boolean}} kept */
function written(desk, kept) {
  const said = h("div.dk-said", { role: "status" });
  let timer = 0;
  const look = (/** @type {any} */ e) => {
    kept.text = e.target.value;
    clearTimeout(timer);
    if (kept.text.trim()) timer = setTimeout(() => void verdict(desk, kept.text.trim(), said), PATIENCE);
    else fill(said);
  };
  const go = async (/** @type {Event} */ e) => {
    e.preventDefault();
    const text = kept.text.trim();
    if (text && (await desk.send(text))) {
      kept.text = "";
      desk.changed();
    }
  };
  return h(
    "details.dk-write",
    {
      open: Boolean(kept.text || kept.open),
      ontoggle: (/** @type {any} */ e) => {
        kept.open = e.target.open;
      },
    },
    h("summary", null, "Type an action"),
    h(
      "form",
      { onsubmit: go },
      h("input", {
        type: "text",
        value: kept.text,
        maxlength: 200,
        placeholder: (desk.table.legal?.verbs ?? []).join(", "),
        "aria-label": "An action in words",
        "data-key": "orders-write",
        oninput: look,
      }),
      h("button", { type: "submit" }, "Send action"),
    ),
    said,
  );
}
