import { expect, it } from "vitest";
import { makeJudgingCard } from "./judging.ts";
import { makeCard } from "./make-card.ts";

it("uses other people than the tuning set", () => {
  const order = { kind: "2021", severity: "low-resolution" } as const;
  const tuned = makeCard({ ...order, seed: 0 }).truth.idNumber;
  expect(makeJudgingCard({ ...order, seed: 0 }).truth.idNumber).not.toBe(tuned);
});
