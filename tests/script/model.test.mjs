// What a desk knows of its table: legal actions in full, and answers that are asked for once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Model, keep } from "../../src/grognard/web/static/js/desks/model.js";

const TABLE = {
  seat: "allied",
  seq: 4,
  mine: true,
  over: null,
  legal: { plain: ["done"], by_verb: { move: { "8/3": ["1537"] }, raid: { "": ["1641"] } } },
};
const model = () => new Model("t", [{}], structuredClone(TABLE), [{ id: "SB-1", text: "a rule" }], {});

test("every legal action is written in full", () => {
  assert.deepEqual(model().actions, ["done", "move 8/3 1537", "raid 1641"]);
});

test("a clause is found by its id", () => {
  assert.equal(model().book.get("SB-1").text, "a rule");
});

test("a game that is over asks for nothing", () => {
  const m = model();
  assert.equal(m.mine, true);
  m.take({ ...TABLE, over: { winner: "allied" } });
  assert.equal(m.mine, false);
});

test("an answer is asked for once, and a failure is remembered as one", async () => {
  const kept = new Map();
  let asked = 0;
  const fetch = async () => ++asked;
  assert.deepEqual(await Promise.all([keep(kept, "a", fetch), keep(kept, "a", fetch)]), [1, 1]);
  assert.equal(kept.get("a").value, 1);
  await assert.rejects(keep(kept, "b", async () => Promise.reject(new Error("no"))));
  assert.equal(kept.get("b").error.message, "no");
});

test("pages of the desk are asked for again when the table moves on, and the last one stands until then", async () => {
  const m = model();
  await m.keep("desk units {}", async () => "old");
  await m.keep("ask unit {}", async () => "rule");
  m.take({ ...TABLE, seq: 5 });
  assert.equal(m.kept.has("desk units {}"), false);
  assert.equal(m.before.get("desk units {}"), "old");
  assert.equal(m.kept.has("ask unit {}"), true);
});

test("what one side saw is not shown to the other", async () => {
  const m = model();
  await m.keep("desk units {}", async () => "secret");
  m.take({ ...TABLE, seat: "german", seq: 5 });
  assert.equal(m.before.size, 0);
});
