import { expect, test } from "vitest";
import { makeDice } from "../harness/dice.ts";
import { makeInvalidFrames } from "./bad-messages.ts";

test("lists the same bad messages for the same seed, all kinds different", () => {
  const [first, again] = [makeInvalidFrames(1_000, makeDice(7)), makeInvalidFrames(1_000, makeDice(7))];
  const isSame = first.every((bytes, place) => Buffer.from(bytes).equals(again[place] ?? Buffer.alloc(0)));
  expect([isSame, again.length]).toEqual([true, first.length]);
  expect(first).toHaveLength(1_000);
  expect(new Set(first.slice(0, 10).map((bytes) => bytes.toString())).size).toBe(10);
});
