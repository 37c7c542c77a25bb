// Counters of a hex lie side by side where there is room to read them, and are piled where there is not.
import assert from "node:assert/strict";
import { test } from "node:test";
import { spots, unheld } from "../../src/grognard/web/static/js/desks/firefight/stacks.js";

const squad = (side = "us", gear = []) => ({ side, kind: "squad", value: "6-6-6", gear });
const leader = (side = "us") => ({ side, kind: "leader", value: "9-1" });
const HEXSIDE = 60,
  ALONE = HEXSIDE * 1.16;

/** Whether two counters cover each other, weapons included. */
const covers = (a, b) => a.x + a.size > b.x + 0.1 && b.x + b.size > a.x + 0.1 && bottom(a) > b.y + 0.1 && bottom(b) > a.y + 0.1;
const bottom = (a) => a.y + a.size * (1 + 0.4 * (a.c.gear?.length ?? 0));
const pairs = (all) => all.flatMap((a, i) => all.slice(i + 1).map((b) => [a, b]));

const STACKS = {
  "two squads": [squad(), squad()],
  "three squads": [squad(), squad(), squad()],
  "a squad with a gun beside another, and their leader": [squad("us", ["MMG 4-10"]), squad(), leader()],
  "a close combat": [squad(), squad(), squad("german"), leader("german")],
};

for (const [name, here] of Object.entries(STACKS))
  test(`${name}: nothing is covered, and a squad is 40 px wide or more`, () => {
    const all = spots(here, ALONE);
    assert.equal(all.length, here.length);
    assert.deepEqual(
      pairs(all).filter(([a, b]) => covers(a, b)),
      [],
    );
    assert.ok(all.filter((one) => one.c.kind === "squad").every((one) => one.size >= 40));
    assert.ok(all.every((one) => Math.abs(one.x) <= HEXSIDE && Math.abs(one.y) <= HEXSIDE));
  });

test("where the map is small they are a pile that shows the top of each, and the two sides lie apart", () => {
  const [low, high] = spots([squad(), squad()], 40);
  assert.ok(covers(low, high) && high.y - low.y >= 0.2 * 40);
  const both = spots([squad(), squad("german")], 40);
  assert.ok(both[0].x - both[1].x >= 0.5 * 40);
});

test("a high pile stays in its hex, says how many units it is, and shows the weapons of the counter on top", () => {
  const here = [squad(), squad("us", ["MMG 4-10"]), squad(), squad(), leader()],
    all = spots(here, 40),
    squads = all.filter((one) => one.c.kind === "squad"),
    tops = squads.map((one) => one.y);
  assert.ok(Math.max(...tops) - Math.min(...tops) <= 0.5 * 40 + 0.1);
  assert.deepEqual(all.map((one) => one.count).filter(Boolean), [5]);
  assert.deepEqual(squads[squads.length - 1].c.gear, ["MMG 4-10"]); // drawn last: on top
  assert.ok(squads.slice(0, -1).every((one) => !one.c.gear.length));
  assert.ok(spots([squad(), squad()], 40).every((one) => !one.count));
});

test("a counter alone has its full width", () => {
  assert.equal(spots([squad()], ALONE)[0].size, ALONE);
});

test("in a playback a weapon is no counter of its own beside its bearer", () => {
  const gun = { side: "us", kind: "weapon", value: "MMG" };
  assert.deepEqual(unheld([squad(), gun]), [squad()]);
  assert.deepEqual(unheld([gun, squad("german")]), [gun, squad("german")]);
});
