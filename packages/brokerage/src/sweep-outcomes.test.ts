import { expect, test } from "vitest";
import type { OutcomeKey, Store } from "./ports/index.ts";
import { sweepOutcomes } from "./sweep-outcomes.ts";

const dayMs = 24 * 3_600_000;

test("outcomes of before thirty days are swept, a part after the other until there are no more", async () => {
  const asked: unknown[] = [];
  const parts: (OutcomeKey | undefined)[] = [
    { userId: "a", idempotencyKey: "1" },
    { userId: "b", idempotencyKey: "2" },
    undefined,
  ];
  const store = {
    sweepOutcomes: async (part: unknown) => {
      asked.push(part);
      return parts[asked.length - 1];
    },
  } as unknown as Store;
  let breaths = 0;
  await sweepOutcomes({ store, now: () => 31 * dayMs }, async () => {
    breaths += 1;
  });
  expect(asked).toEqual([
    { after: undefined, beforeMs: dayMs, limit: 1_000 },
    { after: { userId: "a", idempotencyKey: "1" }, beforeMs: dayMs, limit: 1_000 },
    { after: { userId: "b", idempotencyKey: "2" }, beforeMs: dayMs, limit: 1_000 },
  ]);
  expect(breaths).toBe(3);
});
