// @ts-check
// Our own line icons, 24 by 24: no symbol font is relied on.
import { s } from "../dom.js";

/** @type {Record<string, string>} */
const PATHS = {
  hex: "M12 3l8 4.5v9L12 21l-8-4.5v-9z",
  list: "M4 6h2M9 6h11M4 12h2M9 12h11M4 18h2M9 18h11",
  move: "M4 18c2-7 7-9 13-9m-4-5 5 5-5 5",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  sheet: "M6 3h9l4 4v14H6zM9 10h7M9 14h7M9 18h4",
  card: "M4 5h16v14H4zM4 10h16",
  cal: "M4 6h16v14H4zM4 10h16M8 3v5M16 3v5",
  gantt: "M4 5h8M8 10h9M6 15h7M11 20h9",
  plot: "M4 4v16h16M7 15l4-5 4 3 5-7",
  cart: "M3 5h3l2.5 10h9L20 8H7M10 19.5h.1M16 19.5h.1",
  anchor: "M12 7v13M12 7a2 2 0 1 0-.1 0M5 13c0 4 3 7 7 7s7-3 7-7M8 11h8",
  tick: "M4 12.5l5 5L20 6.5",
  boards: "M4 4h6v16H4zM14 4h6v9h-6zM14 16h6v4h-6z",
  grid: "M4 4h16v16H4zM4 9.3h16M4 14.6h16M9.3 4v16M14.6 4v16",
  undo: "M9 7 4 12l5 5M4 12h10a5 5 0 0 1 0 10",
  dice: "M4 4h16v16H4zM9 9h.1M15 15h.1M12 12h.1",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9V16h7v-2.1A6 6 0 0 0 12 3z",
  help: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18h.1",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 21 21",
  print: "M7 9V3h10v6M7 17H4v-8h16v8h-3M7 14h10v7H7z",
  supply: "M12 3v18M5 8h14M7 21h10M5 8l-2 6h4zM19 8l-2 6h4z",
  left: "M15 5l-7 7 7 7",
  right: "M9 5l7 7-7 7",
  up: "M5 15l7-7 7 7",
  down: "M5 9l7 7 7-7",
  close: "M5 5l14 14M19 5L5 19",
  cloud: "M7 18a4 4 0 0 1 0-8 5 5 0 0 1 9.6-1.3A4.5 4.5 0 0 1 17 18z",
  flag: "M6 21V4h12l-3 4 3 4H6",
};

/** @param {string} name @param {number} [size] */
export const icon = (name, size = 17) =>
  s(
    "svg.dk-ico",
    { viewBox: "0 0 24 24", width: size, height: size, "aria-hidden": "true" },
    s("path", { d: PATHS[name] ?? "" }),
  );

/** The mark of the house. */
export const logo = () =>
  s(
    "svg",
    { viewBox: "0 0 40 40", width: 28, height: 28, "aria-hidden": "true" },
    s("path", { d: "M20 2 36 11v18L20 38 4 29V11z", fill: "#0b5c8a" }),
    s("path", { d: "M11 14h18v12H11zM11 14l18 12M29 14 11 26", fill: "none", stroke: "#fff", "stroke-width": 2.2 }),
  );
