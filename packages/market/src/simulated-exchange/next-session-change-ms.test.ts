import fc from "fast-check";
import { expect, test } from "vitest";
import { nextSessionChangeMs, sessionOf } from "../sessions.ts";

const holidays = new Set(["2026-11-24"]);
const usual = { holidays, isAlwaysTrading: false };

test.each([
  ["HOSE", "2026-11-23T08:59:59.999+07:00", "2026-11-23T09:00:00+07:00"],
  ["HOSE", "2026-11-23T09:00:00+07:00", "2026-11-23T09:15:00+07:00"],
  ["DERIVATIVES", "2026-11-23T00:00:00+07:00", "2026-11-23T08:45:00+07:00"],
  ["UPCOM", "2026-11-23T13:00:00+07:00", "2026-11-23T15:00:00+07:00"],
  ["HOSE", "2026-11-23T14:45:00+07:00", "2026-11-25T00:00:00+07:00"],
  ["HOSE", "2026-11-27T23:00:00+07:00", "2026-11-30T00:00:00+07:00"],
] as const)("on %s the first change after %s is at %s", (exchange, after, expected) => {
  expect(nextSessionChangeMs(exchange, Date.parse(after), usual)).toBe(Date.parse(expected));
});

test("if an exchange always trades, a holiday and a Saturday begin like any other day", () => {
  const always = { holidays, isAlwaysTrading: true };
  const [monday, friday] = [Date.parse("2026-11-23T14:45:00+07:00"), Date.parse("2026-11-27T23:00:00+07:00")];
  expect(nextSessionChangeMs("HOSE", monday, always)).toBe(Date.parse("2026-11-24T00:00:00+07:00"));
  expect(nextSessionChangeMs("HOSE", friday, always)).toBe(Date.parse("2026-11-28T00:00:00+07:00"));
});

test("the session stays the same until the next change", () => {
  const startMs = Date.parse("2026-11-20T00:00:00+07:00");
  fc.assert(
    fc.property(
      fc.constantFrom("HOSE", "HNX", "UPCOM", "DERIVATIVES"),
      fc.nat({ max: 8 * 86_400_000 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (exchange, sinceMs, share) => {
        const atMs = startMs + sinceMs;
        const nextMs = nextSessionChangeMs(exchange, atMs, usual);
        const betweenMs = atMs + Math.floor((nextMs - atMs) * share);
        expect(nextMs).toBeGreaterThan(atMs);
        expect(sessionOf(exchange, betweenMs, holidays)).toBe(sessionOf(exchange, atMs, holidays));
      },
    ),
  );
});

test("throws if the holidays leave no trading day within a year", () => {
  const everyDay = new Set<string>();
  for (let day = 0; day < 400; day += 1) {
    everyDay.add(new Date(Date.parse("2026-11-01") + day * 86_400_000).toISOString().slice(0, 10));
  }
  const atMs = Date.parse("2026-11-23T10:00:00+07:00");
  expect(() => nextSessionChangeMs("HOSE", atMs, { holidays: everyDay, isAlwaysTrading: false })).toThrow(
    RangeError,
  );
});
