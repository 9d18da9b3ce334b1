import { z } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import { queryList } from "./query-list.ts";

const symbols = queryList(z.string().regex(/^[A-Z0-9]+$/), { minItems: 1, maxItems: 3 });
const isTaken = (text: unknown) => symbols.safeParse(text).success;

test("reads the items between commas", () => {
  expect(symbols.parse("FPT,VNM")).toEqual(["FPT", "VNM"]);
  expect(symbols.parse("FPT")).toEqual(["FPT"]);
});

test("takes as many items as the bounds allow", () => {
  expect(["A,B,C", "A,B,C,D"].map(isTaken)).toEqual([true, false]);
  const [issue] = symbols.safeParse("A,B,C,D").error?.issues ?? [];
  expect(issue?.message).toBe("has to be a list of 1 to 3 items with commas between them");
});

test("checks each item, so that no list is empty", () => {
  expect(["", ",", "FPT,", ",FPT", "FPT,fpt", "FPT, VNM"].map(isTaken)).toEqual(Array(6).fill(false));
});

test("tells which item is faulty, as a fault of the parameter", () => {
  const { error } = z.object({ symbols }).safeParse({ symbols: "FPT,vnm" });
  expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
    [["symbols"], expect.stringMatching(/^item 2 /)],
  ]);
});

test("rejects what is no text", () => {
  expect([["FPT"], 5, null, undefined].map(isTaken)).toEqual(Array(4).fill(false));
});
