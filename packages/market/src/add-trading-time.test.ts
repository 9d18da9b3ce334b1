import fc from "fast-check";
import { expect, test } from "vitest";
import { addTradingTime, type Exchange, tradingTimeBetween } from "./index.ts";

const none: ReadonlySet<string> = new Set();
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

// 2025-05-14 is a Wednesday, 2025-05-16 a Friday.
test.each<[string, Exchange, string, number, string]>([
  ["within a session", "HOSE", "2025-05-14T09:20", 60, "2025-05-14T10:20"],
  ["from one session into the next", "HOSE", "2025-05-14T09:00", 60, "2025-05-14T10:00"],
  ["over lunch", "HOSE", "2025-05-14T11:00", 60, "2025-05-14T13:30"],
  ["to the last moment before lunch", "HOSE", "2025-05-14T10:30", 60, "2025-05-14T11:30"],
  ["from within lunch", "HOSE", "2025-05-14T12:10", 60, "2025-05-14T14:00"],
  ["to the end of a day", "HOSE", "2025-05-14T13:45", 60, "2025-05-14T14:45"],
  ["over a night", "HOSE", "2025-05-14T14:15", 60, "2025-05-15T09:30"],
  [
    "over a night of the futures, which begin earlier",
    "DERIVATIVES",
    "2025-05-14T14:15",
    60,
    "2025-05-15T09:15",
  ],
  ["over a night of HNX, which ends later", "HNX", "2025-05-14T14:15", 60, "2025-05-15T09:15"],
  ["from before the first session", "UPCOM", "2025-05-14T00:00", 60, "2025-05-14T10:00"],
  ["from after the last session", "UPCOM", "2025-05-14T15:00", 60, "2025-05-15T10:00"],
  ["over a weekend", "HOSE", "2025-05-16T14:15", 60, "2025-05-19T09:30"],
  ["from within a weekend", "HOSE", "2025-05-17T10:00", 60, "2025-05-19T10:00"],
  [
    "over days, which have 4.25 hours of trading on HOSE",
    "HOSE",
    "2025-05-14T10:00",
    510,
    "2025-05-16T10:00",
  ],
])("adds trading time %s", (_, exchange, from, minutes, expected) => {
  expect(addTradingTime(exchange, at(from), minutes * minuteMs, none)).toBe(at(expected));
});

test("skips a listed holiday at the start and in between", () => {
  const holidays = new Set(["2025-05-19", "2025-05-20"]);
  expect(addTradingTime("HOSE", at("2025-05-16T14:15"), hourMs, holidays)).toBe(at("2025-05-21T09:30"));
  expect(addTradingTime("HOSE", at("2025-05-19T10:00"), hourMs, holidays)).toBe(at("2025-05-21T10:00"));
});

test("without trading time returns the start, even while the exchange is closed", () => {
  expect(addTradingTime("HOSE", at("2025-05-14T10:00"), 0, none)).toBe(at("2025-05-14T10:00"));
  expect(addTradingTime("HOSE", at("2025-05-17T10:00"), 0, none)).toBe(at("2025-05-17T10:00"));
});

test("the first millisecond of trading after a break ends one millisecond after the break", () => {
  expect(addTradingTime("HOSE", at("2025-05-14T11:30"), 1, none)).toBe(at("2025-05-14T13:00") + 1);
});

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])("refuses a trading time of %d", (tradedMs) => {
  expect(() => addTradingTime("HOSE", at("2025-05-14T10:00"), tradedMs, none)).toThrow(RangeError);
});

test("throws if the holidays leave no trading day within a year, and finds the last possible one", () => {
  const fromMs = at("2025-05-14T15:00");
  const days = Array.from({ length: 400 }, (_, index) =>
    new Date(Date.UTC(2025, 4, 15 + index)).toISOString().slice(0, 10),
  );
  expect(() => addTradingTime("HOSE", fromMs, hourMs, new Set(days))).toThrow(RangeError);
  // 366 days after Thursday, 2025-05-15, is a Saturday: the Friday before it is found, the Monday after it is too late.
  const allBut = (day: string) => new Set(days.filter((date) => date !== day));
  expect(addTradingTime("HOSE", fromMs, hourMs, allBut("2026-05-15"))).toBe(at("2026-05-15T10:00"));
  expect(() => addTradingTime("HOSE", fromMs, hourMs, allBut("2026-05-18"))).toThrow(RangeError);
});

test("the trading time until the result is the requested one, and a millisecond earlier it is less", () => {
  const beginMs = at("2025-05-12T00:00");
  const days = Array.from({ length: 60 }, (_, index) =>
    new Date(Date.UTC(2025, 4, 12 + index)).toISOString().slice(0, 10),
  );
  // Times on a full quarter often hit the end of a session, where a mistake would show.
  const quarterMs = 15 * minuteMs;
  const arbitraryFromMs = fc.oneof(
    fc.integer({ min: 0, max: 14 * 24 * 4 }).map((quarters) => quarters * quarterMs),
    fc.integer({ min: 0, max: 14 * 24 * hourMs }),
  );
  const arbitraryTradedMs = fc.oneof(
    fc.integer({ min: 1, max: 40 }).map((quarters) => quarters * quarterMs),
    fc.integer({ min: 1, max: 20 * hourMs }),
    fc.integer({ min: 1, max: 3 }),
  );
  fc.assert(
    fc.property(
      fc.constantFrom<Exchange>("HOSE", "HNX", "UPCOM", "DERIVATIVES"),
      arbitraryFromMs,
      arbitraryTradedMs,
      fc.uniqueArray(fc.constantFrom(...days), { maxLength: 8 }),
      (exchange, offsetMs, tradedMs, listed) => {
        const fromMs = beginMs + offsetMs;
        const holidays = new Set(listed);
        const untilMs = addTradingTime(exchange, fromMs, tradedMs, holidays);
        expect(tradingTimeBetween(exchange, fromMs, untilMs, holidays)).toBe(tradedMs);
        expect(tradingTimeBetween(exchange, fromMs, untilMs - 1, holidays)).toBe(tradedMs - 1);
      },
    ),
  );
});

function at(clock: string): number {
  return Date.parse(`${clock}:00+07:00`);
}
