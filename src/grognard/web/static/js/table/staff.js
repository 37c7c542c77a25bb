// @ts-check
// "Let the staff do this phase": a computer player's plan for the rest of the phase, shown on the map and as a list. You take
// out what you do not want and play the rest with one press. After dice the staff goes on until the phase has no more to do.
import { h } from "../dom.js";
import { announce, toast } from "../marks.js";
import * as over from "../map/overlays.js";

/** @typedef {import("./play.js").Play} Play */
/** @typedef {{actions: string[], texts: string[], left: Set<number>, at: number}} StaffPlan texts: the actions in words; left: those
 * you took out; at: the table it was made for */

const SECONDS = 3; // the staff may think
const MAX_ROUNDS = 60; // plans of one phase, each up to the next dice

/** @param {Play} play */
export async function askStaff(play) {
  const { model } = play;
  await play.doing.last; // what is on its way may end the decision the plan is for
  const { seq } = model.present;
  if (!model.present.mine || play.staff === "asked") return;
  play.clear();
  play.staff = "asked";
  play.changed();
  try {
    const { actions, texts } = await model.seat.staff(SECONDS);
    play.staff = null;
    if (model.present.seq === seq && actions.length) play.staff = { actions, texts, left: new Set(), at: seq };
    else if (!actions.length) toast("The staff has nothing to do in this phase.");
    announce(actions.length ? `The staff proposes ${actions.length} actions.` : "The staff proposes no action.");
  } catch (error) {
    play.staff = null;
    toast(error instanceof Error ? error.message : String(error));
  }
  play.changed();
}

/** Plays what is left of the plan, and goes on after dice. @param {Play} play */
export function playStaff(play) {
  const plan = play.staff;
  if (!plan || plan === "asked") return;
  const { phase } = play.model.present;
  return play.doing.press("staff", async () => {
    const { model } = play,
      skipped = new Set([...plan.left].map((n) => plan.actions[n]));
    let actions = plan.actions.filter((_, n) => !plan.left.has(n));
    for (let round = 0; round < MAX_ROUNDS && actions.length; round++) {
      for (const text of actions) if (!(await play.act(text))) return false;
      await model.reload(); // dice or the other side may have moved the table on since the last answer
      const { present } = model; // not the table that is shown: that may be an earlier one, in a playback
      if (!present.mine || present.phase !== phase || model.veil) break;
      const next = await model.seat.staff(SECONDS);
      actions = next.actions.some((/** @type {string} */ text) => skipped.has(text)) ? [] : next.actions;
    }
    return true;
  });
}

const capital = (/** @type {string} */ text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The buttons of those who advise, or the plan with its list. @param {Play} play @param {Element} hint its button */
export function staffBox(play, hint) {
  const { model, staff } = play,
    t = model.table;
  if (!t.mine || model.past) return null;
  if ((t.legal?.count ?? 0) < 2) return h("section.sec.tight", null, h("div.choices", null, hint));
  if (staff === "asked") return h("section.sec.guide", { role: "status", "data-busy": "" }, "The staff is planning…");
  if (!staff || staff.at !== model.present.seq)
    return h(
      "section.sec.tight",
      null,
      h(
        "div.choices",
        null,
        h("button", { type: "button", "data-key": "staff", onclick: () => askStaff(play) }, "Let the staff do this phase"),
        hint,
      ),
    );
  const count = staff.actions.length - staff.left.size;
  return h(
    "section.sec.guide",
    { "aria-label": "Plan of the staff" },
    h("h2", null, "Plan of the staff", h("span.r", null, `${count} of ${staff.actions.length}`)),
    h("p", null, "Take out what you do not want. After dice the staff goes on by the same judgment."),
    h(
      "div.choices",
      null,
      h(
        "button.primary",
        { type: "button", "data-key": "staff-play", disabled: !count, onclick: () => playStaff(play) },
        `Play ${count} ${count === 1 ? "action" : "actions"}`,
      ),
      h("button", { type: "button", "data-key": "staff-no", onclick: () => discard(play) }, "Discard the plan"),
    ),
    h(
      "ol.staffplan",
      { "data-scroll": "staff", tabindex: 0, "aria-label": "Actions of the plan" },
      staff.actions.map((text, n) =>
        h(
          "li",
          { onmouseenter: () => play.glance(text.match(/\b\d{4}\b/g) ?? []), onmouseleave: () => play.glance([]) },
          h(
            "label.check",
            null,
            h("input", { type: "checkbox", checked: !staff.left.has(n), onchange: () => toggle(play, staff, n) }),
            h("span", null, capital(staff.texts[n])),
          ),
        ),
      ),
    ),
  );
}

/** @param {Play} play @param {StaffPlan} staff @param {number} n */
function toggle(play, staff, n) {
  if (!staff.left.delete(n)) staff.left.add(n);
  play.changed();
}

/** @param {Play} play */
function discard(play) {
  play.staff = null;
  play.changed();
}

/** The hexes the plan leads to, under the counters. @param {over.Over} o @param {Play} play */
export function staffHexes(o, play) {
  const { model, staff } = play;
  if (!staff || staff === "asked" || staff.at !== model.present.seq) return;
  const hexes = new Set(staff.actions.flatMap((text, n) => (staff.left.has(n) ? [] : [text.split(" ").at(-1) ?? ""])));
  for (const hex of hexes) if (model.map.hexes[hex]) over.ring(o, hex, o.ink.legal, 3);
}

/** The plan over the counters: an arrow a move or an attack. @param {CanvasRenderingContext2D} ctx @param {over.Over} o @param {Play} play */
export function staffArrows(ctx, o, play) {
  const { model, staff } = play;
  if (!staff || staff === "asked" || staff.at !== model.present.seq) return;
  for (const [n, text] of staff.actions.entries()) {
    const [verb, unit] = text.split(" "),
      to = text.split(" ").at(-1) ?? "",
      from = model.hexOf(unit);
    if (staff.left.has(n) || !from || !model.map.hexes[to] || from === to) continue;
    if (verb === "attack" || verb === "fire") over.attackArrow(ctx, o.view, from, to, o.ink);
    else over.pathArrow(ctx, o.view, [from, to], o.ink);
  }
}
