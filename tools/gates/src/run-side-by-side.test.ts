import { expect, test } from "vitest";
import { runSideBySide } from "./run-side-by-side.ts";

test("what takes longest is told in its turn, and each item is worked on once", async () => {
  const told: string[] = [];
  const worked: string[] = [];
  const results = await runSideBySide(
    [30, 1, 10],
    async (pauseMs) => {
      worked.push(`${pauseMs}`);
      await new Promise((settle) => setTimeout(settle, pauseMs));
      return pauseMs * 2;
    },
    { laneCount: 2, tell: (item, result) => told.push(`${item} makes ${result}`) },
  );
  expect(results).toEqual([60, 2, 20]);
  expect(told).toEqual(["30 makes 60", "1 makes 2", "10 makes 20"]);
  expect(worked).toEqual(["30", "1", "10"]);
});

test("one failure fails all of it", async () => {
  const failing = runSideBySide([1, 2], () => Promise.reject(new Error("no")), {
    laneCount: 2,
    tell: () => {},
  });
  await expect(failing).rejects.toThrow("no");
});
