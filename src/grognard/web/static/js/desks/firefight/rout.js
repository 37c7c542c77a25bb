// @ts-check
// Rout before it is ordered: the ways of the chosen unit with their risk, and why not elsewhere.
import { chip } from "../../marks.js";
import { h } from "../../dom.js";
import { percent } from "../parts.js";
import { fates } from "./panels.js";

/** @typedef {import("../frame.js").Desk} Desk */
/** @typedef {{hex: string, path: string[], mf: number, words: string, leaders: string[], checks: number, fates: any}} Way */

const FEW = 5; // ways that are shown without asking

/** Whether a broken unit is to be chosen, or its goal. @param {Desk} desk */
const isRouting = (desk) => Boolean(desk.model.mine) && /\brout$/.test(desk.table.purpose ?? "");

/** What the server says of the chosen unit. @param {Desk} desk @returns {any} */
export function routOf(desk) {
  if (!isRouting(desk)) return null;
  const [verb, unit] = (desk.own.who ?? "").split(" ");
  return desk.see("rout", verb === "rout" || verb === "crawl" ? { unit } : {});
}

/** The way to the hex under the pointer. @param {Desk} desk @returns {string[] | null} */
export function routPath(desk) {
  const unit = routOf(desk)?.unit,
    way = unit?.ways.find((/** @type {Way} */ one) => one.hex === desk.own.aimed);
  return way ? [desk.table.units?.[unit.id]?.hex ?? "", ...way.path].filter(Boolean) : null;
}

/** @param {Desk} desk */
export function routPanel(desk) {
  const found = routOf(desk);
  if (!found) return false;
  return h(
    "section.ff-fire",
    { "aria-label": "The rout" },
    found.unit ? ofUnit(desk, found.unit) : h("p", null, "Choose a broken unit: its ways are shown with their risk."),
    found.stay.length > 0 && [h("h3", null, "Stay where they are"), causes(desk, found.stay)],
  );
}

/** @param {Desk} desk @param {any} unit */
function ofUnit(desk, unit) {
  const often = unit.ways.slice(0, FEW),
    rest = unit.ways.slice(FEW);
  return [
    h("p", null, h("b", null, unit.name), unit.must ? " must rout" : " may rout", `, with ${unit.mf} MF.`),
    often.length > 0 && [
      h("h3", null, "Where to, the safest first"),
      often.map((/** @type {Way} */ one) => way(desk, unit, one)),
    ],
    rest.length > 0 &&
      h(
        "details",
        null,
        h("summary", null, `${rest.length} more`),
        rest.map((/** @type {Way} */ one) => way(desk, unit, one)),
      ),
    unit.closed.length > 0 && [
      h("h3", null, "Why not elsewhere"),
      causes(
        desk,
        unit.closed.map((/** @type {any} */ row) => ({ ...row, because: `${row.hexes.join(", ")}: ${row.because}` })),
      ),
    ],
  ];
}

/** @param {Desk} desk @param {{because: string, clause: string}[]} rows */
const causes = (desk, rows) =>
  h(
    "ul.ff-causes",
    null,
    rows.map((row) => h("li", null, `${row.because} `, chip(desk.book, row.clause))),
  );

/** One goal: what it is, what it costs, and what may happen on the way. @param {Desk} desk @param {any} unit @param {Way} one */
function way(desk, unit, one) {
  const through = one.path.length > 1 ? ` by ${one.path.slice(0, -1).join(", ")}` : "";
  return h(
    "button.ff-shot",
    { type: "button", "data-key": `rout-to ${one.hex}`, onclick: () => void follow(desk, unit.id, one) },
    h("b", null, `${one.hex}, ${one.words}`),
    h("span", null, one.checks ? `${percent(one.fates.unharmed?.chance ?? 0)} unharmed` : "no enemy interdicts"),
    h("small", null, [`${one.mf} MF${through}`, ...one.leaders.map((name) => `${name} is there`)].join(", ")),
    one.checks > 0 && h("small.ff-risk", null, fates({ unit: checks(one.checks), fates: one.fates })),
  );
}

/** @param {number} count */
const checks = (count) => (count === 1 ? "a check of Interdiction" : `${count} checks of Interdiction`);

/** Orders the rout and goes the way that was shown, as long as nothing stops it. @param {Desk} desk @param {string} unit @param {Way} one */
function follow(desk, unit, one) {
  const act = async (/** @type {string} */ action) => {
    await desk.model.act(action);
    desk.playback?.mark();
  };
  return desk.try(`rout ${unit} ${one.hex}`, async () => {
    await act(`rout ${unit} ${one.hex}`);
    for (const hex of one.path)
      if (/rout way/.test(desk.table.purpose ?? "") && desk.model.mine && desk.model.actions.includes(`go ${hex}`))
        await act(`go ${hex}`);
  });
}
