import { expect, test } from "vitest";
import { checkGrowth } from "./start-card-worker.ts";

test("a worker is replaced when idle beyond its growth limit, and at once beyond twice that or the total limit", () => {
  const bounds = { growthBytesMax: 60, idleBytesMax: 300 };
  const judge = (loadedBytes: number, idleBytes: number) => checkGrowth({ loadedBytes, idleBytes }, bounds);
  expect([judge(135, 195), judge(135, 196), judge(135, 255), judge(135, 256)]).toEqual([
    false,
    "when idle",
    "when idle",
    "now",
  ]);
  expect([judge(290, 300), judge(290, 301)]).toEqual([false, "now"]);
  expect(judge(Number.POSITIVE_INFINITY, 0)).toBe(false);
});
