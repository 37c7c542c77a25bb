// @ts-check
// Several units moved by one gesture: a stack, a brigade, or all that wait to enter at the same place.
import { h } from "../dom.js";
import { toast } from "../marks.js";
import { action, verbAt } from "./choices.js";

/** @typedef {import("./play.js").Play} Play */

/** The groups the selected unit belongs to: a name and the units, itself first. @param {Play} play @returns {[string, string[]][]} */
export function groupsOf(play) {
  const { model, selected } = play,
    unit = selected ? model.units.get(selected) : null,
    choice = selected ? model.choice(selected) : null;
  if (!unit || !selected || choice?.verb !== "move") return [];
  const hex = model.hexOf(selected),
    mine = [...model.units.values()].filter((u) => u.side === unit.side && model.choice(u.id)?.verb === "move");
  const brigade = /** @type {any} */ (unit).brigade,
    lit = new Set(choice.hexes);
  const found = /** @type {[string, string[]][]} */ (
    [
      ["stack", hex ? mine.filter((u) => model.hexOf(u.id) === hex) : []],
      ["brigade", brigade ? mine.filter((u) => /** @type {any} */ (u).brigade === brigade) : []],
      [
        "entering units",
        hex ? [] : mine.filter((u) => !model.hexOf(u.id) && model.choice(u.id)?.hexes.some((x) => lit.has(x))),
      ],
    ].map(([name, units]) => [name, /** @type {any[]} */ (units).map((u) => u.id)])
  );
  return found
    .filter(([, ids]) => ids.length > 1)
    .map(([name, ids]) => [name, [selected, ...ids.filter((id) => id !== selected)]]);
}

/** Where the group may go: hexes that every unit of it may enter. @param {Play} play @param {string[]} hexes of the selected unit */
export function groupHexes(play, hexes) {
  if (play.group.length < 2) return hexes;
  const sets = play.group.map((id) => new Set(play.model.choice(id)?.hexes ?? []));
  return hexes.filter((hex) => sets.every((set) => set.has(hex)));
}

/** Buttons that take the stack, the brigade or the entering units in hand. @param {Play} play */
export function groupButtons(play) {
  return groupsOf(play).map(([name, ids]) => {
    const on = play.group.length === ids.length && ids.every((id) => play.group.includes(id));
    return h(
      "button",
      {
        type: "button",
        "aria-pressed": String(on),
        "data-key": `group-${name.split(" ")[0]}`,
        onclick: () => take(play, on ? [] : ids),
      },
      name === "entering units" ? `Bring on all ${ids.length}` : `Move the ${name} (${ids.length})`,
    );
  });
}

/** @param {Play} play @param {string[]} ids */
function take(play, ids) {
  play.group = ids;
  if (ids.length && !groupHexes(play, play.model.choice(ids[0])?.hexes ?? []).length) {
    play.group = [];
    toast("No hex can be reached by all of them. Move them one by one, or take a smaller group.");
  }
  play.changed();
}

/** Moves the whole group to a hex, one after another. @param {Play} play @param {string} hex */
export function moveGroup(play, hex) {
  const ids = [...play.group],
    { model } = play;
  return play.doing.press(`group ${hex}`, async () => {
    let moved = 0;
    for (const id of ids) {
      const choice = model.choice(id);
      if (!choice?.hexes.includes(hex)) continue;
      if (!(await play.act(action(verbAt(choice, hex), id, hex)))) return false;
      moved++;
    }
    if (moved < ids.length) toast(`${moved} of ${ids.length} units moved to ${hex}; the others can no longer go there.`);
    return moved > 0;
  });
}
