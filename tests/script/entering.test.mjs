// Units that wait off the map: which of them comes in next.
import assert from "node:assert/strict";
import { test } from "node:test";
import { nextToEnter, waitingToEnter } from "../../src/grognard/web/static/js/desks/firefight/entering.js";

const actions = ["drive uv1", "lead u01", "lead u02", "lead u03", "enter A6", "lead u09", "done"];
const units = { u01: { hex: "G6" }, u02: { hex: "" }, u03: { hex: "" }, uv1: { hex: null } };

test("units wait before vehicles; none that is on the map or unknown", () => {
  assert.deepEqual(waitingToEnter(actions, units), ["lead u02", "lead u03", "drive uv1"]);
});

test("the next is none that is on its way or has come in meanwhile", () => {
  const known = waitingToEnter(actions, units);
  assert.equal(nextToEnter(known, units, []), "lead u02");
  assert.equal(nextToEnter(known, units, ["u02"]), "lead u03");
  assert.equal(nextToEnter(known, { ...units, u03: { hex: "G7" } }, ["u02"]), "drive uv1");
  assert.equal(nextToEnter([], units, []), null);
});
