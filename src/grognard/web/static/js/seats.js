// @ts-check
// The seats this browser holds: tokens by table, in local storage. A link puts one there and vanishes from the address.

const KEY = "grognard.seats";

/** @returns {Record<string, string[]>} */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} table @param {string | null | undefined} token */
export function keep(table, token) {
  if (!token) return;
  const all = stored();
  all[table] = [...new Set([...(all[table] ?? []), token])];
  localStorage.setItem(KEY, JSON.stringify(all));
}

/** @param {string} table */
export function forget(table) {
  const all = stored();
  delete all[table];
  localStorage.setItem(KEY, JSON.stringify(all));
}

/** @param {string} table @param {string} token */
export function forgetToken(table, token) {
  const all = stored();
  all[table] = (all[table] ?? []).filter((one) => one !== token);
  localStorage.setItem(KEY, JSON.stringify(all));
}

/** @param {string} table */
export const tokensOf = (table) => stored()[table] ?? [];
export const allTokens = () => Object.values(stored()).flat();

/** Takes the token out of a seat link (`/#t=TABLE&k=TOKEN`). @returns {string | null} the table asked for */
export function takeLink() {
  const said = new URLSearchParams(location.hash.slice(1)),
    table = said.get("t"),
    token = said.get("k");
  if (!table) return null;
  if (token) {
    keep(table, token);
    history.replaceState(null, "", `${location.pathname}${location.search}#t=${encodeURIComponent(table)}`);
  }
  return table;
}
