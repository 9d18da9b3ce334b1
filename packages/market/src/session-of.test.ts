import fc from "fast-check";
import { expect, test } from "vitest";
import { isTradingDay } from "./calendar.ts";
import { calendarDateOf, type Exchange, isCalendarDate, sessionOf, tradingTimeBetween } from "./index.ts";

const none: ReadonlySet<string> = new Set();
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

test.each<[Exchange, [string, string][]]>([
  [
    "HOSE",
    [
      ["08:59:59.999", "closed"],
      ["09:00:00.000", "opening-auction"],
      ["09:14:59.999", "opening-auction"],
      ["09:15:00.000", "continuous"],
      ["11:29:59.999", "continuous"],
      ["11:30:00.000", "closed"],
      ["12:59:59.999", "closed"],
      ["13:00:00.000", "continuous"],
      ["14:30:00.000", "closing-auction"],
      ["14:44:59.999", "closing-auction"],
      ["14:45:00.000", "closed"],
    ],
  ],
  [
    "HNX",
    [
      ["08:59:59.999", "closed"],
      ["09:00:00.000", "continuous"],
      ["11:30:00.000", "closed"],
      ["13:00:00.000", "continuous"],
      ["14:30:00.000", "closing-auction"],
      ["14:45:00.000", "post-close"],
      ["14:59:59.999", "post-close"],
      ["15:00:00.000", "closed"],
    ],
  ],
  [
    "UPCOM",
    [
      ["09:00:00.000", "continuous"],
      ["12:00:00.000", "closed"],
      ["14:59:59.999", "continuous"],
      ["15:00:00.000", "closed"],
    ],
  ],
  [
    "DERIVATIVES",
    [
      ["08:44:59.999", "closed"],
      ["08:45:00.000", "opening-auction"],
      ["09:00:00.000", "continuous"],
      ["11:30:00.000", "closed"],
      ["14:30:00.000", "closing-auction"],
      ["14:45:00.000", "closed"],
    ],
  ],
])("the sessions of %s begin on their first millisecond and end before the next", (exchange, expected) => {
  const sessions = expected.map(([clock]) => [clock, sessionOf(exchange, at("2025-05-14", clock), none)]);
  expect(sessions).toEqual(expected);
});

test("nothing is traded on Saturdays, Sundays and listed holidays", () => {
  const days = ["2025-05-16", "2025-05-17", "2025-05-18", "2025-05-19"];
  expect(days.map((date) => sessionOf("HOSE", at(date, "10:00:00.000"), new Set(["2025-05-19"])))).toEqual([
    "continuous",
    "closed",
    "closed",
    "closed",
  ]);
  expect(isTradingDay("2025-05-19", none)).toBe(true);
});

test("a day begins at midnight in UTC+7", () => {
  expect(calendarDateOf(Date.parse("2025-05-14T16:59:59.999Z"))).toBe("2025-05-14");
  expect(calendarDateOf(Date.parse("2025-05-14T17:00:00.000Z"))).toBe("2025-05-15");
});

test.each([
  ["2024-02-29", true],
  ["2025-02-29", false],
  ["2025-13-01", false],
  ["2025-00-10", false],
  ["2025-04-31", false],
  ["2025-4-01", false],
  ["20250401", false],
  ["2025-04-01T00:00:00Z", false],
  ["", false],
])("%j is a calendar date: %s", (text, expected) => {
  expect(isCalendarDate(text)).toBe(expected);
});

test.each<[Exchange, number]>([
  ["HOSE", 2.5 + 1.75],
  ["HNX", 2.5 + 2],
  ["UPCOM", 2.5 + 2],
  ["DERIVATIVES", 2.75 + 1.75],
])("a whole day of %s has %d hours of trading", (exchange, hours) => {
  const fromMs = at("2025-05-14", "00:00:00.000");
  expect(tradingTimeBetween(exchange, fromMs, fromMs + 24 * hourMs, none)).toBe(hours * hourMs);
});

test("an hour of trading extends over lunch, a weekend and a holiday", () => {
  const beforeLunchMs = at("2025-05-14", "11:00:00.000");
  expect(tradingTimeBetween("HOSE", beforeLunchMs, at("2025-05-14", "13:30:00.000"), none)).toBe(hourMs);
  const fridayMs = at("2025-05-16", "14:15:00.000");
  expect(tradingTimeBetween("HOSE", fridayMs, at("2025-05-19", "09:30:00.000"), none)).toBe(hourMs);
  const holidays = new Set(["2025-05-19"]);
  expect(tradingTimeBetween("HOSE", fridayMs, at("2025-05-19", "15:00:00.000"), holidays)).toBe(
    30 * minuteMs,
  );
});

test("a reversed interval has no trading time, and an interval is the sum of its parts", () => {
  const fromMs = at("2025-05-14", "00:00:00.000");
  const offset = fc.integer({ min: 0, max: 20 * 24 * hourMs });
  fc.assert(
    fc.property(
      fc.constantFrom<Exchange>("HOSE", "HNX"),
      fc.tuple(offset, offset, offset),
      (exchange, drawn) => {
        const [first = 0, middle = 0, last = 0] = [...drawn]
          .sort((x, y) => x - y)
          .map((each) => fromMs + each);
        const between = (x: number, y: number) => tradingTimeBetween(exchange, x, y, new Set(["2025-05-20"]));
        expect(between(first, middle) + between(middle, last)).toBe(between(first, last));
        expect(between(last, first)).toBe(0);
      },
    ),
  );
});

function at(date: string, clock: string): number {
  return Date.parse(`${date}T${clock}+07:00`);
}
