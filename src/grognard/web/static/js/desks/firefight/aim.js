// @ts-check
// An attack before it is declared: the target under the pointer, or the one that was clicked first. No dice roll before its
// chances were shown.
import { h } from "../../dom.js";
import { words } from "./action_text.js";
import { fireFigures, gist, shotFigures } from "./panels.js";

/** @typedef {import("../frame.js").Desk} Desk */

const ATTACKS = new Set(["fire", "shoot", "faust", "shell", "serve", "strafe", "engage", "snap", "flame", "throw"]);

/** @param {string | null} key "verb unit" */
export const isAttack = (key) => ATTACKS.has((key ?? "").split(" ")[0]);

/** The attack that is aimed and not declared. @param {Desk} desk */
const aimedAttack = (desk) =>
  isAttack(desk.own.who) && desk.own.goals?.includes(desk.own.aimed) ? `${desk.own.who} ${desk.own.aimed}` : null;

/** The hexes of that attack: from where, and at which. @param {Desk} desk @returns {{from: string[], to: string} | null} */
export function aimedLine(desk) {
  const action = aimedAttack(desk),
    found = action && desk.see("aim", { action });
  return found?.fire?.line ?? found?.shot?.line ?? null;
}

/** What that attack would do. @param {Desk} desk @returns {any} */
export function aimedFigures(desk) {
  const action = aimedAttack(desk),
    found = action && desk.see("aim", { action });
  return found?.fire ?? (found?.shot?.hits ? found.shot : null);
}

/** The attack in a line, and the button that declares it. @param {Desk} desk */
export function aimHead(desk) {
  const action = aimedAttack(desk),
    found = action && desk.see("aim", { action });
  if (!action || !found) return false;
  const figures = aimedFigures(desk);
  return [
    figures && gist(figures),
    h(
      "div.dk-row.ff-do",
      null,
      h(
        "button.primary",
        { type: "button", "data-key": `do ${action}`, onclick: () => void desk.send(action) },
        found.rolls ? `${words(action, desk)}: roll the dice` : words(action, desk),
      ),
    ),
  ];
}

/** @param {Desk} desk */
export function aimPanel(desk) {
  const action = aimedAttack(desk),
    found = action && desk.see("aim", { action });
  return Boolean(found) && [fireFigures(desk, found.fire), shotFigures(desk, found.shot)];
}

/** Whether a click must show the chances first: the dice would roll at once. @param {Desk} desk @param {string} action @param {string} hex */
export async function mustAim(desk, action, hex) {
  if (!isAttack(action) || desk.own.aimed === hex) return false;
  const found = await desk.wait(desk.model.look("aim", { action }));
  if (found?.rolls) desk.own.aimed = hex;
  return Boolean(found?.rolls);
}
