// @ts-check
// How Purple Heart Draw is dressed in the lobby. No rule stands here; the desk draws its own map.
import { plain } from "./presentation.js";

/** @type {import("./presentation.js").Dress} */
export const dress = {
  ...plain,
  title: "Purple Heart Draw",
  subtitle: "The umpire of a Tactical Mission · 11 July 1944",
  sides: { us: "US", german: "German" },
  turns: 5,
  before: { title: "Before the mission", phases: [] },
  lettered: true,
  ahead: { tactical_source: "How a fight is decided" },
};
