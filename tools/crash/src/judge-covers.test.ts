import { expect, test } from "vitest";
import { judgeCovers } from "./judge-covers.ts";

const whole = { kind: "whole", count: 1 } as const;
const told = [
  'cover A-2 found 0 {"kind":"whole","count":0}',
  "cover A-2 intends 500 C0 keyed",
  'cover A-2 done 500 C0 {"status":"success"}',
  "cover A-2 intends 300 C1 plain",
];
const first = { requestId: "C0", toVnd: 500n };
const second = { requestId: "C1", toVnd: 300n };

function kept(coveredVnd: bigint, ...entries: (typeof first)[]) {
  return new Map([["A-2", { coveredVnd, verdict: whole, entries }]]);
}

test("after a kill the cover is the one that was acknowledged, and has its entry", () => {
  expect(judgeCovers(told, kept(500n, first))).toEqual({
    faults: [],
    coverCount: 1,
    keyed: [{ accountId: "A-2", requestId: "C0", amountVnd: 500n, answer: '{"status":"success"}' }],
  });
});

test("it may be the one that was intended, since only its answer was lost, and then it has an entry as well", () => {
  expect(judgeCovers(told, kept(300n, first, second)).faults).toEqual([]);
  expect(judgeCovers(told, kept(300n, first)).faults).toEqual([
    "the audit of A-2 says nothing where 300 by C1 was due",
  ]);
});

test("any other cover is named", () => {
  expect(judgeCovers(told, kept(0n, first)).faults).toEqual([
    "A-2 covers 0; 500 was acknowledged, and 300 was intended",
  ]);
});

test("an entry that is lost, or there twice, or of nobody, is named", () => {
  expect(judgeCovers(told, kept(500n)).faults).toEqual([
    "the audit of A-2 says nothing where 500 by C0 was due",
  ]);
  expect(judgeCovers(told, kept(500n, first, first)).faults).toEqual([
    "the audit of A-2 says 500 by C0, which was not made",
  ]);
  expect(judgeCovers(told, kept(500n, second, first)).faults).toEqual([
    "the audit of A-2 says 300 by C1 where 500 by C0 was due",
  ]);
});

test("an audit that was broken at a restart is named, also where it is whole at the end", () => {
  const broken = 'cover A-2 found 500 {"kind":"broken","place":1,"why":"The entry is missing."}';
  expect(judgeCovers([...told, broken], kept(500n, first)).faults).toEqual([
    "the audit of A-2 is broken at 1: The entry is missing.",
  ]);
});

test("a repeat that is answered otherwise is named, and so is an answer that was not intended", () => {
  const again = 'cover A-2 again C0 {"status":"success", "message":"now it is"}';
  expect(judgeCovers([...told, again], kept(500n, first)).faults).toEqual([
    'C0 was answered {"status":"success"}, and then {"status":"success", "message":"now it is"}',
  ]);
  expect(judgeCovers([...told, "cover A-2 done 400 C1 {}"], kept(400n, first, second)).faults[0]).toBe(
    "A-2 was answered 400; 300 was intended",
  );
});

test("a position that is closed covers nothing, and has an entry only where it covered something", () => {
  const closing = ["cover A-2 intends 0 C2 closing", "cover A-2 closed C2"];
  const release = { requestId: "C2", toVnd: 0n };
  expect(judgeCovers([...told.slice(0, 3), ...closing], kept(0n, first, release)).faults).toEqual([]);
  expect(judgeCovers([...told.slice(0, 1), ...closing], kept(0n)).faults).toEqual([]);
});

test("a cover that was refused must not have been made", () => {
  expect(judgeCovers([...told, "cover A-2 refused too-busy"], kept(300n, first, second)).faults[0]).toBe(
    "A-2 covers 300; 500 was acknowledged",
  );
});

test("there is no reason to be refused for, but that others came first", () => {
  expect(judgeCovers([...told, "cover A-2 refused too-busy"], kept(500n, first)).faults).toEqual([]);
  expect(judgeCovers([...told, "cover A-2 refused no-such-position"], kept(500n, first)).faults).toEqual([
    "A-2 was refused: no-such-position",
  ]);
});

test("what is no line of a cover is told", () => {
  expect(judgeCovers(["cover A-2 whatever"], new Map()).faults).toEqual([
    "a process told cover A-2 whatever",
  ]);
});
