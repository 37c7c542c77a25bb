// @ts-check
// The checker as a command of Node: node check/node.js RECORD... Exit code 0: all are whole; 1: one is damaged or cannot be checked.
import { checkRecord } from "./record.js";
import { wordsOf } from "./words.js";

/** @type {any} */
const { process } = /** @type {any} */ (globalThis);
const { readFile } = await import(/** @type {any} */ ("node:fs/promises"));

for (const file of process.argv.slice(2)) {
  const report = checkRecord(await readFile(file));
  if (!report.ok) process.exitCode = 1;
  console.log([`${file}:`, ...wordsOf(report)].join("\n  "));
}
