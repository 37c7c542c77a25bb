// Why a card was won, in figures.
import assert from "node:assert/strict";
import { test } from "node:test";
import { left, reasons } from "../../src/grognard/web/static/js/desks/firefight/ending.js";

const goals = (...held) => held.map((us, k) => ({ hex: `M${k + 10}`, us }));
const score = (more) => ({ points: { us: 6, german: 14 }, limit: 20, zone: null, goals: [], ...more });

test("buildings that are not all taken are the reason", () => {
  assert.deepEqual(reasons(score({ goals: goals(true, false) }), "german"), [
    "The US holds 1 of 2 buildings, and needed all of them.",
  ]);
  assert.deepEqual(reasons(score({ goals: goals(true, true) }), "us"), ["The US holds 2 of 2 buildings."]);
});

test("points that bar the win are named", () => {
  const zone = { words: "south of the draw", points: 9, least: 7 };
  assert.deepEqual(reasons(score({ zone, points: { us: 6, german: 20 } }), "german"), [
    "US units south of the draw are worth 9 points; 7 were needed.",
    "The German side scored 20 points: from 20 on the US cannot win.",
  ]);
});

test("what is left: markers and weapons are no units", () => {
  const here = [
    { kind: "squad", side: "us", flags: ["broken"] },
    { kind: "leader", side: "us" },
    { kind: "weapon", side: "us" },
    { kind: "vehicle", side: "us" },
    { kind: "wreck", side: "none" },
    { kind: "hidden", side: "german" },
  ];
  assert.deepEqual(left(here, "us"), { unbroken: 1, broken: 1, unknown: 0, vehicles: 1 });
  assert.deepEqual(left(here, "german"), { unbroken: 0, broken: 0, unknown: 1, vehicles: 0 });
});
