import { expect, test } from "vitest";
import { checkCovers, readCoverState } from "./check-covers.ts";

const whole = { kind: "whole", count: 1 } as const;
const opened = ["cover A-2 found closed 0 quiet", "cover A-2 opens", "cover A-2 opened"];
const printed = [
  ...opened,
  "cover A-2 intends 5000000 C0 keyed",
  'cover A-2 done 5000000 C0 {"status":"success"}',
  "cover A-2 intends 4000000 C1 plain",
];
const first = { requestId: "C0", toVnd: 5_000_000n };
const second = { requestId: "C1", toVnd: 4_000_000n };

function kept(state: string, ...entries: (typeof first)[]) {
  return new Map([["A-2", { state: readCoverState(state), verdict: whole, entries }]]);
}

test("accepts the acknowledged cover with its audit entry", () => {
  expect(checkCovers(printed, kept("5000000 1 quiet", first))).toEqual({
    faults: [],
    coverCount: 1,
    auditCount: 0,
    keyed: [{ accountId: "A-2", requestId: "C0", amountVnd: 5_000_000n, answer: '{"status":"success"}' }],
  });
});

test("accepts the intended cover with its audit entry, since only the answer was lost", () => {
  expect(checkCovers(printed, kept("4000000 1 quiet", first, second)).faults).toEqual([]);
  expect(checkCovers(printed, kept("4000000 1 quiet", first)).faults).toEqual([
    "the audit of A-2 says nothing where 4000000 by C1 was due",
  ]);
});

test("reports any other cover", () => {
  expect(checkCovers(printed, kept("0 1 quiet", first)).faults[0]).toBe(
    "A-2 is at 0 1 quiet; 5000000 1 quiet was acknowledged, and 4000000 1 quiet was intended",
  );
});

test("reports a cover without the end of its call, and the end of a call without its cover", () => {
  const raise = [...opened, "cover A-2 intends 5000000 C0 plain"];
  expect(checkCovers(raise, kept("0 1 called")).faults).toEqual([]);
  expect(checkCovers(raise, kept("5000000 1 quiet", first)).faults).toEqual([]);
  expect(checkCovers(raise, kept("5000000 1 called", first)).faults[0]).toBe(
    "A-2 is at 5000000 1 called; 0 1 called was acknowledged, and 5000000 1 quiet was intended",
  );
  expect(checkCovers(raise, kept("0 1 quiet")).faults).toHaveLength(1);
});

test("accepts one call per opening, even if the answer was lost, and reports a second", () => {
  const lost = opened.slice(0, 2);
  expect(checkCovers(lost, kept("closed 0 quiet")).faults).toEqual([]);
  expect(checkCovers(lost, kept("0 1 called")).faults).toEqual([]);
  expect(checkCovers(opened, kept("0 2 called")).faults).toEqual([
    "A-2 is at 0 2 called; 0 1 called was acknowledged",
  ]);
});

test("reports lost, duplicate and unexplained audit entries", () => {
  expect(checkCovers(printed, kept("5000000 1 quiet")).faults).toEqual([
    "the audit of A-2 says nothing where 5000000 by C0 was due",
  ]);
  expect(checkCovers(printed, kept("5000000 1 quiet", first, first)).faults).toEqual([
    "the audit of A-2 says 5000000 by C0, which was not made",
  ]);
  expect(checkCovers(printed, kept("5000000 1 quiet", second, first)).faults).toEqual([
    "the audit of A-2 says 4000000 by C1 where 5000000 by C0 was due",
  ]);
});

test("reports an audit that was broken at a restart, even if it is intact at the end", () => {
  const broken = 'cover A-2 audit {"kind":"broken","place":1,"why":"The entry is missing."}';
  expect(checkCovers([...printed, broken], kept("5000000 1 quiet", first))).toMatchObject({
    faults: ["the audit of A-2 is broken at 1: The entry is missing."],
    auditCount: 1,
  });
});

test("reports a repeat with another answer", () => {
  const again = 'cover A-2 again C0 {"status":"success", "message":"now it is"}';
  expect(checkCovers([...printed, again], kept("5000000 1 quiet", first)).faults).toEqual([
    'C0 was answered {"status":"success"}, and then {"status":"success", "message":"now it is"}',
  ]);
});

test("reports an answer with the wrong amount or status", () => {
  const wrong = 'cover A-2 done 4500000 C1 {"status":"success"}';
  expect(checkCovers([...printed, wrong], kept("4000000 1 quiet", first, second)).faults).toEqual([
    "A-2 was answered 4500000; 4000000 was due to C1",
  ]);
  const failed = 'cover A-2 done 4000000 C1 {"status":"failed"}';
  expect(checkCovers([...printed, failed], kept("4000000 1 quiet", first, second)).faults).toEqual([
    'C1 should have been a success: {"status":"failed"}',
  ]);
});

test("expects an order that a rule refuses to fail without effect", () => {
  const low = ["cover A-2 intends 2000000 C2 plain", 'cover A-2 done 5000000 C2 {"status":"failed"}'];
  const lines = [...printed.slice(0, 5), ...low];
  expect(checkCovers(lines, kept("5000000 1 quiet", first))).toMatchObject({ faults: [], coverCount: 1 });
  expect(checkCovers(lines, kept("2000000 1 quiet", first)).faults[0]).toBe(
    "A-2 is at 2000000 1 quiet; 5000000 1 quiet was acknowledged",
  );
});

test("expects a closed position to cover nothing, with an entry only if it covered something before", () => {
  const closing = ["cover A-2 closes C2", "cover A-2 closed C2"];
  const release = { requestId: "C2", toVnd: 0n };
  expect(
    checkCovers([...printed.slice(0, 5), ...closing], kept("closed 1 quiet", first, release)).faults,
  ).toEqual([]);
  expect(checkCovers([...opened, ...closing], kept("closed 1 quiet")).faults).toEqual([]);
});

test("accepts a too-busy refusal without effect, and no other refusal", () => {
  const busy = [...printed, "cover A-2 refused too-busy"];
  expect(checkCovers(busy, kept("5000000 1 quiet", first)).faults).toEqual([]);
  expect(checkCovers(busy, kept("4000000 1 quiet", first, second)).faults[0]).toBe(
    "A-2 is at 4000000 1 quiet; 5000000 1 quiet was acknowledged",
  );
  const other = [...printed, "cover A-2 refused no-such-position"];
  expect(checkCovers(other, kept("5000000 1 quiet", first)).faults).toEqual([
    "A-2 was refused: no-such-position",
  ]);
});

test("reports lines of an unknown form", () => {
  expect(checkCovers(["cover A-2 whatever"], new Map()).faults).toEqual([
    "a process told cover A-2 whatever",
  ]);
});
