// Where the numbers of a review stand on its curve.
import assert from "node:assert/strict";
import { test } from "node:test";
import { marks } from "../../src/grognard/web/static/js/table/review.js";

const curve = [
  { at: 0, chance: { value: 0.5 } },
  { at: 50, chance: { value: 0.8 } },
];
const y = (share) => (1 - share) * 90;

test("a number stands on the curve", () => {
  const [one] = marks({ curve, decisions: [{ at: 60 }] }, 3, y);
  assert.equal(one.at, 180);
  assert.equal(one.height, one.foot);
  assert.ok(Math.abs(one.foot - 18) < 1e-9);
});

test("numbers near each other do not cover each other, and each says where its decision is", () => {
  const found = marks({ curve, decisions: [{ at: 10 }, { at: 11 }, { at: 12 }] }, 3, y);
  for (const [k, one] of found.entries())
    for (const other of found.slice(k + 1)) assert.ok(Math.hypot(one.at - other.at, one.height - other.height) >= 17, "apart");
  assert.deepEqual(
    found.map((one) => one.foot),
    [45, 45, 45],
  );
  assert.ok(found.every((one) => one.height >= 0 && one.height <= 90));
});
