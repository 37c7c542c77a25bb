// The published test vectors against the checker; Node's own test runner. CHECKER is the folder of the checker's modules.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import test from "node:test";

const from = (name) => import(`${process.env.CHECKER}/${name}`);
const { hashOf, hex, sha256, unhex } = await from("sha256.js");
const { canonical, parseLine } = await from("json.js");
const { digest, sealOf, checkRecord } = await from("record.js");
const { fall } = await from("dice.js");
const { wordsOf } = await from("words.js");
const vectors = JSON.parse(await readFile(process.env.VECTORS, "utf-8"));
const plain = (value) => JSON.parse(JSON.stringify(value));
const bytesOf = (lines) => new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));

test("SHA-256 is that of Node", () => {
  for (let size = 0; size < 200; size++) {
    const data = Uint8Array.from({ length: size }, (_, k) => (k * 7 + size) & 255);
    assert.equal(hex(sha256(data)), createHash("sha256").update(data).digest("hex"));
  }
});

test("canonical JSON", () => {
  for (const { value, json } of vectors.canonical) assert.equal(canonical(value), json);
  assert.equal(canonical({ "\u{1f600}": 1, "\uffee": 2 }), '{"\uffee":2,"\u{1f600}":1}'); // code points, not UTF-16
});

test("numbers that are not whole, or not in plain digits", () => {
  for (const number of ["1.0", "1e0", "-0", "01", "9007199254740992", "1.5"]) assert.throws(() => parseLine(`{"a":[${number}]}`));
  assert.deepEqual(parseLine('{"a": "1.0 and 1e0", "b": [true, -1, 0]}'), { a: "1.0 and 1e0", b: [true, -1, 0] });
});

test("digests and seals", () => {
  for (const { before, line, now } of vectors.digests) assert.equal(digest(before, line), now);
  for (const { salt, fields, seal } of vectors.seals) assert.equal(sealOf(salt, fields), seal);
});

test("faces", () => {
  for (const { stream, of, pick } of vectors.picks) assert.equal(fall(unhex(stream), of), pick);
  for (const { seed, roll, of, pick } of vectors.seeded) assert.equal(fall(hashOf(`grognard ${seed} ${roll}`), of), pick);
});

test("chains and keys", () => {
  for (const { secret, chapter, tip, links, key, commitment, side } of vectors.chains) {
    let link = hashOf(`grognard ${secret} ${chapter}`).slice(0, 16);
    for (let n = 256; n > 0; n--) {
      if (links[n - 1]) assert.equal(hex(link), links[n - 1]);
      link = sha256(link).slice(0, 16);
    }
    assert.equal(hex(link), tip);
    assert.equal(hex(hashOf(`grognard key of ${side} ${secret}`)).slice(0, 32), key);
    assert.equal(hex(hashOf(`grognard key ${key}`)), commitment);
  }
});

for (const { name, lines, says } of vectors.records)
  test(`record: ${name}`, () => {
    const report = checkRecord(bytesOf(lines));
    assert.equal(report.ok, says.ok, report.reason);
    assert.ok(wordsOf(report).length > 1);
    if (!says.ok) return assert.equal(report.line, says.line, report.reason);
    assert.deepEqual(plain(report.position), says.position);
    const { rolls, unchecked } = report.dice;
    assert.deepEqual({ rolls, unchecked, taken_back: report.takenBack }, { rolls: says.rolls, unchecked: says.unchecked, taken_back: says.taken_back });
  });
