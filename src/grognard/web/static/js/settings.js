// @ts-check
// Light or dark, and the size of the text: kept in this browser, the system's choice until somebody chooses.

const dark = matchMedia("(prefers-color-scheme: dark)");
/** @type {Set<() => void>} */
const heard = new Set();

/** @param {string} name @returns {string} */
export const setting = (name) => localStorage.getItem(`grognard.${name}`) ?? "";

/** @param {string} name @param {string} value */
export function choose(name, value) {
  if (value) localStorage.setItem(`grognard.${name}`, value);
  else localStorage.removeItem(`grognard.${name}`);
  apply();
}

/** @param {() => void} listener @returns {() => void} */
export function onSettings(listener) {
  heard.add(listener);
  return () => heard.delete(listener);
}

export function apply() {
  const root = document.documentElement,
    theme = setting("theme") || (dark.matches ? "dark" : "light");
  root.dataset.theme = theme;
  root.dataset.text = setting("text") || "100";
  heard.forEach((listener) => listener());
}
dark.addEventListener("change", apply);
