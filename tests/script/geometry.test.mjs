// Noise, fields and curves of the map: the same for everybody, and true to the hexes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bend, buildFields, extent, hash, noise } from "../../src/grognard/web/static/js/map/fields.js";
import { numbering } from "../../src/grognard/web/static/js/map/hexgrid.js";
import { within } from "../../src/grognard/web/static/js/desks/phd/chart.js";

numbering("RRCC");
const HEXES = {};
for (let r = 1; r <= 6; r++)
  for (let c = 1; c <= 6; c++) HEXES[`0${r}0${c}`] = { t: r > 4 ? "sea" : c === 1 ? "woods" : "clear" };

test("noise is fixed, bounded, and not the same everywhere", () => {
  assert.equal(noise(1.25, 7.5, 3), noise(1.25, 7.5, 3));
  const values = Array.from({ length: 200 }, (_, i) => noise(i * 0.37, i * 0.11));
  assert.ok(values.every((v) => v >= -1 && v <= 1));
  assert.ok(Math.max(...values) - Math.min(...values) > 0.5);
  assert.ok(hash(3, 4) >= 0 && hash(3, 4) < 1 && hash(3, 4) !== hash(4, 3));
});

test("a bent point stays within a fifth of a hex", () => {
  for (let i = 0; i < 100; i++) {
    const p = { x: i * 0.7, y: -i * 0.3 },
      q = bend(p);
    assert.ok(Math.hypot(p.x - q.x, p.y - q.y) < 0.25);
  }
});

test("the extent of a map is that of its numbers", () => {
  assert.deepEqual(extent(HEXES), { r0: 1, r1: 6, c0: 1, c1: 6 });
});

test("terrain that is there has an outline, terrain that is not has none", () => {
  const fields = buildFields(HEXES);
  assert.ok(fields.contour("sea", 0.5).length > 0);
  assert.ok(fields.contour("woods", 0.5).length > 0);
  assert.equal(fields.contour("city", 0.5).length, 0);
});

test("a hex that is brought into view leaves little beside the map", () => {
  assert.equal(within(2, 10, 50), 8); // near the edge: two hexes beside the map at most
  assert.equal(within(25, 10, 50), 25);
  assert.equal(within(49, 10, 50), 42);
  assert.equal(within(2, 40, 50), 25); // the whole map is seen
});
