import { expect, test } from "vitest";
import { judgeGrowth } from "./start-card-worker.ts";

test("a worker is replaced in a lull beyond its bound, and at once beyond twice that or beyond what any may hold", () => {
  const bounds = { growthBytesMax: 60, restingBytesMax: 300 };
  const judge = (loadedBytes: number, restingBytes: number) =>
    judgeGrowth({ loadedBytes, restingBytes }, bounds);
  expect([judge(135, 195), judge(135, 196), judge(135, 255), judge(135, 256)]).toEqual([
    false,
    "in a lull",
    "in a lull",
    "now",
  ]);
  expect([judge(290, 300), judge(290, 301)]).toEqual([false, "now"]);
  expect(judge(Number.POSITIVE_INFINITY, 0)).toBe(false);
});
