import { expect, it } from "vitest";
import { makeCard } from "./make-card.ts";

it("makes the same bytes for the same order, and others for another seed", () => {
  const order = { seed: 11, kind: "2021", severity: "phone" } as const;
  const first = makeCard(order);
  const second = makeCard(order);
  expect(Buffer.compare(first.front, second.front)).toBe(0);
  expect(Buffer.compare(first.back, second.back)).toBe(0);
  expect(Buffer.compare(first.front, makeCard({ ...order, seed: 12 }).front)).not.toBe(0);
});
