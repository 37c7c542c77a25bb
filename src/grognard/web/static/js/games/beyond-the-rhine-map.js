// @ts-check
// How Beyond the Rhine on the map is dressed: names, rivers, formation colours, the phase bar, words. No rule stands here.
import { dress as ledger } from "./beyond-the-rhine.js";
import { left } from "./rhine/glance.js";
import * as own from "./rhine/onmap.js";
import { PLAYER, sequence, words } from "./rhine/phrases.js";

/** Rows and columns of the area in play. */
const inArea = (/** @type {number} */ x, /** @type {number} */ row) => row > 9 && row < 21 && x < 17;

/** Formations with a stripe of their own. @type {Record<string, [string, string]>} */
const STRIPES = {
  "US-2Arm": ["#7a5c00", ""],
  "US-3Arm": ["#1e5b46", ""],
  "116Pz": ["#b0402b", ""],
  "3PzG": ["#2f6f75", ""],
};

/** @type {import("./presentation.js").Dress} */
export const dress = {
  ...ledger,
  title: "Beyond the Rhine: on the map",
  subtitle: "Aachen · 8 – 22 October 1944",
  sides: { allied: "Allied", german: "German" },
  turns: 5,
  numbering: "R.CC",
  streams: ledger.streams.filter((one) => ["Maas", "Roer", "Wurm", "Vesdre"].includes(one.name)),
  names: {
    ...ledger.names,
    curved: ledger.names.curved.filter((one) => ["Roer", "HÜRTGENWALD"].includes(one.text)),
    fixed: ledger.names.fixed.filter((one) => inArea(one.x, one.row + 0.56)),
  },
  formations: STRIPES,
  base: (unit) => (unit.side === "german" ? (/SS/.test(unit.id) ? "ss" : "german") : "us"),
  short: new Proxy(
    {},
    {
      /** Designations are made from the unit's id: US-30-InfDiv, DE-116Pz-PzRgt. @returns {[string, string]} */
      get(_, id) {
        const [, number, kind] = String(id).split("-");
        return [number ?? "", kind ?? ""];
      },
    },
  ),
  player: PLAYER,
  sequence,
  counted: true,
  stats: ["strength", "AR", "MA"],
  clauses: { zones: "BTR-ocs.zoc.who", supply: "BTR-ocs.trace.check" },
  left,
  own,
  words,
};
