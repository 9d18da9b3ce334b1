import { expect, test } from "vitest";
import { queryInteger } from "./query-integer.ts";

const limit = queryInteger({ minimum: 1, maximum: 100 });

test.each([
  ["1", 1],
  ["42", 42],
  ["100", 100],
])("reads %j as %d", (text, number) => {
  expect(limit.parse(text)).toBe(number);
});

test.each(["0", "101", "", " 5", "5 ", "+5", "-5", "5.0", "05", "1e1", "0x10", "٥", "ten", "9".repeat(400)])(
  "rejects %j with the range in the message",
  (text) => {
    expect(limit.safeParse(text).error?.issues[0]?.message).toBe(
      "has to be a whole number from 1 to 100 in plain decimal digits",
    );
  },
);

test("rejects a repeated parameter, which arrives as a list", () => {
  expect(limit.safeParse(["5", "6"]).success).toBe(false);
});

test("accepts the largest safe integer and rejects the next", () => {
  const offset = queryInteger({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
  expect(offset.parse("9007199254740991")).toBe(9_007_199_254_740_991);
  expect(offset.safeParse("9007199254740992").success).toBe(false);
});
