// @ts-check
// The seats this browser holds: tokens by table, in local storage. A link puts one there and vanishes from the address.

const KEY = "grognard.seats",
  CREATED = "grognard.creators"; // the tokens that hand seats out, of the tables opened here

/** Said by the document when a seat has been kept. */
export const KEPT = "seat-kept";

/** @param {string} key @returns {Record<string, any>} */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}");
  } catch {
    return {};
  }
}

/** @returns {Record<string, string[]>} */
const stored = () => read(KEY);

/** @param {string} table @param {string | null | undefined} token */
export function keepCreator(table, token) {
  if (token) localStorage.setItem(CREATED, JSON.stringify({ ...read(CREATED), [table]: token }));
}

/** The token that hands out the seats of a table, if the table was opened here. @param {string} table @returns {string | null} */
export const creatorOf = (table) => read(CREATED)[table] ?? null;

/** @param {string} table @param {string | null | undefined} token */
export function keep(table, token) {
  if (!token) return;
  const all = stored();
  all[table] = [...new Set([...(all[table] ?? []), token])];
  localStorage.setItem(KEY, JSON.stringify(all));
  document.dispatchEvent(new Event(KEPT));
}

/** @param {string} table */
export function forget(table) {
  const all = stored();
  delete all[table];
  localStorage.setItem(KEY, JSON.stringify(all));
  const created = read(CREATED);
  delete created[table];
  localStorage.setItem(CREATED, JSON.stringify(created));
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
