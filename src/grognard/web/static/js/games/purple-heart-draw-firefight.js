// @ts-check
// How the firefight is dressed in the lobby. No rule stands here; the desk draws its own map.
import { plain } from "./presentation.js";

/** @type {import("./presentation.js").Dress} */
export const dress = {
  ...plain,
  title: "Purple Heart Draw: The Firefight",
  subtitle: "Squad by squad in the hedgerows · 11 July 1944",
  sides: { us: "US", german: "German" },
  turns: 6,
  before: { title: "Set-up", phases: [] },
  lettered: true,
};
