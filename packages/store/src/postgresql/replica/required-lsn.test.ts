import { expect, test } from "vitest";
import { type RequiredLsn, trackRequiredLsn } from "./required-lsn.ts";

function setUp(members: { userCountMax?: number } = {}) {
  let atMs = 0;
  const required = trackRequiredLsn({ nowMs: () => atMs, staleMsMax: 1_000, userCountMax: 100, ...members });
  return {
    required,
    advance: (elapsedMs: number) => {
      atMs += elapsedMs;
    },
  };
}

function sample(required: RequiredLsn, lsn: bigint): void {
  required.beginSample()(lsn);
}

test("requires the primary before the first sample", () => {
  expect(setUp().required.lsnFor("u")).toBeUndefined();
});

test("requires the oldest sample that is not stale", () => {
  const { required, advance } = setUp();
  sample(required, 10n);
  advance(600);
  sample(required, 20n);
  expect(required.lsnFor("u")).toBe(10n);
  advance(600);
  expect(required.lsnFor("u")).toBe(20n);
  advance(600);
  expect(required.lsnFor("u")).toBeUndefined();
});

test("requires a sample begun after a write, for the user of that write only", () => {
  const { required } = setUp();
  sample(required, 10n);
  const finish = required.beginSample();
  required.recordWrite("u");
  finish(20n);
  expect(required.lsnFor("u")).toBeUndefined();
  expect(required.lsnFor("other")).toBe(10n);
  sample(required, 30n);
  expect(required.lsnFor("u")).toBe(30n);
  expect(required.lsnFor("other")).toBe(10n);
});

test("never lets a user read data older than read before", () => {
  const { required } = setUp();
  sample(required, 10n);
  required.recordRead("u", 25n);
  required.recordRead("u", 15n);
  expect(required.lsnFor("u")).toBe(25n);
  required.recordWrite("u");
  required.recordRead("u", 40n);
  expect(required.lsnFor("u")).toBeUndefined();
});

test("requires a later sample for every user once too many users are tracked", () => {
  const { required } = setUp({ userCountMax: 2 });
  sample(required, 10n);
  const finish = required.beginSample();
  for (const userId of ["a", "b", "c"]) required.recordWrite(userId);
  finish(20n);
  expect(required.lsnFor("other")).toBeUndefined();
  sample(required, 30n);
  expect(required.lsnFor("a")).toBe(30n);
});
