// @ts-check
// Lines of a record as JSON, and the canonical form that is hashed.

export class Damage extends Error {}

const STRINGS = /"(?:[^"\\]|\\.)*"/gs;
const WORDS = /\b(?:true|false|null)\b/g;
const NUMBER = /-?\d[\d.eE+-]*/g;

/** Every number must be whole and written in plain digits: `1.0` and `1e0` would be read as 1. @param {string} text */
function checkNumbers(text) {
  for (const [number] of text.replace(STRINGS, '""').replace(WORDS, "").matchAll(NUMBER))
    if (!/^(0|-?[1-9]\d*)$/.test(number) || !Number.isSafeInteger(Number(number)))
      throw new Damage(`holds ${number}, which is not a whole number in plain digits`);
}

/** @param {string} text @returns {Record<string, any>} */
export function parseLine(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Damage("is not a line of JSON");
  }
  if (!isObject(value)) throw new Damage("is not a JSON object");
  checkNumbers(text);
  return value;
}

/** @param {unknown} value @returns {value is Record<string, any>} */
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** The order of code points, which UTF-16 does not keep above U+FFFF. @param {string} a @param {string} b */
function byCodePoints(a, b) {
  const one = Array.from(a, (c) => c.codePointAt(0) ?? 0),
    two = Array.from(b, (c) => c.codePointAt(0) ?? 0);
  const at = one.findIndex((point, k) => point !== two[k]);
  return at < 0 ? one.length - two.length : at < two.length ? one[at] - two[at] : 1;
}

/** @param {any} value @returns {string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (isObject(value)) {
    const keys = Object.keys(value).sort(byCodePoints);
    return `{${keys.map((key) => `${canonical(key)}:${canonical(value[key])}`).join(",")}}`;
  }
  if (typeof value === "string" && /\p{Surrogate}/u.test(value)) throw new Damage("holds half of a character");
  return JSON.stringify(value);
}

/** The lines of a file, as text; each ends with a line feed. @param {Uint8Array} bytes @returns {string[]} */
export function linesOf(bytes) {
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Damage("the file is not UTF-8");
  }
  const lines = text.split("\n"),
    rest = lines.pop();
  if (rest) lines.push(rest); // reported as cut short by the reader
  return lines;
}
