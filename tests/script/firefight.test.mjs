// The words of the firefight's page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { title, words } from "../../src/grognard/web/static/js/desks/firefight/action_text.js";
import { named } from "../../src/grognard/web/static/js/desks/firefight/refused.js";
import { sameCause } from "../../src/grognard/web/static/js/desks/firefight/panels.js";
import { isIdle } from "../../src/grognard/web/static/js/desks/firefight/orders.js";

const desk = (purpose, pages) => ({
  table: { purpose, units: { u01: { label: "6-6-6 u01" } } },
  model: { mine: true },
  see: (page) => pages[page],
});

test("a decision names the units the seat knows, and no id of others", () => {
  assert.equal(words("lead u01", desk("", {})), "Move 6-6-6 u01");
  assert.equal(words("lead u15", desk("", {})), "Move a unit");
  assert.equal(words("along uv2", desk("", {})), "Comes along a unit");
});

test("an upper level is named as one", () => {
  assert.equal(words("place u01 M14/1", desk("", {})), "Set up 6-6-6 u01 in M14, upper level");
});

test("the heading names who moves by the counters, without ids", () => {
  const way = { way: { short: "2 × 6-6-6 and 9-1", words: "6-6-6 u01 and 6-6-6 u02 and 9-1 u12" } };
  assert.equal(title(desk("way", way)), "2 × 6-6-6 and 9-1: where to?");
  assert.equal(title(desk("drive", { drive: { vehicle: { label: "M4A1 uv1" } } })), "M4A1: where to?");
  assert.equal(title(desk("reaction", { answers: { mover: { short: "M4A1", hex: "R7" } } })), "M4A1 in R7. Fire?");
});

test("a question that the server answers is no decision", () => {
  assert.ok(isIdle(["done"], "Prep Fire Phase: fire"));
  assert.ok(isIdle(["bare g01", "done"], "Defensive First Fire: reaction"));
  assert.ok(!isIdle(["bare g01", "done"], "Rout Phase: voluntary break"));
  assert.ok(!isIdle(["done", "fire g01 M18"], "Prep Fire Phase: fire") && !isIdle(["bare g01"], "reaction") && !isIdle([], ""));
});

test("units that one cause holds back are one line", () => {
  const rows = [
    { because: "2-3-6 u01 is broken", clause: "ASL-A10.4b" },
    { because: "6-6-6 u03 is broken", clause: "ASL-A10.4b" },
    { because: "6-6-6 u04 is in close combat", clause: "ASL-A11" },
    { because: "7-4-7 u09 is broken", clause: "ASL-A10.4b" },
  ];
  assert.deepEqual(
    sameCause(rows).map((row) => row.because),
    ["2-3-6 u01, 6-6-6 u03 and 7-4-7 u09 are broken", "6-6-6 u04 is in close combat"],
  );
});

test("a refusal names units as they are printed, and none twice", () => {
  const units = { u01: { label: "6-6-6 u01" }, g02: { label: "4-4-7 g02" } };
  assert.equal(named("u01 does not see a unit in L17", units), "6-6-6 u01 does not see a unit in L17");
  assert.equal(named("6-6-6 u01 is broken, u77 is not", units), "6-6-6 u01 is broken, u77 is not");
  assert.equal(named("the path of g02", units), "the path of 4-4-7 g02");
});
