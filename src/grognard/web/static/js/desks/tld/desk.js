// @ts-check
// The staff desk of The Longest Day: corps boards, roster, HQs and what they feed, sheets; the map is one tab away.
import { boardKeys, boards } from "./boards.js";
import { capacity } from "./capacity.js";
import { spell } from "./wording.js";
import { select } from "./moves.js";
import { paperMap } from "./map.js";
import { panel } from "./panel.js";
import { refusal } from "./refusal.js";
import { roster, rosterKeys } from "./roster.js";
import { sheets } from "./sheets.js";
import { openStaff, staff } from "./staff.js";

/** @typedef {import("../frame.js").Desk} Desk */

const PHASES = /** @type {[string, RegExp][]} */ ([
  ["Replacement", /orders|delivery|replacement|units over/],
  ["Movement", /^(?!.*mech).*movement|excess$/],
  ["Def. fire", /defensive fire/],
  ["Combat", /combat/],
  ["Mech.", /mechanized|excess after/],
  ["Late orders", /late orders/],
]);

const note = (/** @type {Desk} */ desk) => {
  const s = staff(desk);
  return (
    s && (s.writable.ok ? `Orders written now take effect in the Replacement Phase of ${spell(s.bites)}` : s.writable.because)
  );
};

/** The refusal stands in the panel where the board has no room for it. @param {Desk} desk */
const rosterPanel = (desk) => {
  const tip = desk.own.tip;
  return [tip && refusal(desk, tip.id, tip.place, tip.kind), panel(desk)];
};

/** The address says map by now: the way in opens the table. */
function toTable() {
  queueMicrotask(() => dispatchEvent(new Event("hashchange")));
  return undefined;
}

/** Papers of one's own, no table. @param {Desk} desk */
const onPaper = (desk) => Boolean(/** @type {any} */ (desk.model).paper);

/** On paper the days are turned by hand. @param {Desk} desk @param {number} by */
function turn(desk, by) {
  const s = staff(desk),
    paper = /** @type {any} */ (desk.model);
  if (!s) return;
  const day = new Date(Date.parse(s.day) + by * 864e5).toISOString().slice(0, 10);
  if (day < "1944-06-06" || day > "1944-08-31") return;
  paper.turn({ day });
  desk.changed();
}

/** @type {import("../frame.js").DeskOf} */
export const desk = {
  title: "The Longest Day",
  css: ["tld.css"],
  sides: { allied: "Allied player", german: "German player" },
  open: openStaff,
  back: (d) => {
    const held = d.own.row || d.own.tip;
    select(d, null);
    return Boolean(held);
  },
  when: (d) => {
    const s = staff(d);
    return {
      ...(onPaper(d) ? { earlier: () => turn(d, -1), later: () => turn(d, 1) } : {}),
      title: s ? `${spell(s.day)} 1944` : (d.table.dates ?? ""),
      sub: s ? `day ${s.number} of ${d.table.last_turn ?? s.days} · ${d.of.sides?.[s.side] ?? s.side}` : "",
    };
  },
  phases: (d) => {
    if (/** @type {any} */ (d.model).paper) return [];
    const now = PHASES.findLastIndex(([, test]) => test.test(d.table.phase ?? ""));
    return PHASES.map(([words], k) => ({ words, state: k < now ? "done" : k === now ? "now" : "" }));
  },
  tabs: [
    { id: "corps", title: "Corps boards", short: "Corps", icon: "boards", note, draw: boards, panel, key: boardKeys },
    { id: "roster", title: "Roster", icon: "grid", note, draw: roster, panel: rosterPanel, key: rosterKeys },
    { id: "hq", title: "HQ capacity", short: "HQs", icon: "supply", note, draw: capacity, panel, key: boardKeys },
    {
      id: "map",
      title: "Map",
      icon: "hex",
      draw: (d, main) => (/** @type {any} */ (d.model).paper ? paperMap(d, main) : toTable()),
      panel,
    },
    { id: "print", title: "Print sheet", short: "Print", icon: "print", draw: sheets, panel },
  ],
};
