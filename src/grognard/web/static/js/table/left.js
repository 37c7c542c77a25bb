// @ts-check
// The left panel: turn record, objective, beachheads, cups, what is coming, what is shown on the map.
import { anchor, callName, counterPicture } from "../counters.js";
import { h, s } from "../dom.js";
import { chip, cup } from "../marks.js";
import { switches } from "./layers.js";

/** @typedef {import("./play.js").Play} Play */

/** @param {Play} play */
export function left(play) {
  if (play.model.dress.left) return play.model.dress.left(play);
  return [track(play), standing(play), objective(play), beachheads(play), cups(play), coming(play), losses(play), tools(play)];
}

const arrival = (/** @type {string | undefined} */ entry) => Number(/GT ?(\d+)/.exec(entry ?? "")?.[1] ?? 0);

/** @param {Play} play */
function track({ model }) {
  const t = model.table,
    last = t.last_turn ?? model.dress.turns;
  if (!last) return null;
  const units = [...model.units.values()],
    sides = Object.keys(model.dress.sides);
  const cells = Array.from({ length: last }, (_, k) => {
    const n = k + 1,
      come = sides.map((side) => units.filter((u) => u.side === side && arrival(u.entry) === n));
    const words = come
      .map((list, i) => list.length && `${model.side(sides[i])}: ${list.map(callName).join(", ")}`)
      .filter(Boolean)
      .join("; ");
    return h(
      "div.gt",
      {
        class: n === t.turn ? "now" : n < t.turn ? "past" : "",
        title: words || null,
        "aria-current": n === t.turn ? "step" : null,
      },
      n,
      come[0]?.length ? h("i.first", { class: `of-${sides[0]}` }) : null,
      come[1]?.length ? h("i.second", { class: `of-${sides[1]}` }) : null,
    );
  });
  return h(
    "section.sec",
    null,
    h("h2", null, "Turn record"),
    h("div.track", { role: "img", "aria-label": `turn ${t.turn} of ${last}` }, cells),
    units.some((u) => arrival(u.entry)) &&
      h("small.muted", null, `square: arrivals of ${model.side(sides[0])} · disc: ${model.side(sides[1])}`),
  );
}

/** @param {Play} play */
function objective({ model, board }) {
  const o = model.dress.objective,
    hexes = o ? model.map.zones?.[o.zone] : null;
  if (!o || !hexes) return null;
  const held = new Set(model.table.markers[o.marker] ?? []),
    count = hexes.filter((/** @type {string} */ x) => held.has(x)).length;
  return h(
    "section.sec",
    null,
    h("h2", null, o.title, h("span.r", null, chip(model.book, o.clause))),
    h(
      "div.hexes",
      null,
      hexes.map((/** @type {string} */ hex) => {
        const who = held.has(hex) ? o.holder : o.other;
        return h(
          "button",
          {
            type: "button",
            class: `of-${who}`,
            "aria-label": `${hex}, held by ${model.side(who)}`,
            onclick: () => board.show(hex, 80),
          },
          hex,
        );
      }),
    ),
    h("span.muted", null, `${o.words}: ${count} of ${hexes.length} ${model.side(o.holder)}`),
  );
}

