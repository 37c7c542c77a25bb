// What the panel of the firefight shows of the log after a decision.
import assert from "node:assert/strict";
import { test } from "node:test";
import { outcome } from "../../src/grognard/web/static/js/desks/firefight/outcome.js";

/** Lines of a log: "us fire u01 M14: 6-6-6 fires", "chance dr 5 3: no effect", "us done". */
const log = (...lines) =>
  lines.map((one, seq) => {
    const [, by, act, text] = /^(\w+) ([^:]*)(?:: (.*))?$/.exec(one);
    return { seq, by, do: act, words: text ? [{ text }] : [] };
  });
const acts = (lines) => lines.map((one) => one.do);

test("an attack with those who joined it, its dice, and what they did", () => {
  const lines = log(
    "us fire u01 M14: 6-6-6 fires",
    "chance dr 1 1: 2MC",
    "us fire u02 M14: 6-6-6 fires",
    "us join u03: 6-6-6 joins",
    "us done",
    "chance dr 5 3: 1MC",
    "chance roll 9: breaks",
  );
  assert.deepEqual(acts(outcome(lines, "us")), ["fire u02 M14", "join u03", "dr 5 3", "roll 9"]);
});

test("fire at a stack on its way, and no line for a side that passes", () => {
  const lines = log(
    "us go M13: moves",
    "german done: German passes",
    "us go M14: moves",
    "german fire g01 M14: fires",
    "german done",
    "chance dr 2 2: NMC",
    "chance roll 7: passes",
  );
  assert.deepEqual(acts(outcome(lines, "us")), ["go M14", "fire g01 M14", "dr 2 2", "roll 7"]);
  assert.deepEqual(acts(outcome(lines, "german")), ["fire g01 M14", "dr 2 2", "roll 7"]);
});

test("a side that let the other act is not shown what the playback shows", () => {
  const lines = log("german done: German passes", "us fire u01 M14: fires", "chance dr 2 2: NMC", "us go M15: moves");
  assert.deepEqual(outcome(lines, "german"), []);
});

test("without dice, and for an onlooker, there is nothing to show", () => {
  const lines = log("chance dr 2 2: NMC", "us lead u01", "us go M13: moves", "german done: German passes");
  assert.deepEqual(outcome(lines, "us"), []);
  assert.deepEqual(outcome(log("us go M13: moves", "chance dr 2 2: NMC"), "watch"), []);
});

test("of many lines the newest are shown", () => {
  const rolls = Array.from({ length: 12 }, (_, k) => `chance roll ${k}: passes`);
  assert.deepEqual(acts(outcome(log("us fire u01 M14: fires", ...rolls), "us")).at(-1), "roll 11");
  assert.equal(outcome(log("us fire u01 M14: fires", ...rolls), "us").length, 7);
});
