import { expect, it } from "vitest";
import { makeJudgingCard } from "./judging.ts";
import { makeCard } from "./make-card.ts";

it("uses other people than the tuning set", () => {
  const order = { kind: "2021", severity: "low-resolution" } as const;
  const seeds = [0, 1];
  const tuned = seeds.map((seed) => makeCard({ ...order, seed }).truth.idNumber);
  const judged = seeds.map((seed) => makeJudgingCard({ ...order, seed }).truth.idNumber);
  expect(new Set([...tuned, ...judged]).size).toBe(4);
});
