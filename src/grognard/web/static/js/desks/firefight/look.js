// @ts-check
// The line-of-sight tool: a hex is held and the map shows what it sees; the hex under the hand gets its reason and the
// cross-section. Held by the key L, by a long press or by the button of the hex; let go by L, Escape or the button.
import { h, s as svg } from "../../dom.js";
import { chip } from "../../marks.js";

/** @typedef {import("../frame.js").Desk} Desk */

/** @param {string} text */
const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
/** @typedef {{hexes: string[], level: number, top: number, start: number, end: number, what: string, effect: string, kind: string}} Slice */

/** The hex that looks, and the one that is looked at. @param {Desk} desk @returns {{from: string, to: string | null} | null} */
export const looking = (desk) => desk.own.look ?? null;

/** @param {Desk} desk @param {string | null} from */
export function hold(desk, from) {
  desk.own.look = from ? { from, to: null } : null;
  desk.changed();
}

/** The hex under the hand, while one is held. @param {Desk} desk @param {string | null} to */
export function aim(desk, to) {
  const now = looking(desk);
  if (!now || !to || to === now.to) return;
  desk.own.look = { from: now.from, to: to === now.from ? null : to };
  desk.changed();
}

/** L holds the hex of the cursor, or lets it go. @param {Desk} desk @param {KeyboardEvent} e */
export function lookKeys(desk, e) {
  if (e.ctrlKey || e.metaKey || e.altKey) return false;
  if (e.key.toUpperCase() === "L" && looking(desk)) hold(desk, null);
  else if (e.key.toUpperCase() === "L" && (desk.own.under ?? desk.own.hex)) hold(desk, desk.own.under ?? desk.own.hex);
  else return false;
  return true;
}

/** What the map is to show while a hex is held. @param {Desk} desk @returns {{lit: Map<string, string>, figures: Map<string, string>, way: null, threads: string[][]} | null} */
export function lights(desk) {
  const now = looking(desk);
  if (!now) return null;
  const field = desk.see("field", { hex: now.from }),
    hindered = Object.entries(field?.hindered ?? {}),
    lit = new Map(/** @type {[string, string][]} */ ([]));
  if (field) for (const hex of desk.own.hexes.keys()) lit.set(hex, "outside"); // of the area of the fight; the others follow
  for (const hex of field?.clear ?? []) lit.delete(hex);
  for (const hex of field?.not ?? []) lit.set(hex, "unseen");
  for (const hex of field?.hidden ?? []) lit.set(hex, "screened");
  for (const [hex] of hindered) lit.set(hex, "hindered");
  lit.set(now.from, "held");
  return {
    lit,
    figures: new Map(hindered.map(([hex, amount]) => [hex, `+${amount}`])),
    way: null,
    threads: now.to ? [[now.from, now.to]] : [],
  };
}

/** @param {Desk} desk */
export function lookPanel(desk) {
  const now = looking(desk);
  if (!now) return false;
  const field = desk.see("field", { hex: now.from });
  return h(
    "section.ff-look",
    { "aria-label": "Line of sight" },
    h("h2", null, now.to ? `${now.from} to ${now.to}` : `What ${now.from} sees`),
    now.to ? verdict(desk, now.from, now.to) : h("p", null, "Point at a hex, or move the cursor with the arrow keys."),
    field &&
      h(
        "dl.dk-figures",
        null,
        h("dt", null, "Seen clear"),
        h("dd", null, `${field.clear.length} hexes`),
        h("dt", null, "Hindered"),
        h("dd", null, `${Object.keys(field.hindered).length} hexes`),
        h("dt", null, "Ground seen, units hidden"),
        h("dd", null, `${field.hidden.length} hexes`),
        h("dt", null, "Not seen"),
        h("dd", null, `${field.not.length} hexes`),
      ),
    h("button", { type: "button", "data-key": "look-off", onclick: () => hold(desk, null) }, "Let go (L)"),
  );
}

