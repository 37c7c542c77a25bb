// Hex arithmetic: numbers, neighbours, centers, edges and outlines, in both numberings.
import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import * as grid from "../../src/grognard/web/static/js/map/hexgrid.js";

const near = (a, b) => Math.abs(a - b) < 1e-9;
const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

describe("rows first, from the south", () => {
  beforeEach(() => grid.numbering("RRCC"));

  test("a number is read and written", () => {
    assert.deepEqual(grid.rowColumn("1037"), [10, 37]);
    assert.equal(grid.hexId(3, 7), "0307");
  });

  test("even rows stand half a hex east, and the north is up", () => {
    assert.equal(grid.centre("1037").x, 37.5);
    assert.equal(grid.centre("1137").x, 37);
    assert.ok(grid.centre("1137").y < grid.centre("1037").y);
  });

  test("six neighbors, each one hex away, and each has the hex as its neighbor", () => {
    for (const id of ["1037", "1138"]) {
      const all = grid.neighbours(id);
      assert.equal(new Set(all).size, 6);
      for (const other of all) {
        assert.ok(near(distance(grid.centre(id), grid.centre(other)), 1));
        assert.ok(grid.neighbours(other).includes(id));
      }
    }
  });

  test("the neighbors of an even row, counted by hand", () => {
    assert.deepEqual(grid.neighbours("1037"), ["1036", "1137", "1138", "1038", "0938", "0937"]);
  });

  test("a point near a center is in that hex", () => {
    for (const id of ["0101", "1037", "1138"]) {
      const { x, y } = grid.centre(id);
      for (const [dx, dy] of [
        [0, 0],
        [0.45, 0],
        [-0.45, 0],
        [0, 0.5],
        [0, -0.5],
      ])
        assert.equal(grid.pick(x + dx, y + dy), id);
    }
  });

  test("two neighbors share the ends of one edge", () => {
    const [a, b] = grid.edge(grid.centre("1037"), grid.centre("1038"));
    assert.ok(near(distance(a, b), grid.R));
    const corners = grid.corners(grid.centre("1037"));
    for (const end of [a, b]) assert.ok(corners.some((c) => distance(c, end) < 1e-9));
  });

  test("the outline of one hex is a closed loop of six sides, that of two of ten", () => {
    for (const [ids, sides] of [
      [["1037"], 6],
      [["1037", "1038"], 10],
    ]) {
      const lines = grid.outline(ids);
      assert.equal(lines.length, 1);
      assert.equal(lines[0].length, sides + 1);
      assert.ok(distance(lines[0][0], lines[0][sides]) < 1e-9);
    }
  });

  test("a chain of two segments is one line, whatever their order", () => {
    const [a, b, c] = [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 2, y: 0 },
    ];
    assert.equal(
      grid.chain([
        [b, c],
        [a, b],
      ]).length,
      1,
    );
    assert.equal(grid.chain([[a, b]])[0].length, 2);
  });
});

describe("columns first, from the north", () => {
  beforeEach(() => grid.numbering("CCRR"));

  test("a number is read and written", () => {
    assert.equal(grid.hexId(...grid.rowColumn("0703")), "0703");
  });

  test("row 01 is at the top", () => {
    assert.ok(grid.centre("0101").y < grid.centre("0102").y);
  });

  test("the neighbors of an even row, counted by hand", () => {
    assert.deepEqual(new Set(grid.neighbours("0202")), new Set(["0102", "0302", "0201", "0301", "0203", "0303"]));
  });
});
