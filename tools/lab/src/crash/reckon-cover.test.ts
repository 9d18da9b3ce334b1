import { expect, test } from "vitest";
import { reckonCover } from "./check-covers.ts";

const called = { isHeld: true, coveredVnd: 0n, episodeNumber: 4, isCalled: true };
const quiet = { isHeld: true, coveredVnd: 5_000_000n, episodeNumber: 4, isCalled: false };

test("opens a position uncovered and called, and leaves a held one unchanged", () => {
  const closed = { isHeld: false, coveredVnd: 0n, episodeNumber: 3, isCalled: false };
  expect(reckonCover(closed, { kind: "open" })).toEqual(called);
  expect(reckonCover(quiet, { kind: "open" })).toEqual(quiet);
});

test("ends the call at the needed cover, but not one dong below", () => {
  expect(reckonCover(called, { kind: "cover", amountVnd: 3_000_000n })).toEqual({
    ...called,
    coveredVnd: 3_000_000n,
    isCalled: false,
  });
  expect(reckonCover(called, { kind: "cover", amountVnd: 2_999_999n })).toEqual({
    ...called,
    coveredVnd: 2_999_999n,
  });
});

test("lowers the cover to the needed amount, but not one dong below", () => {
  const amountVnd = 3_000_000n;
  expect(reckonCover(quiet, { kind: "cover", amountVnd })).toEqual({ ...quiet, coveredVnd: amountVnd });
  expect(reckonCover(quiet, { kind: "cover", amountVnd: 2_999_999n })).toEqual(quiet);
});

test("closes a position with its cover and its call", () => {
  expect(reckonCover({ ...called, coveredVnd: 7n }, { kind: "close" })).toEqual({
    isHeld: false,
    coveredVnd: 0n,
    episodeNumber: 4,
    isCalled: false,
  });
});
