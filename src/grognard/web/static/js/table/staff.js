// @ts-check
// "Let the staff do this phase": a computer player's plan for the rest of the phase, shown on the map and as a list. You take
// out what you do not want and play the rest with one press. After dice the staff goes on until the phase has no more to do.
import { h } from "../dom.js";
import { announce, toast } from "../marks.js";
import * as over from "../map/overlays.js";
import { phaseIndex } from "./bar.js";

/** @typedef {import("./play.js").Play} Play */
/** @typedef {{actions: string[], texts: string[], reasons: string[], phase: string, left: Set<number>, at: number}} StaffPlan texts:
 * the actions in words; reasons: what each is for; left: those you took out; at: the table it was made for */

const SECONDS = 3; // the staff may think
const MAX_ROUNDS = 60; // plans of one phase, each up to the next dice
const ANSWER_MS = 250; // between two looks whether the computer opponent has answered
const MAX_LOOKS = 80;

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
    const found = await model.seat.staff(SECONDS),
      { actions } = found;
    play.staff = null;
    if (model.present.seq === seq && actions.length) play.staff = { ...found, left: new Set(), at: seq };
    else if (!actions.length) toast("The staff would do nothing more here. You can end the phase.");
    announce(actions.length ? `The staff proposes ${actions.length} actions.` : "The staff proposes no action.");
  } catch (error) {
    play.staff = null;
    toast(error instanceof Error ? error.message : String(error));
  }
  play.changed();
}

/** Waits for a computer opponent that answers within the phase; whether it is one's own decision then. What the opponent does
 * in a phase of its own is not waited for: it is played back. @param {Play} play @param {number} phase of the bar */
async function answered({ model }, phase) {
  const { seat } = model;
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    const t = await seat.load(),
      now = phaseIndex(model, t);
    if (t.mine) {
      await model.reload(); // dice or the other side may have moved the table on since the last answer
      return model.seat === seat && !model.veil;
    }
    const within = now === phase || now < 0;
    if (t.over || !within || !String(t.seats?.[t.to_move] ?? "").startsWith("computer")) return false;
    await new Promise((done) => setTimeout(done, ANSWER_MS));
  }
  return false;
}

/** Plays what is left of the plan, and goes on after dice and answers until the phase is over. @param {Play} play */
export function playStaff(play) {
  const plan = play.staff;
  if (!plan || plan === "asked") return;
  const phase = phaseIndex(play.model, play.model.present);
  return play.doing.press("staff", async () => {
    play.atWork = { done: 0, stop: false };
    try {
      return await carryOn(play, plan, phase);
    } finally {
      play.atWork = null;
      play.showOpen();
    }
  });
}

/** @param {Play} play @param {StaffPlan} plan @param {number} phase of the bar */
async function carryOn(play, plan, phase) {
  const { model } = play,
    skipped = new Set([...plan.left].map((n) => plan.actions[n]));
  let actions = plan.actions.filter((_, n) => !plan.left.has(n));
  for (let round = 0; round < MAX_ROUNDS && actions.length; round++) {
    for (const text of actions) {
      if (!play.atWork || play.atWork.stop) return true;
      if (!(await play.act(text))) return false;
      play.atWork.done++;
    }
    if (!(await answered(play, phase))) break;
    const next = await model.seat.staff(SECONDS);
    if (next.phase !== plan.phase) break;
    actions = next.actions.some((/** @type {string} */ text) => skipped.has(text)) ? [] : next.actions;
  }
  return true;
}

/** How far the staff has come, and a way to stop it after the action that is on its way. @param {Play} play */
function workBox(play) {
  const work = play.atWork;
  return h(
    "section.sec.guide",
    { role: "status" },
    h("p", null, `The staff is at work: ${work?.done ?? 0} ${work?.done === 1 ? "action" : "actions"} so far.`),
    h(
      "button",
      {
        type: "button",
        "data-key": "staff-stop",
        disabled: work?.stop,
        onclick: () => {
          if (work) work.stop = true;
          play.changed();
        },
      },
      "Stop the staff",
    ),
  );
}

const capital = (/** @type {string} */ text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The buttons of those who advise, or the plan with its list. @param {Play} play @param {Element} hint its button */
export function staffBox(play, hint) {
  const { model, staff } = play,
    t = model.table;
  if (play.atWork) return workBox(play);
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
    h("p", null, "Take out what you do not want. After dice and answers the staff goes on by the same judgment."),
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
      aims(staff).map((aim) => aimRows(play, staff, aim)),
    ),
  );
}

/** Actions one after the other that serve the same aim. @param {StaffPlan} staff @returns {{why: string, rows: number[]}[]} */
export function aims(staff) {
  /** @type {{why: string, rows: number[]}[]} */
  const found = [];
  staff.actions.forEach((_, n) => {
    const why = staff.reasons[n],
      last = found[found.length - 1];
    if (why && last?.why === why) last.rows.push(n);
    else found.push({ why, rows: [n] });
  });
  return found;
}

/** The actions of one aim below its name, which takes all of them out or in. @param {Play} play @param {StaffPlan} staff
 * @param {{why: string, rows: number[]}} aim */
function aimRows(play, staff, { why, rows }) {
  const all = rows.every((n) => !staff.left.has(n)),
    words = h("b", null, capital(why), rows.length > 1 && h("span.muted", null, `\u00a0·\u00a0${rows.length}`));
  return [
    why &&
      h(
        "li.aim",
        glancing(play, rows.map((n) => staff.actions[n]).join(" ")),
        rows.length > 1
          ? h(
              "label.check",
              null,
              h("input", { type: "checkbox", checked: all, onchange: () => toggle(play, staff, rows, all) }),
              words,
            )
          : words,
      ),
    rows.map((n) =>
      h(
        "li",
        glancing(play, staff.actions[n]),
        h(
          "label.check",
          null,
          h("input", {
            type: "checkbox",
            checked: !staff.left.has(n),
            onchange: () => toggle(play, staff, [n], !staff.left.has(n)),
          }),
          h("span", null, capital(staff.texts[n])),
        ),
      ),
    ),
  ];
}

/** Shows the hexes an action names while the pointer is on its line. @param {Play} play @param {string} text */
function glancing(play, text) {
  const hexes = text.match(/\b\d{4}\b|\b\d\d\.\d\d\b/g) ?? [];
  return { onmouseenter: () => play.glance(hexes), onmouseleave: () => play.glance([]) };
}

/** @param {Play} play @param {StaffPlan} staff @param {number[]} rows @param {boolean} out whether they are taken out */
function toggle(play, staff, rows, out) {
  for (const n of rows)
    if (out) staff.left.add(n);
    else staff.left.delete(n);
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
