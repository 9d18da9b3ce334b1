import { expect, test } from "vitest";
import { elapsedBetween } from "./handler.ts";

test.each([
  [10, 10.25, 0.25],
  [10, 10.0384567, 0.038],
  [10, 10.0000001, 0.001],
  [10, 10, undefined],
])("the time from %s to %s is %s milliseconds", (beganMs, endedMs, elapsedMs) => {
  expect(elapsedBetween(beganMs, endedMs)).toBe(elapsedMs);
});
