import { expect, test } from "vitest";
import { checkWeight } from "./check-weight.ts";

const mebibyte = 1_048_576;

test("tolerates uncollected garbage", () => {
  expect(
    checkWeight({ bytes: 100 * mebibyte, handleCount: 30 }, { bytes: 148 * mebibyte, handleCount: 38 }),
  ).toEqual({ summary: "memory 100 to 148 MiB, handles 30 to 38", faults: [] });
});

test("reports growth of memory and handles beyond noise", () => {
  const after = { bytes: 149 * mebibyte, handleCount: 39 };
  expect(checkWeight({ bytes: 100 * mebibyte, handleCount: 30 }, after).faults).toEqual([
    "memory grew by 49 MiB, more than 48",
    "handles grew from 30 to 39",
  ]);
});