/** @param {Play} play */
function beachheads({ model, board }) {
  const b = model.dress.beachheads,
    hexes = model.table.markers.beachheads ?? [];
  if (!b || !hexes.length) return null;
  return h(
    "section.sec",
    null,
    h("h2", null, "Beachheads", h("span.r", null, chip(model.book, b.clause))),
    h(
      "div.kv",
      null,
      hexes.map((/** @type {string} */ hex) => [
        s("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, anchor()),
        h("button", { type: "button", onclick: () => board.show(hex, 80) }, model.place(hex).words),
        h("span.v", { title: "units of the most that may stack" }, `${model.stack(hex).length} / ${b.stack}`),
      ]),
    ),
  );
}

/** @param {Play} play */
function cups({ model }) {
  const rows = model.dress.cups.filter((c) => model.table.cups?.[c.key]);
  if (!rows.length) return null;
  return h(
    "section.sec",
    null,
    h("h2", null, "Support fire cups", h("span.r", null, chip(model.book, rows[0].clause))),
    rows.map((row) => {
      const { left, values, mines } = contents(model.table.cups[row.key]);
      return h(
        "div.cup",
        null,
        cup(row.tile),
        h(
          "div",
          null,
          h("b", null, row.name),
          ` ${mines === "cup" ? values.reduce((a, [, n]) => a + n, 0) : left}${mines === "cup" ? " + mines" : mines === "aside" ? ", mines aside" : ""}`,
          h(
            "div.tiles",
            { role: "img", "aria-label": values.map(([v, n]) => `${n} of value ${v}`).join(", ") || "empty" },
            values.map(([v, n]) => [h("span.tile", { class: row.tile }, v), n > 1 && h("small", null, `×${n}`)]),
          ),
        ),
      );
    }),
  );
}

/** A cup in any of the forms it may be told in. @param {any} cup @returns {{left: number, values: [string, number][], mines?: string}} */
function contents(cup) {
  const raw = Array.isArray(cup) ? Object.fromEntries(cup.entries()) : (cup.values ?? cup);
  const values = /** @type {[string, number][]} */ (Object.entries(raw).filter(([, n]) => typeof n === "number" && n > 0));
  return { left: cup.left ?? values.reduce((a, [, n]) => a + n, 0), values, mines: cup.mines };
}

/** @param {Play} play */
function coming({ model, drawer }) {
  const t = model.table,
    off = [...model.units.values()].filter((u) => t.units[u.id].steps > 0 && !model.hexOf(u.id));
  const soon = off
    .map((u) => ({ u, gt: arrival(u.entry), now: t.units[u.id].waiting }))
    .filter((x) => x.now || x.gt > t.turn)
    .sort((a, b) => Number(b.now) - Number(a.now) || a.gt - b.gt)
    .slice(0, 8);
  if (!soon.length) return null;
  return h(
    "section.sec",
    null,
    h(
      "h2",
      null,
      "Reinforcements",
      h(
        "span.r",
        null,
        h(
          "button.quiet.small",
          { type: "button", "data-key": "all-arrivals", onclick: () => drawer?.open({ kind: "arrivals" }) },
          "all",
        ),
      ),
    ),
    h(
      "div.units",
      null,
      soon.map(({ u, gt, now }) =>
        h(
          "div.u",
          { title: `${u.name}: ${u.entry ?? ""}` },
          counterPicture(u, model.dress, { compact: true, label: `${u.name}, ${now ? "now" : `turn ${gt}`}` }),
          h("small", null, now ? "now" : `GT ${gt}`),
        ),
      ),
    ),
  );
}

/** How it would end if it ended now. @param {Play} play */
function standing({ model, laid }) {
  const v = laid.data.victory;
  if (!v?.if_it_ended_now || model.present.over) return null;
  return h(
    "section.sec",
    null,
    h("h2", null, "If it ended now", h("span.r", null, chip(model.book, v.if_it_ended_now.clause))),
    h(
      "div",
      null,
      h("span.pill", { class: `of-${v.if_it_ended_now.winner}` }, model.side(v.if_it_ended_now.winner)),
      " would win.",
    ),
  );
}

/** Units out of the game. @param {Play} play */
function losses({ model }) {
  const t = model.table,
    sides = Object.keys(model.dress.sides)
      .map((side) => ({ side, gone: [...model.units.values()].filter((u) => u.side === side && t.units[u.id]?.steps === 0) }))
      .filter((x) => x.gone.length);
  if (!sides.length) return null;
  return h(
    "section.sec",
    null,
    h("h2", null, "Casualties"),
    sides.map(({ side, gone }) => [
      h("div.muted", null, `${model.side(side)}: ${gone.length}`),
      h(
        "div.units",
        null,
        gone.map((u) =>
          h(
            "div.u.done",
            { title: u.name },
            counterPicture(u, model.dress, { compact: true, reduced: true, label: `${u.name}, lost` }),
          ),
        ),
      ),
    ]),
  );
}

/** @param {Play} play */
function tools(play) {
  return h("section.sec", null, h("h2", null, "On the map"), switches(play, "l"));
}
