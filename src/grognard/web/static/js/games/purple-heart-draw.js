// @ts-check
// How Purple Heart Draw is dressed in the lobby. No rule stands here; the desk draws its own map.

/** @type {import("./dress.js").Dress} */
export const dress = {
  title: "Purple Heart Draw",
  subtitle: "The umpire of a Tactical Mission · 11 July 1944",
  blurb: "11 July 1944 · five scenarios and the forty-one steps between them · purchases, redeployment, initiative, in secret",
  sides: { us: "US", german: "German" },
  turns: 5,
  quiet: /^$/,
  hero: { x: 0, y: 0, scale: 40 },
  streams: [],
  names: { spelling: {}, nudge: {}, curved: [], fixed: [] },
  formations: {},
  base: () => "neutral",
  short: {},
  cups: [],
  before: { title: "Before the mission", phases: [] },
  player: [],
  start: null,
  fires: {},
  fireWords: {},
};
