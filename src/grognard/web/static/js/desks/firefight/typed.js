// @ts-check
// Physical dice: what two dice showed is clicked in a square, the colored die down and the white one across; or their sum, in a row.
import { h } from "../../dom.js";
import { dice } from "../parts.js";

/** @typedef {import("../frame.js").Desk} Desk */

const TWO = /^dr ([1-6]) ([1-6])$/;
const SUM = /^roll ([2-9]|1[0-2])$/;
const FACES = [1, 2, 3, 4, 5, 6];

/** Whether the dice of the table are typed, and two are due. @param {Desk} desk */
export function isTyping(desk) {
  const { mine, actions } = desk.model,
    are = (/** @type {RegExp} */ form) => mine && actions.length > 0 && actions.every((a) => form.test(a));
  return are(TWO) || (are(SUM) && actions.includes("roll 12"));
}

/** @param {Desk} desk */
export function typedPanel(desk) {
  if (!isTyping(desk)) return false;
  const isSum = SUM.test(desk.model.actions[0]);
  return h(
    "section.ff-typed",
    { "aria-label": "What the dice showed" },
    h(
      "p",
      null,
      isSum
        ? "Click the sum of your two dice."
        : "Click what your dice showed: the colored die chooses the row, the white die the column.",
    ),
    isSum ? sums(desk) : square(desk),
  );
}

/** @param {Desk} desk */
const sums = (desk) =>
  h(
    "div.dk-row",
    null,
    desk.model.actions.map((action) => button(desk, action, `Two dice, ${action.split(" ")[1]}`, action.split(" ")[1])),
  );

/** @param {Desk} desk */
const square = (desk) =>
  h(
    "table",
    null,
    h(
      "tr",
      null,
      h("td"),
      FACES.map((white) => h("th", { scope: "col" }, dice([white], 22))),
    ),
    FACES.map((colored) =>
      h(
        "tr",
        null,
        h("th", { scope: "row" }, dice([colored], 22)),
        FACES.map((white) => h("td", null, cell(desk, colored, white))),
      ),
    ),
  );

/** @param {Desk} desk @param {number} colored @param {number} white */
function cell(desk, colored, white) {
  const action = `dr ${colored} ${white}`;
  return (
    desk.model.actions.includes(action) &&
    button(desk, action, `Colored die ${colored}, white die ${white}`, String(colored + white))
  );
}

/** @param {Desk} desk @param {string} action @param {string} label @param {string} words */
const button = (desk, action, label, words) =>
  h(
    "button",
    { type: "button", "data-key": `do ${action}`, "aria-label": label, onclick: () => void desk.send(action) },
    words,
  );
