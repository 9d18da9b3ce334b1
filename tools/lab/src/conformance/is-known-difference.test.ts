import { expect, test } from "vitest";
import { isKnownDifference, isLeftOut } from "./render-pairs.ts";

const limitText = (bytes: number): string =>
  `{"message":"The body is too large. At most ${bytes} bytes are taken."}`;
const description = `POST /: body ${limitText(12_000_000)} instead of ${limitText(33_000_000)}`;

test("allows smaller bodies on workerd-d1 only", () => {
  expect(isKnownDifference({ pair: "workerd-d1", description })).toBe(true);
  // It forwards cards to a server without the smaller limit.
  expect(isKnownDifference({ pair: "workerd-postgresql", description })).toBe(false);
  expect(isKnownDifference({ pair: "bun-sqlite", description })).toBe(false);
  const other = `POST /: body ${limitText(9_000)} instead of ${limitText(33_000_000)}`;
  expect(isKnownDifference({ pair: "workerd-d1", description: other })).toBe(false);
});

test("leaves out streams and prices that Workers answer with 501, and nothing else", () => {
  const answers = [{ status: 501 }];
  expect(isLeftOut("workerd-d1", "live.hello-comes-first", answers)).toBe(true);
  expect(isLeftOut("workerd-d1", "live.hello-comes-first", [{ status: 404 }])).toBe(false);
  expect(isLeftOut("workerd-d1", "account.figures-add-up", answers)).toBe(false);
  expect(isLeftOut("bun-sqlite", "live.hello-comes-first", answers)).toBe(false);
});

test("allows the 501 of streams and prices on Workers, asked by any claim", () => {
  const live = "GET /companion/v0/live: status 501 instead of 400";
  expect(isKnownDifference({ pair: "workerd-d1", description: live })).toBe(true);
  const body =
    'GET /companion/v0/symbols/FPT/prices: body {"error":"not_implemented","status":501} instead of …';
  expect(isKnownDifference({ pair: "workerd-postgresql", description: body })).toBe(true);
  expect(isKnownDifference({ pair: "deno-sqlite", description: live })).toBe(false);
  const other = "GET /companion/v0/accounts: status 501 instead of 200";
  expect(isKnownDifference({ pair: "workerd-d1", description: other })).toBe(false);
});
