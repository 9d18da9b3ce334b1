import { expect, test } from "vitest";
import { auditEntry, leftAccount, sentCover } from "../model/testing.ts";
import { findPlanted } from "./plant-faults.ts";

const sent = [
  sentCover("a.0", 500, { key: "a", invokedAt: 0, settledAt: 1, status: 0, body: "cut" }),
  sentCover("a.1", 500, { key: "a", invokedAt: 2, settledAt: 3 }),
  sentCover("b.0", 300, { key: "b", invokedAt: 4, settledAt: 5 }),
  sentCover("c", 200, { invokedAt: 6, settledAt: 7 }),
];
const entries = [auditEntry("a.0", 0n, 500n), auditEntry("b.0", 500n, 300n), auditEntry("c", 300n, 200n)];

test("finds each planted fault by its name", () => {
  const { found, missed } = findPlanted({ history: [], sent, accounts: [leftAccount(200n, ...entries)] });
  expect(missed).toEqual([]);
  expect(found).toEqual([
    "an acknowledged change made twice: b was acknowledged, and the audit of R-1 has it 2 times",
    "an acknowledged change lost: b was acknowledged, and the audit of R-1 has it 0 times",
    "an unknown change made twice: b is unknown, and the audit of R-1 has it 2 times",
    "a failed change made: b failed, and the audit of R-1 has it once",
    "a change before one that was acknowledged when it was sent: " +
      "c was sent after b was acknowledged, and is entry 2 of R-1, before entry 3",
  ]);
});

test("reports a run without two changes in sequence", () => {
  const accounts = [leftAccount(500n, ...entries.slice(0, 1))];
  expect(findPlanted({ history: [], sent, accounts })).toEqual({
    found: [],
    missed: ["no account was changed twice in sequence"],
  });
});
