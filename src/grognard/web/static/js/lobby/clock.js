// @ts-check
// A clock for each side of a new table.
import { h, fill } from "../dom.js";
import { segments } from "../marks.js";

/** @typedef {import("./newgame.js").Choice} Choice */
const LATE = {
  days: "A side whose time is over may still act. A day later the opponent may claim the game, or give more time.",
  chess: "A side whose time is over may still act. A minute later the opponent may claim the game, or give more time.",
};

/** @param {Choice} choice */
export function clockChoice(choice) {
  const clock = { kind: "days", days: 3, minutes: 90, increment: 30 },
    more = h("div.clockchoice");
  const number = (
    /** @type {string} */ words,
    /** @type {"days" | "minutes" | "increment"} */ key,
    /** @type {number[]} */ [low, high],
  ) => {
    const change = (/** @type {any} */ e) => {
      clock[key] = e.target.value = Math.max(low, Math.min(high, Math.round(Number(e.target.value) || low)));
    };
    return h(
      "label",
      null,
      `${words} `,
      h("input", { type: "number", min: low, max: high, value: clock[key], onchange: change }),
    );
  };
  const pick = (/** @type {string} */ kind) => {
    choice.clock = kind === "none" ? null : Object.assign(clock, { kind });
    fill(
      more,
      kind === "days" && number("Days for each move", "days", [1, 60]),
      kind === "chess" && [
        number("Minutes for the game", "minutes", [1, 6000]),
        number("Seconds more for each move", "increment", [0, 600]),
      ],
      kind !== "none" && h("p.muted", null, LATE[/** @type {keyof LATE} */ (kind)]),
    );
  };
  return [
    segments(
      "clock",
      [
        ["none", "None"],
        ["days", "Days per move"],
        ["chess", "Chess clock"],
      ],
      "none",
      pick,
      "Clock",
    ),
    more,
  ];
}
