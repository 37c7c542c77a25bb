// @ts-check
// Off-board artillery before an order: contact, the draw pile, where a round may fall, and what shells there would do.
import { h } from "../../dom.js";
import { ledger, percent, signed } from "../parts.js";
import { fates } from "./panels.js";

/** @typedef {import("../frame.js").Desk} Desk */

/** @param {Desk} desk */
export const isArtillery = (desk) =>
  Boolean(desk.model.mine) && /rtillery|\bradio\b|fire mission/.test(desk.table.purpose ?? "");

const NETS = /** @type {Record<string, string>} */ ({
  silent: "No contact",
  contact: "Contact",
  broken: "The radio does not work",
  lost: "The battery is lost",
});

/** A chance in words, with the exact fraction. @param {{chance: number, fraction: string}} one */
const said = (one) => `${percent(one.chance)} (${one.fraction})`;

/** @param {Desk} desk */
export function artilleryPanel(desk) {
  if (!isArtillery(desk)) return false;
  const hex = desk.own.under ?? "";
  const found = desk.see("artillery", hex ? { hex } : {});
  if (!found?.battery) return false;
  return h(
    "section.ff-fire.ff-artillery",
    { "aria-label": "The artillery" },
    h("h2", null, `Artillery: ${found.battery}`),
    h(
      "dl.dk-figures",
      null,
      h("dt", null, "Radio"),
      h("dd", null, NETS[found.net] ?? found.net),
      !found.free && [h("dt", null, "Contact"), h("dd", null, said(found.contact))],
      h("dt", null, "Access"),
      h("dd", null, found.access ? "yes" : `a black chit: ${said(found.draw)}`),
      h("dt", null, "Draw pile"),
      h("dd", null, `${found.pile[0]} black, ${found.pile[1]} red; red drawn: ${found.reds} (the second ends the battery)`),
      found.round && [h("dt", null, "On the map"), h("dd", null, `${found.round} in ${found.at}`)],
    ),
    found.aim ? aimed(desk, found.aim) : found.free && h("p", null, "Point at a lit hex to see the chances there."),
    !found.aim && found.effect?.length > 0 && [h("h3", null, `HE in ${found.at}, for each`), found.effect.map(fates)],
  );
}

/** @param {Desk} desk @param {any} aim */
function aimed(desk, aim) {
  return [
    h("h3", null, `A round at ${aim.hex}`),
    h("p", null, `It falls there in ${said(aim.exact)}, there or next to it in ${said(aim.near)}.`),
    aim.extra && h("p", null, "Enemies are there, but none is known to your Observer: an extra chit is drawn."),
    aim.own.length > 0 &&
      h(
        "p",
        null,
        `Own units in the hexes it may hit: ${aim.own.map((/** @type {any} */ o) => `${o.unit} ${percent(o.chance)}`).join(", ")}.`,
      ),
    aim.targets.length > 0 && h("h3", null, `HE in ${aim.hex}, for each`),
    aim.targets.map(fates),
    aim.modifiers.length > 0 && [
      h("h3", null, "Added to the accuracy die"),
      ledger(desk.book, [
        ...aim.modifiers.map((/** @type {any} */ m) => ({ amount: signed(m.amount), words: m.because, clause: m.clause })),
        { amount: signed(aim.sum), words: "accurate on 2 or less", clause: null, total: true },
      ]),
    ],
  ];
}
