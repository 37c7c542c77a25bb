// @ts-check
// How Beyond the Rhine on the map is dressed: names, rivers, formation colours, the phase bar, words. No rule stands here.
import { dress as ledger } from "./beyond-the-rhine.js";
import { left } from "./rhine/glance.js";
import * as own from "./rhine/onmap.js";
import { PLAYER, sequence, words } from "./rhine/phrases.js";

/** Formations with a stripe of their own. @type {Record<string, [string, string]>} */
const STRIPES = {
  "US-2Arm": ["#7a5c00", ""],
  "US-3Arm": ["#1e5b46", ""],
  "116Pz": ["#b0402b", ""],
  "3PzG": ["#2f6f75", ""],
};

/** The name of a small counter: the number alone, as its symbol tells the kind; of a part of a division both. @param {{id: string}} unit */
function brief({ id }) {
  const [, number = "", kind = ""] = id.split("-");
  if (/^(Truck|Wagon|Alert|FestMG|ArtyGrp)$/.test(number)) return `${number} ${kind}`;
  if (kind === "Corps") return number;
  const of = /^(\d+)(Arm|Pz|PzG|SS\w*|Abn)$/.exec(number);
  return of ? `${kind.replace(/Rgt$|Bn$/, "")}/${of[1]}` : number;
}

/** @type {import("./presentation.js").Dress} */
export const dress = {
  ...ledger,
  title: "Beyond the Rhine: on the map",
  subtitle: "From Aachen to the Rhine · October 1944 – March 1945",
  sides: { allied: "Allied", german: "German" },
  turns: 5,
  numbering: "R.CC",
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
  brief,
  player: PLAYER,
  sequence,
  counted: true,
  stats: ["strength", "AR", "MA"],
  clauses: { zones: "BTR-ocs.zoc.who", supply: "BTR-ocs.trace.check" },
  left,
  own,
  words,
};
