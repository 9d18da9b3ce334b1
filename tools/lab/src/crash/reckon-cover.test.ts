import { expect, test } from "vitest";
import { reckonCover } from "./judge-covers.ts";

const called = { isHeld: true, coveredVnd: 0n, episodeNumber: 4, isCalled: true };
const quiet = { isHeld: true, coveredVnd: 5_000_000n, episodeNumber: 4, isCalled: false };

test("a position that is opened covers nothing and is called once more, and one that is held is left as it is", () => {
  const closed = { isHeld: false, coveredVnd: 0n, episodeNumber: 3, isCalled: false };
  expect(reckonCover(closed, { kind: "open" })).toEqual(called);
  expect(reckonCover(quiet, { kind: "open" })).toEqual(quiet);
});

test("a raise to what is needed answers the call, and one dong less does not", () => {
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

test("what is covered goes down to what is needed, and one dong less is refused", () => {
  const amountVnd = 3_000_000n;
  expect(reckonCover(quiet, { kind: "cover", amountVnd })).toEqual({ ...quiet, coveredVnd: amountVnd });
  expect(reckonCover(quiet, { kind: "cover", amountVnd: 2_999_999n })).toEqual(quiet);
});

test("a position that is closed covers nothing, and nobody calls", () => {
  expect(reckonCover({ ...called, coveredVnd: 7n }, { kind: "close" })).toEqual({
    isHeld: false,
    coveredVnd: 0n,
    episodeNumber: 4,
    isCalled: false,
  });
});
