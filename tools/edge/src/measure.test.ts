import { expect, test } from "vitest";
import { sumBusyMs } from "./measure.ts";

const nodes = [
  { id: 1, callFrame: { functionName: "(idle)" } },
  { id: 2, callFrame: { functionName: "evaluate" } },
];

test("time at rest is left out, and a profile without samples or times is no number", () => {
  expect(sumBusyMs({ nodes, samples: [2, 1, 2], timeDeltas: [300, 5_000, 200] })).toBe(0.5);
  expect(sumBusyMs({ nodes, samples: [1], timeDeltas: [100] })).toBe(0);
  expect(sumBusyMs({ nodes, samples: [], timeDeltas: [] })).toBeNaN();
  expect(sumBusyMs({ nodes, samples: [1, 2], timeDeltas: [100] })).toBeNaN();
});
