import { expect, test } from "vitest";
import { listRacedPositions } from "./covers.ts";

test("lists twenty positions of six users in eight accounts, one to four in each", () => {
  const positions = listRacedPositions();
  const sizes = [...Map.groupBy(positions, ({ accountId }) => accountId).values()].map((held) => held.length);
  expect(positions).toHaveLength(20);
  expect(new Set(positions.map(({ userId }) => userId)).size).toBe(6);
  expect(sizes).toEqual([4, 2, 4, 3, 1, 3, 2, 1]);
});
