import { expect, test } from "vitest";
import type { OutcomeKey, Store } from "../ports/index.ts";
import { sweepOutcomes } from "./set-cover.ts";

const dayMs = 24 * 3_600_000;

test("sweeps outcomes older than 30 days, a thousand at a time, from the end of the previous part", async () => {
  const asked: unknown[] = [];
  const next: OutcomeKey = { userId: "b", idempotencyKey: "2" };
  const store = {
    sweepOutcomes: async (part: unknown) => {
      asked.push(part);
      return next;
    },
  } as unknown as Store;
  const after = { userId: "a", idempotencyKey: "1" };
  expect(await sweepOutcomes({ store, now: () => 31 * dayMs }, after)).toBe(next);
  expect(asked).toEqual([{ after, beforeMs: dayMs, limit: 1_000 }]);
});
