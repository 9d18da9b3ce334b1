import fc from "fast-check";
import { expect, test } from "vitest";
import { type Exchange, tradingTimeBetween, whenTraded } from "./index.ts";

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
  ["over days: 4 hours and a quarter are one of HOSE", "HOSE", "2025-05-14T10:00", 510, "2025-05-16T10:00"],
])("So long is traded %s", (_, exchange, from, minutes, expected) => {
  expect(whenTraded(exchange, at(from), minutes * minuteMs, none)).toBe(at(expected));
});

test("A listed holiday is passed over, at the beginning and in between", () => {
  const holidays = new Set(["2025-05-19", "2025-05-20"]);
  expect(whenTraded("HOSE", at("2025-05-16T14:15"), hourMs, holidays)).toBe(at("2025-05-21T09:30"));
  expect(whenTraded("HOSE", at("2025-05-19T10:00"), hourMs, holidays)).toBe(at("2025-05-21T10:00"));
});

test("No trading at all is reached at once, also while nothing is traded", () => {
  expect(whenTraded("HOSE", at("2025-05-14T10:00"), 0, none)).toBe(at("2025-05-14T10:00"));
  expect(whenTraded("HOSE", at("2025-05-17T10:00"), 0, none)).toBe(at("2025-05-17T10:00"));
});

test("The first millisecond after a pause is reached one after its end", () => {
  expect(whenTraded("HOSE", at("2025-05-14T11:30"), 1, none)).toBe(at("2025-05-14T13:00") + 1);
});

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])("A time of trading of %d is refused", (tradedMs) => {
  expect(() => whenTraded("HOSE", at("2025-05-14T10:00"), tradedMs, none)).toThrow(RangeError);
});

test("A list of holidays that leaves no trading day in a year is refused, and one that leaves the last is not", () => {
  const fromMs = at("2025-05-14T15:00");
  const days = Array.from({ length: 400 }, (_, index) =>
    new Date(Date.UTC(2025, 4, 15 + index)).toISOString().slice(0, 10),
  );
  expect(() => whenTraded("HOSE", fromMs, hourMs, new Set(days))).toThrow(RangeError);
  // 366 days after Thursday, 2025-05-15 is a Saturday: the Friday before is found, the Monday after is too late.
  const allBut = (day: string) => new Set(days.filter((date) => date !== day));
  expect(whenTraded("HOSE", fromMs, hourMs, allBut("2026-05-15"))).toBe(at("2026-05-15T10:00"));
  expect(() => whenTraded("HOSE", fromMs, hourMs, allBut("2026-05-18"))).toThrow(RangeError);
});

test("What was traded until then is exactly what was asked, and a millisecond before it was less", () => {
  const beginMs = at("2025-05-12T00:00");
  const days = Array.from({ length: 60 }, (_, index) =>
    new Date(Date.UTC(2025, 4, 12 + index)).toISOString().slice(0, 10),
  );
  // Times on a full quarter often lie on the ends of sessions, where a mistake would show.
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
        const untilMs = whenTraded(exchange, fromMs, tradedMs, holidays);
        expect(tradingTimeBetween(exchange, fromMs, untilMs, holidays)).toBe(tradedMs);
        expect(tradingTimeBetween(exchange, fromMs, untilMs - 1, holidays)).toBe(tradedMs - 1);
      },
    ),
  );
});

function at(clock: string): number {
  return Date.parse(`${clock}:00+07:00`);
}
