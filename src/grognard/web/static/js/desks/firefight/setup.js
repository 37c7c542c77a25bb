// @ts-check
// The set-up: the first unit that is not on the map is in hand, and one press has the staff set up all that are left.
import { announce, toast } from "../../marks.js";
import { h } from "../../dom.js";

/** @typedef {import("../frame.js").Desk} Desk */

const SECONDS = 3; // the staff may think
const PLACED = /^(place|post) /;

/** Whether units or the sniper are set up now. @param {Desk} desk */
const isSetUp = (desk) => desk.model.mine && !desk.table.turn && desk.model.actions.some((a) => PLACED.test(a));

/** Whether a unit that is to be set up stands nowhere. @param {Desk} desk @param {string} key "place unit" */
const isOff = (desk, key) => key.startsWith("place ") && !desk.table.units?.[key.split(" ")[1]]?.hex;

/** The unit to be set up next, unless the player has let it go. @param {Desk} desk @param {Map<string, string[]>} all @returns {string | null} */
export const chooseFirst = (desk, all) =>
  (isSetUp(desk) && desk.own.free !== desk.table.seq && [...all.keys()].find((key) => isOff(desk, key))) || null;

/** @param {Desk} desk */
export function setupHelp(desk) {
  if (!isSetUp(desk)) return false;
  const left = new Set(desk.model.actions.filter((a) => isOff(desk, a)).map((a) => a.split(" ")[1])).size,
    isSniper = desk.model.actions.some((a) => a.startsWith("post "));
  if (!left && !isSniper) return false;
  return h(
    "div.ff-setup",
    null,
    h(
      "button.primary",
      { type: "button", "data-key": "set-up-for-me", onclick: () => void setUp(desk) },
      isSniper ? "Choose a hex for me" : `Set up ${left === 1 ? "the last unit" : `all ${left} units`} for me`,
    ),
    !isSniper && h("small.muted", null, "The staff places what is left. You can move every unit afterwards."),
  );
}

/** What the staff would do with the rest of the set-up is done; the player ends it. @param {Desk} desk */
function setUp(desk) {
  return desk.try("set up", async () => {
    const actions = await advised(desk);
    for (const action of actions) await desk.model.act(action);
    desk.own.who = desk.own.hex = null;
    if (!actions.length) toast("The staff would change nothing.");
    announce(`${actions.length} actions of the set-up are done.`);
  });
}

/** What the staff would do: with all units that are left; or with the sniper, after which the enemy's is drawn. @param {Desk} desk @returns {Promise<string[]>} */
async function advised(desk) {
  const { actions, seat } = desk.model;
  return actions.some((a) => a.startsWith("post ")) ? [(await seat.hint(SECONDS)).action] : (await seat.staff(SECONDS)).actions;
}
