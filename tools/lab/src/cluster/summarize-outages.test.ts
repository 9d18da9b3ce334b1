import { expect, test } from "vitest";
import { summarizeOutages } from "./outages.ts";

test("reports duration and time to recovery for each kind", () => {
  const outage = (awayMs: number, wellMs: number) =>
    ({ kind: "feed", server: undefined, beganMs: 0, backMs: awayMs, endedMs: awayMs + wellMs }) as const;
  expect(summarizeOutages([outage(1_000, 200), outage(2_000, 900), outage(500, 400)])).toEqual([
    "NATS away: 3 times, for 2.0 s at most; all answered 0.4 s after it was back, 0.9 s at most",
  ]);
});
