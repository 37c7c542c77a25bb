// @ts-check
// "Check this game": the checker of records on the page. It runs here, from the file; nothing is sent.
import { checkRecord } from "./check/record.js";
import { wordsOf } from "./check/words.js";
import { h, fill } from "./dom.js";
import { announce } from "./marks.js";

const HEADS = /** @type {[any, string, string][]} */ ([
  [true, "good", "This record fits."],
  [false, "bad", "This record does not fit."],
  [null, "", "This record cannot be checked here."],
]);

/** Checks a file and shows what was proved. @param {HTMLElement} box @param {Blob} file */
async function show(box, file) {
  const report = checkRecord(new Uint8Array(await file.arrayBuffer())),
    [, kind, head] = HEADS.find(([ok]) => ok === report.ok) ?? HEADS[2];
  announce(head);
  fill(
    box,
    h("p", { class: kind }, h("b", null, head)),
    h(
      "ul.facts",
      null,
      wordsOf(report).map((words) => h("li", null, words)),
    ),
  );
}

/** Checks the record of a table. @param {HTMLElement} box @param {import("./api.js").Seat} seat */
export const checkTable = async (box, seat) => show(box, await seat.record());

/** A field for a file from disk, and the result below it. */
export function checkFile() {
  const box = h("div.checked", { role: "status" });
  const take = (/** @type {Event} */ e) => {
    const file = /** @type {HTMLInputElement} */ (e.target).files?.[0];
    if (file) void show(box, file);
  };
  return [
    h(
      "label.upload",
      null,
      h("span.muted", null, "Check the dice and digests of a record. The file stays in this browser."),
      h("input", {
        type: "file",
        accept: ".grog,.jsonl,.txt",
        "aria-label": "Check a record",
        "data-key": "check-file",
        onchange: take,
      }),
    ),
    box,
  ];
}
