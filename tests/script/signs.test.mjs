// Every state of a unit or vehicle of the firefight has a sign on its counter that is no color alone.
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.Node = class {
  constructor(tag) {
    Object.assign(this, { tag, attributes: {}, inside: [] });
    this.classList = { add: () => {} };
  }
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
  append(child) {
    this.inside.push(child);
  }
};
globalThis.document = { createElementNS: (_, tag) => new globalThis.Node(tag) };
const { counter } = await import("../../src/grognard/web/static/js/desks/firefight/counters.js");

const all = (node) => [node, ...(node.inside ?? []).flatMap(all)];
const texts = (node) => all(node).filter((one) => typeof one === "string");
const drawn = (flags, kind = "squad") =>
  counter({ side: "us", kind, value: "6-6-6", morale: 6, flags, hull: 0, turret: 0 }, 44);
const letters = (flags, kind) => texts(drawn(flags, kind));
const paths = (flags, kind) => all(drawn(flags, kind)).filter((one) => one.tag === "path" || one.tag === "circle").length;

const FOOT = ["dm", "pinned", "cx", "ti", "disrupted", "melee", "fanatic", "berserk", "foxhole", "pillbox", "aboard", "hidden"];
const PLACES = ["wire", "climbing", "at the crest, facing M18", "in bypass", "upstairs", "under the bridge", "shortage"];
const VEHICLE = ["motion", "bogged", "mired", "immobilized", "stunned", "shaken", "shocked", "unknown", "recalled"];
const MORE = ["abandoned", "gun_broken", "gun_disabled", "bmg_broken", "cmg_broken", "aamg_broken", "captured", "shortage"];

for (const flag of [...FOOT, ...PLACES])
  test(`a unit that is ${flag} says so in letters`, () => assert.ok(letters([flag]).length > letters([]).length));

for (const flag of [...VEHICLE, ...MORE])
  test(`a vehicle that is ${flag} says so in letters`, () =>
    assert.ok(letters([flag], "vehicle").length > letters([], "vehicle").length));

test("a wound and a hero have signs, also beside that of fire", () => {
  assert.ok(paths(["wounded"], "leader") > paths([], "leader"));
  assert.ok(paths(["wounded", "prep"], "leader") > paths(["prep"], "leader"));
  assert.ok(paths(["heroic"], "leader") > paths([], "leader"));
});
