// @ts-check
// Ends: what would be left undone by a phase, and the game itself.
import { callName, counterPicture } from "../counters.js";
import { h } from "../dom.js";
import { chip } from "../marks.js";
import { setting } from "../settings.js";
import { reviewButton } from "./review.js";

/** @typedef {import("./play.js").Play} Play */

/** What a player might regret if the phase ended now; nothing if there is nothing. @param {Play} play @returns {import("../dom.js").Child} */
export function warning(play) {
  if (setting("ask") === "no") return null;
  const said = [...undone(play), ...starving(play)];
  return said.length ? h("div", null, said) : null;
}

/** @param {Play} play */
function undone({ model }) {
  const able = [...model.able].flatMap((id) => model.units.get(id) ?? []),
    has = (/** @type {string} */ verb) => model.verbs.includes(verb);
  const names = (/** @type {import("../games/presentation.js").Unit[]} */ list) =>
    `${list.slice(0, 6).map(callName).join(", ")}${list.length > 6 ? " and more" : ""}`;
  const fly = able.filter((u) => u.type === "aircraft"),
    off = able.filter((u) => !model.hexOf(u.id) && u.type !== "aircraft"),
    on = able.filter((u) => model.hexOf(u.id));
  if (has("move") || has("land"))
    return [
      off.length
        ? h(
            "p",
            null,
            h("b", null, off.length === 1 ? "One unit could still enter: " : `${off.length} units could still enter: `),
            names(off),
            ".",
          )
        : null,
      fly.length ? h("p", null, h("b", null, "Aircraft could still fly: "), names(fly), ".") : null,
      on.length
        ? h(
            "p",
            null,
            h("b", null, on.length === 1 ? "One unit could still move: " : `${on.length} units could still move: `),
            names(on),
            ".",
          )
        : null,
    ].filter(Boolean);
  if (has("attack")) {
    const targets = [...model.targets.keys()];
    return targets.length
      ? [
          h(
            "p",
            null,
            h(
              "b",
              null,
              targets.length === 1 ? "One attack is still possible: " : `${targets.length} hexes could still be attacked: `,
            ),
            targets.map((hex) => model.place(hex).words).join(", "),
            ".",
          ),
        ]
      : [];
  }
  return has("replace") ? [h("p", null, "The replacement point is unused and will be lost.")] : [];
}

/** Units that would suffer for want of supply. @param {Play} play */
function starving({ model, laid }) {
  const t = model.table,
    units = laid.fresh ? laid.data.supply?.units : null;
  if (!units || !/combat/.test(t.phase ?? "")) return [];
  return Object.entries(units)
    .filter(([id, s]) => !s.supplied && model.units.get(id)?.side === t.to_move)
    .map(([id, s]) =>
      h(
        "p",
        null,
        h("b", null, `${callName(/** @type {any} */ (model.units.get(id)))} in ${model.hexOf(id)} has no supply. `),
        s.because,
        " ",
        chip(model.book, s.clause),
      ),
    );
}

/** The panel at the end of the game. @param {Play} play */
export function gameOver(play) {
  const { model } = play,
    over = model.present.over;
  if (!over) return null;
  const t = model.present,
    lost = (/** @type {string} */ side) =>
      [...model.units.values()].filter((u) => u.side === side && t.units[u.id]?.steps === 0);
  return h(
    "div.gameover",
    null,
    h("h2", null, `Turn ${t.turn}, ${t.dates ?? ""}`),
    h("h1", null, over.winner ? `${model.side(over.winner)} ${over.level ?? ""} victory`.replace("  ", " ") : "Draw"),
    h("p", null, model.book.get(over.clause)?.text ?? "", " ", chip(model.book, over.clause)),
    Object.keys(model.dress.sides).map((side) =>
      h(
        "section",
        null,
        h("h2", null, `${model.side(side)} losses`, h("span.r", null, lost(side).length)),
        h(
          "div.units",
          null,
          lost(side).map((u) => h("div.u", null, counterPicture(u, model.dress, { compact: true }))),
        ),
      ),
    ),
    h(
      "div.choices",
      null,
      h(
        "button.primary",
        {
          type: "button",
          onclick: () => {
            play.show(null);
            play.past.go(0);
          },
        },
        "Step through the game",
      ),
      reviewButton(play.playback, () => play.show(null)),
      h("button", { type: "button", onclick: () => play.drawer?.open({ kind: "dice" }) }, "Check the dice"),
      h(
        "button",
        {
          type: "button",
          "data-key": "check-game",
          onclick: () => {
            play.show(null);
            play.drawer?.open({ kind: "check" });
          },
        },
        "Check this game",
      ),
      h("a.btn", { href: "#" }, "To the lobby"),
    ),
  );
}
