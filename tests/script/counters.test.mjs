// A counter is drawn with its figures, its symbol and, where it is reduced, its band.
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.Node = class {
  constructor(tag) {
    Object.assign(this, { tag, attributes: {}, inside: [], classes: new Set() });
    this.classList = { add: (...names) => names.forEach((name) => this.classes.add(name)) };
  }
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
  append(child) {
    this.inside.push(child);
  }
};
globalThis.document = { createElementNS: (_, tag) => new globalThis.Node(tag) };
const { counter } = await import("../../src/grognard/web/static/js/counters.js");
const { plain } = await import("../../src/grognard/web/static/js/games/presentation.js");

const UNIT = {
  id: "8/3",
  name: "8th",
  side: "allied",
  formation: "3",
  type: "infantry",
  mobility: "leg",
  size: "brigade",
  full: [5, 4, 6],
  reduced: [3, 2, 6],
};
const all = (node) => [node, ...(node.inside ?? []).flatMap(all)];
const texts = (node) => all(node).filter((one) => typeof one === "string");
const of = (node, name) => all(node).filter((one) => one.classes?.has(name));

test("the figures of a full and of a reduced unit", () => {
  assert.ok(texts(counter(UNIT, plain)).includes("5-4-6"));
  assert.ok(texts(counter(UNIT, plain, { reduced: true })).includes("3-2-6"));
});

test("a reduced unit has a band that can be seen without color", () => {
  assert.equal(of(counter(UNIT, plain, { reduced: true }), "strip").length, 1);
  assert.equal(of(counter(UNIT, plain), "strip").length, 0);
});

test("a unit of one step shows its only figures", () => {
  assert.ok(texts(counter({ ...UNIT, reduced: null }, plain, { reduced: true })).includes("5-4-6"));
});

test("the plate has the color of its side, and the small counter both names on one line", () => {
  assert.ok(counter(UNIT, { ...plain, base: () => "british" }).classes.has("on-british"));
  assert.ok(texts(counter(UNIT, plain, { compact: true })).includes("8/3"));
});

test("a type that the page does not know has an empty box", () => {
  const [symbol] = of(counter({ ...UNIT, type: "zeppelin" }, plain), "symbol");
  assert.deepEqual(
    symbol.inside.map((one) => one.tag),
    ["rect"],
  );
});

const { counter: marker } = await import("../../src/grognard/web/static/js/desks/firefight/counters.js");

test("the words of a marker of the firefight fit into it, and works are no bursts", () => {
  for (const [value, parts] of [
    ["foxhole 3S", ["foxhole", "3S"]],
    ["fortified", ["fortified"]],
    ["mines 8", ["mines", "8"]],
    ["4 FP", ["4"]],
  ]) {
    const drawn = all(marker({ side: "none", kind: "fort", value }));
    const words = drawn.filter((one) => one.tag === "text");
    assert.deepEqual(
      words.map((one) => one.inside.join("")),
      parts,
    );
    for (const one of words) assert.ok(one.inside.join("").length * one.attributes["font-size"] * 0.65 <= 96);
    assert.equal(
      drawn.some((one) => one.tag === "rect"),
      /^fo/.test(value),
    );
  }
});

test("a sniper is no squad: a crosshair with its number, on the coat of its side", () => {
  const drawn = all(marker({ side: "us", kind: "fort", value: "SAN 2" })),
    squad = all(marker({ side: "us", kind: "half_squad", value: "3-4-6" }));
  const coat = (nodes) => nodes.find((one) => one.tag === "path").attributes.fill;
  assert.equal(coat(drawn), coat(squad));
  assert.ok(drawn.some((one) => one.tag === "circle") && !squad.some((one) => one.tag === "circle"));
  assert.ok(texts(drawn.at(0)).includes("SAN 2"));
});
