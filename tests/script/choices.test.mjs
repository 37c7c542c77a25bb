// Legal actions as a person sees them: subjects with hexes, texts of actions, words of choices.
import assert from "node:assert/strict";
import { test } from "node:test";
import { plain } from "../../src/grognard/web/static/js/games/presentation.js";
import * as choices from "../../src/grognard/web/static/js/table/choices.js";

const legal = (by_verb, more = []) => ({ verbs: Object.keys(by_verb), plain: more, units: {}, by_verb, count: 0 });
const UNITS = new Map([["8/3", { id: "8/3", label: "8/3", side: "allied" }]]);
const AT = { phase: "allied movement", purpose: "allied movement", side: "allied", dress: plain, units: UNITS };

test("nothing is legal before the server has answered", () => {
  assert.deepEqual(choices.choices(null), []);
});

test("every subject has its verb and hexes", () => {
  assert.deepEqual(choices.choices(legal({ move: { "8/3": ["1537"] } })), [{ verb: "move", subject: "8/3", hexes: ["1537"] }]);
});

test("a unit with two verbs is one choice, and each hex keeps its verb", () => {
  const [one, ...others] = choices.choices(legal({ land: { "8/3": ["1640"] }, move: { "8/3": ["1537", "1538"] } }));
  assert.equal(others.length, 0);
  assert.deepEqual(one.hexes, ["1537", "1538", "1640"]);
  assert.deepEqual(
    ["1537", "1640"].map((hex) => choices.verbAt(one, hex)),
    ["move", "land"],
  );
});

test("an action without a subject has no gap in its text", () => {
  assert.equal(choices.action("beachhead", "", "1640"), "beachhead 1640");
  assert.equal(choices.action("move", "8/3", "1537"), "move 8/3 1537");
});

test("plain choices that name a unit are found by it", () => {
  assert.deepEqual([...choices.unitChoices(legal({}, ["lose 8/3", "done"]), UNITS)], [["8/3", "lose 8/3"]]);
});

test("what cannot be taken back wants a button", () => {
  assert.ok(choices.isFinal("attack") && !choices.isFinal("move"));
});

test("choices in words", () => {
  assert.equal(choices.plainWords("done", AT), "End movement");
  assert.equal(choices.plainWords("lose 8/3", AT), "8/3 takes the loss");
  assert.equal(choices.plainWords("something new", AT), "something new");
  assert.equal(choices.fireWords("none", plain, "allied"), "no marker");
  assert.equal(choices.fireWords("guns+guns", { ...plain, fireWords: { guns: ["gun", "guns"] } }, "allied"), "2 guns");
});

test("a game whose verbs the page does not know is still told what to click", () => {
  assert.match(choices.howTo(["mine"], 0), /lit hex/);
});
