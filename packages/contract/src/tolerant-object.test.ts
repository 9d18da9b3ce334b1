import { z } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import { tolerantObject } from "./tolerant-object.ts";

const position = tolerantObject({ symbol: z.string() });

test("a member that the document does not know passes through unchanged", () => {
  expect(position.parse({ symbol: "FPT", board: { id: "G1" } })).toEqual({
    symbol: "FPT",
    board: { id: "G1" },
  });
});

test("a member that the document knows is still judged", () => {
  expect(position.safeParse({ symbol: 1 }).success).toBe(false);
});

test("a list is no object", () => {
  expect(position.safeParse([]).success).toBe(false);
});
