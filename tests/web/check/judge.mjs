// Judges many files: each line of the standard input is a file in base64; each line of the answer what the checker says.
import { createInterface } from "node:readline";
const { checkRecord } = await import(`${process.env.CHECKER}/record.js`);
const { wordsOf } = await import(`${process.env.CHECKER}/words.js`);

for await (const line of createInterface({ input: process.stdin })) {
  const report = checkRecord(Uint8Array.from(Buffer.from(line, "base64")));
  const { ok, reason, takenBack, seals, closed } = report;
  console.log(JSON.stringify({ ok, line: report.line, reason, takenBack, seals, closed, rolls: report.dice?.rolls ?? 0, unchecked: report.dice?.unchecked ?? 0, words: wordsOf(report) }));
}
