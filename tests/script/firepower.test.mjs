// What the firepower of an attack is made of: each firer, its factors, the sum.
import assert from "node:assert/strict";
import { test } from "node:test";
import { harm, powers } from "../../src/grognard/web/static/js/desks/firefight/panels.js";

const factor = (of, because) => ({ factor: of, because, clause: "ASL-A7.2" });
const said = (found) => powers(found).map((row) => `${row.amount} ${row.words}`);

test("factors follow their firer, and Assault Fire is what is more than their product", () => {
  const one = {
    who: "6-6-6 u05",
    base: 6,
    firepower: 7,
    factors: [factor("2", "point blank"), factor("1/2", "Advancing Fire")],
  };
  assert.deepEqual(said({ powers: [one], firepower: 7 }), [
    "6 6-6-6 u05",
    "×2 point blank",
    "×½ Advancing Fire",
    "+1 Assault Fire, rounded up",
    "7 firepower",
  ]);
});

test("a snap shot halves the sum", () => {
  const one = { who: "6-6-6 u05", base: 6, firepower: 6, factors: [] };
  assert.deepEqual(said({ powers: [one, one], firepower: 6 }).slice(2), [
    "×½ a snap shot, or fire over two hexes",
    "6 firepower",
  ]);
});

test("what does harm is what spares the target that is worst off", () => {
  const fates = (unharmed) => ({ fates: { broken: { chance: 1 - unharmed }, unharmed: { chance: unharmed } } });
  assert.equal(harm({ targets: [fates(0.75), fates(0.5)], results: [] }), 0.5);
  const results = [
    { result: "no effect", chance: 0.75 },
    { result: "PTC", chance: 0.25 },
  ];
  assert.equal(harm({ targets: [], results }), 0.25);
});
