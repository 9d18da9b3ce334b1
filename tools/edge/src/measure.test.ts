import { expect, test } from "vitest";
import { sumBusyMs } from "./measure.ts";

const nodes = [
  { id: 1, callFrame: { functionName: "(idle)" } },
  { id: 2, callFrame: { functionName: "evaluate" } },
];

test("ignores idle time, and returns NaN for a profile without samples or times", () => {
  expect(sumBusyMs({ nodes, samples: [2, 1, 2], timeDeltas: [300, 5_000, 200] })).toBe(0.5);
  expect(sumBusyMs({ nodes, samples: [1], timeDeltas: [100] })).toBe(0);
  expect(sumBusyMs({ nodes, samples: [], timeDeltas: [] })).toBeNaN();
  expect(sumBusyMs({ nodes, samples: [1, 2], timeDeltas: [100] })).toBeNaN();
});
