// The log of a fight as a report: a whole move in a line, and no line that says nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { told } from "../../src/grognard/web/static/js/desks/firefight/told.js";

let seq = 0;
const entry = (by, action, ...texts) => ({ seq: ++seq, by, do: action, words: texts.map((text) => ({ text, clause: null })) });
const texts = (log) => told(log).map((one) => one.words.map((word) => word.text).join("; "));

test("a move of several hexes is one line, whatever the other side lets pass", () => {
  const log = [
    entry("us", "lead u02"),
    entry("us", "onward G9", "6-6-6 u02 moves to G6"),
    entry("german", "done", "German passes", "6-6-6 u02 moves to G7"),
    entry("german", "done", "German passes", "6-6-6 u02 moves to G8"),
    entry("german", "done", "German passes"),
  ];
  assert.deepEqual(texts(log), ["6-6-6 u02 moves by G6, G7 to G8"]);
  assert.equal(told(log)[0].by, "us");
});

test("another unit, a shot and a phase begin a line of their own", () => {
  const log = [
    entry("us", "go G6", "6-6-6 u02 moves to G6"),
    entry("us", "go G6", "6-6-6 u03 moves to G6"),
    entry("german", "fire g01 G6", "5-4-8 g01 fires at G6"),
    entry("us", "go G7", "6-6-6 u03 moves to G7"),
    entry("us", "done", "Defensive Fire Phase"),
  ];
  assert.deepEqual(
    texts(log),
    log.map((one) => one.words[0].text),
  );
});

test("the end of a step that says nothing has no line; a secret action keeps its own", () => {
  assert.deepEqual(texts([entry("us", "done"), entry("german", null)]), [""]);
});

test("a vehicle's drive is one line as well", () => {
  const log = [entry("us", "go G6", "M4A1 uv1 drives to G6"), entry("us", "go G7", "M4A1 uv1 drives to G7")];
  assert.deepEqual(texts(log), ["M4A1 uv1 drives by G6 to G7"]);
});

test("secret actions of one side are one line, and so is a rout through several hexes", () => {
  const log = [entry("german", null), entry("german", null), entry("us", null)];
  assert.deepEqual(
    told(log).map((one) => one.seq),
    [log[1].seq, log[2].seq],
  );
  const rout = [
    entry("german", "rout g02 M14", "2-3-7 g02 routs to M14"),
    entry("german", "go K14", "2-3-7 g02 routs by K14", "Only one legal choice: 2-3-7 g02 routs by L15"),
  ];
  assert.deepEqual(texts(rout), ["2-3-7 g02 routs to M14"]);
});

test("a unit that comes onto the map and goes on is one line", () => {
  const log = [
    entry("us", "go G6", "6-6-6 u02 and 9-1 u10 enter G6"),
    entry("us", "go G7", "6-6-6 u02 and 9-1 u10 move to G7"),
    entry("us", "go G8", "6-6-6 u02 and 9-1 u10 move to G8"),
    entry("us", "go G6", "6-6-6 u03 enters G6"),
  ];
  assert.deepEqual(texts(log), ["6-6-6 u02 and 9-1 u10 enter G6 and move by G7 to G8", "6-6-6 u03 enters G6"]);
});
