import { expect, test } from "vitest";
import { checkLooks } from "./judge.ts";
import { racedAccount, sentCover } from "./testing.ts";

test("accepts a server that answers what brokerage computes", () => {
  expect(checkLooks([sentCover("look.0", 300)], [racedAccount(300n)])).toEqual([]);
});

test("reports a server with other figures, and one without an answer", () => {
  expect(checkLooks([sentCover("look.0", 301)], [racedAccount(300n)])).toEqual([
    "R-1 R1 was told 301, 1301, 8699; brokerage computes 300, 1300, 8700",
  ]);
  expect(checkLooks([sentCover("look.0", 300, { status: 503 })], [racedAccount(300n)])).toEqual([
    "R-1 R1 was told , , ; brokerage computes 300, 1300, 8700",
  ]);
});
