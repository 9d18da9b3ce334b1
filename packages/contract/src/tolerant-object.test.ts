import { z } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import { tolerantObject } from "./tolerant-object.ts";

const position = tolerantObject({ symbol: z.string() });

test("keeps an unknown member unchanged", () => {
  expect(position.parse({ symbol: "FPT", board: { id: "G1" } })).toEqual({
    symbol: "FPT",
    board: { id: "G1" },
  });
});

test("validates a known member", () => {
  expect(position.safeParse({ symbol: 1 }).success).toBe(false);
});

test("rejects a list", () => {
  expect(position.safeParse([]).success).toBe(false);
});