/** The button of a hex that holds it. @param {Desk} desk @param {string} hex */
export const lookButton = (desk, hex) =>
  h("button", { type: "button", "data-key": "look", onclick: () => hold(desk, hex) }, "What does it see? (L)");

/** @param {Desk} desk @param {string} from @param {string} to */
function verdict(desk, from, to) {
  const found = desk.see("sight", { from, to });
  if (!found) return h("p.muted", null, "…");
  const causes = [
    ...found.blocks.map((/** @type {any} */ c) => ({ ...c, word: "Blocked" })),
    ...(found.seen ? found.hindrances : []).map((/** @type {any} */ c) => ({ ...c, word: `+${c.amount}` })),
    ...(found.seen ? found.hides_unit : []).map((/** @type {any} */ c) => ({ ...c, word: "Unit hidden" })),
  ];
  return [
    h("p", { role: "status" }, h("b", null, capital(found.words.split(": ").slice(1).join(": ")))),
    reasons(desk, causes.slice(0, FEW)),
    section(found),
    causes.length > FEW &&
      h("details", null, h("summary", null, `${causes.length - FEW} more on the line`), reasons(desk, causes.slice(FEW))),
  ];
}

const FEW = 3; // causes that are read before the cross-section

/** @param {Desk} desk @param {any[]} causes */
const reasons = (desk, causes) =>
  h(
    "ul.ff-causes",
    null,
    causes.map((c) =>
      h(
        "li",
        null,
        h("b", null, c.word),
        `: ${c.words} `,
        c.clauses.map((/** @type {string} */ id) => chip(desk.book, id)),
      ),
    ),
  );

const WIDE = 320,
  TALL = 120,
  LEFT = 18;

/** The ground along the line, as a drawing. @param {any} found */
function section(found) {
  const slices = /** @type {Slice[]} */ (found.profile),
    low = Math.min(...slices.map((one) => one.level)) - 1,
    high = Math.max(...slices.map((one) => one.top), found.from.level, found.to.level) + 1;
  const x = (/** @type {number} */ share) => LEFT + share * (WIDE - LEFT),
    y = (/** @type {number} */ level) => TALL - 16 - ((level - low) / (high - low)) * (TALL - 24);
  const levels = Array.from({ length: high - low - 1 }, (_, k) => low + 1 + k).filter((n) => Number.isInteger(n));
  return svg(
    "svg.ff-section",
    { viewBox: `0 0 ${WIDE} ${TALL}`, role: "img", "aria-label": `Cross-section: ${slices.map(said).join("; ")}` },
    levels.map((n) => [
      svg("line.ff-level", { x1: LEFT, x2: WIDE, y1: y(n), y2: y(n) }),
      svg("text.ff-number", { x: LEFT - 4, y: y(n) + 3 }, String(n)),
    ]),
    slices.map((one) => {
      const a = x(one.start),
        wide = Math.max(3, x(one.end) - a),
        bad = one.effect === "blocks" || one.effect === "hides the unit";
      return [
        one.end > one.start && svg("rect.ff-earth", { x: a, y: y(one.level), width: wide, height: y(low) - y(one.level) }),
        one.top > one.level &&
          one.kind !== "end" &&
          svg("rect", {
            class: bad ? "ff-stands bad" : "ff-stands",
            x: a,
            y: y(one.top),
            width: wide,
            height: y(one.level) - y(one.top),
          }),
        one.end - one.start > 0.07 && svg("text.ff-name", { x: a + wide / 2, y: TALL - 4 }, one.hexes[0]),
      ];
    }),
    svg("line", {
      class: found.seen ? "ff-thread" : "ff-thread bad",
      x1: x(0),
      y1: y(found.from.level) - 3,
      x2: x(1),
      y2: y(found.to.level) - 3,
    }),
  );
}

/** @param {Slice} one */
const said = (one) => `${one.hexes.join("-")} ${one.what}, level ${one.level}${one.effect ? `, ${one.effect}` : ""}`;
