// Dates, clocks and names in words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { giftWords, span, termsWords } from "../../src/grognard/web/static/js/club/time.js";
import { callName, designation } from "../../src/grognard/web/static/js/counters.js";
import { brief, dayNumber, numeral, spell } from "../../src/grognard/web/static/js/desks/tld/wording.js";
import { headline, shifted, signed } from "../../src/grognard/web/static/js/figures.js";
import { moment } from "../../src/grognard/web/static/js/when.js";

test("seconds of a clock", () => {
  const said = [5, 65, 3 * 3600 + 300, 2 * 86400 + 3 * 3600, -1.5].map(span);
  assert.deepEqual(said, ["0:05", "1:05", "3 h 05 min", "2 d 3 h", "−0:02"]);
});

test("the terms of a clock", () => {
  assert.equal(termsWords(null), "no clock");
  assert.equal(termsWords({ kind: "days", seconds: 86400, increment: 0, grace: 0, gift: 0 }), "1 day for each move");
  const chess = { kind: "chess", seconds: 1800, increment: 30, grace: 0, gift: 600 };
  assert.equal(termsWords(chess), "30 minutes + 30 seconds for each move");
  assert.equal(giftWords(chess), "Give 10 more minutes");
});

test("a time of the server, seen from today", () => {
  const now = new Date(2026, 10, 17, 15, 0),
    at = (...when) => moment(new Date(...when).getTime() / 1000, now);
  assert.equal(at(2026, 10, 17, 14, 20), "14:20");
  assert.equal(at(2026, 10, 16, 23, 59), "yesterday");
  assert.equal(at(2026, 10, 13, 9), "Friday");
  assert.equal(at(2026, 9, 1), "1 October");
  assert.equal(at(2025, 9, 1), "1 October 2025");
});

test("dates and corps of The Longest Day", () => {
  assert.equal(brief("1944-06-30"), "30 Jun");
  assert.equal(spell("1944-07-01"), "1 July");
  assert.equal(dayNumber("1944-06-08"), 2);
  assert.deepEqual(["IICAN", "XXX", null].map(numeral), ["II Can", "XXX", "none"]);
});

test("a counter's designation and name", () => {
  const dress = { short: { "1-Cdo": ["1", "Cdo"] } };
  assert.deepEqual(designation({ id: "8/3" }, dress), ["8", "3"]);
  assert.deepEqual(designation({ id: "1-Cdo" }, dress), ["1", "Cdo"]);
  assert.equal(callName({ id: "a", label: "8th Brigade" }), "8th Brigade");
  assert.equal(callName({ id: "a" }), "a");
});

test("figures with a sign, and shifts of a column", () => {
  assert.deepEqual([3, 0, -3].map(signed), ["+3", "0", "−3"]);
  assert.deepEqual([1, -1, -2].map(shifted), ["1 column right", "1 column left", "2 columns left"]);
});

test("a heading names the game once", () => {
  assert.equal(headline("Sword Beach", "Sword Beach: On to Caen"), "Sword Beach: On to Caen");
  assert.equal(headline("Sword Beach", "Friday"), "Sword Beach: Friday");
});
