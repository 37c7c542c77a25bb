// @ts-check
// What a computer player would do in your place, and why; it can be followed with a click.
import { h } from "../dom.js";
import { announce, chip, toast } from "../marks.js";

/** Who asks, at a table or at a desk.
 * @typedef {{hint: Hint | "asked" | null, model: {table: {mine: boolean}, present: {seq: number}, seat: import("../api.js").Seat, book: any},
 *   changed: () => void, send: (action: string) => unknown, glance: (hexes: string[]) => void}} Asker */
/** @typedef {{action: string, text: string, why: string, value: number, clauses: string[], draw: {from?: string, to?: string}}} Candidate */
/** @typedef {{action: string, player: string, text: string, candidates: Candidate[]}} Hint */

const SECONDS = 2; // to think
const capital = (/** @type {string} */ text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** @param {Asker} play */
export async function ask(play) {
  const { model } = play,
    seq = model.present.seq;
  if (!model.table.mine || play.hint === "asked") return;
  play.hint = "asked";
  play.changed();
  try {
    const found = await model.seat.hint(SECONDS);
    play.hint = model.present.seq === seq ? found : null;
    if (play.hint) announce(found.text);
  } catch (error) {
    play.hint = null;
    toast(error instanceof Error ? error.message : String(error));
  }
  play.changed();
}

/** @param {Asker} play @param {(text: string) => string} words */
export function hintBox(play, words) {
  const { model, hint } = play;
  if (!hint) return null;
  if (hint === "asked") return h("section.sec.guide", { role: "status" }, "Thinking…");
  const best = hint.candidates.find((c) => c.action === hint.action) ?? hint.candidates[0],
    hexes = [best?.draw.from, best?.draw.to].filter((x) => x !== undefined),
    lead = `${capital(hint.player)}: ${best?.text ?? words(hint.action)}`,
    rest = hint.text.startsWith(`${lead}. `) ? hint.text.slice(lead.length + 2) : capital(best?.why ?? "");
  return h(
    "section.sec.guide",
    { "aria-label": "Hint", onmouseenter: () => play.glance(hexes), onmouseleave: () => play.glance([]) },
    h("b", null, lead),
    h(
      "p",
      null,
      rest,
      " ",
      best?.clauses.slice(0, 2).map((c) => [chip(model.book, c), " "]),
    ),
    h(
      "div.choices",
      null,
      h("button.primary", { type: "button", "data-key": "hint-do", onclick: () => play.send(hint.action) }, "Play it"),
      h(
        "button",
        {
          type: "button",
          onclick: () => {
            play.hint = null;
            play.changed();
          },
        },
        "Dismiss",
      ),
    ),
  );
}
