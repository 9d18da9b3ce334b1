/** When margin calls are due: examples over weekends, holidays and nights, and what holds for every opening. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { isTradingDay } from "./calendar.ts";
import { calendarDateOf, dueTimeOf, parseTimeOfDay, renderTimeOfDay } from "./index.ts";

const rule = { days: 2, minuteOfDay: 17 * 60 };
const holidays = new Set(["2025-09-01", "2025-09-02"]);

// 2025-08-25 is a Monday.
test.each<[string, string, string]>([
  ["in a session", "2025-08-25T10:00", "2025-08-27T17:00"],
  ["before the first session", "2025-08-25T03:00", "2025-08-27T17:00"],
  ["after the due time of a day", "2025-08-25T20:00", "2025-08-27T17:00"],
  ["in the last minute of a day", "2025-08-25T23:59", "2025-08-27T17:00"],
  ["in the first minute of a day", "2025-08-26T00:00", "2025-08-28T17:00"],
  ["on a Thursday before a holiday on Monday and Tuesday", "2025-08-28T10:00", "2025-09-03T17:00"],
  ["on a Friday before it", "2025-08-29T10:00", "2025-09-04T17:00"],
  ["on a Saturday", "2025-08-23T10:00", "2025-08-26T17:00"],
  ["on a Sunday", "2025-08-24T23:00", "2025-08-26T17:00"],
  ["on a holiday", "2025-09-01T10:00", "2025-09-04T17:00"],
  ["on a Thursday", "2025-08-21T14:45", "2025-08-25T17:00"],
])("a call opened %s is due two trading days later", (_, opened, due) => {
  expect(dueTimeOf(at(opened), rule, holidays)).toBe(at(due));
});

test("another day and time of day can be set, and a holiday that is listed later moves it", () => {
  expect(dueTimeOf(at("2025-08-29T10:00"), { days: 1, minuteOfDay: 9 * 60 + 30 }, new Set())).toBe(
    at("2025-09-01T09:30"),
  );
  expect(dueTimeOf(at("2025-08-29T10:00"), { days: 1, minuteOfDay: 9 * 60 + 30 }, holidays)).toBe(
    at("2025-09-03T09:30"),
  );
});

test("holidays that leave no trading day within a year leave no due time", () => {
  const days = Array.from({ length: 800 }, (_, index) =>
    calendarDateOf(at("2025-01-01T00:00") + index * 86_400_000),
  );
  expect(dueTimeOf(at("2025-01-01T10:00"), rule, new Set(days))).toBeUndefined();
});

test("between opening and due time there are exactly so many trading days, the last of them the due day", () => {
  const listed = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 12 });
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 40 * 86_400_000 }),
      fc.integer({ min: 1, max: 10 }),
      fc.integer({ min: 0, max: 1_439 }),
      listed,
      (afterMs, days, minuteOfDay, offDays) => {
        const openedAtMs = at("2025-01-01T00:00") + afterMs;
        const closed = new Set(
          offDays.map((day) => calendarDateOf(at("2025-01-01T00:00") + day * 86_400_000)),
        );
        const dueMs = dueTimeOf(openedAtMs, { days, minuteOfDay }, closed) ?? 0;
        const dates = [];
        const first = at(`${calendarDateOf(openedAtMs)}T00:00`) + 86_400_000;
        for (let dayMs = first; dayMs <= dueMs; dayMs += 86_400_000) dates.push(calendarDateOf(dayMs));
        expect(dates.filter((date) => isTradingDay(date, closed))).toHaveLength(days);
        expect(isTradingDay(calendarDateOf(dueMs), closed)).toBe(true);
        expect(dueMs).toBe(at(`${calendarDateOf(dueMs)}T${renderTimeOfDay(minuteOfDay)}`));
      },
    ),
  );
});

test.each([
  ["17:00", 1_020],
  ["00:00", 0],
  ["23:59", 1_439],
])("%s is a time of day", (text, minutes) => {
  expect(parseTimeOfDay(text)).toBe(minutes);
  expect(renderTimeOfDay(minutes)).toBe(text);
});

test.each(["24:00", "7:00", "17:60", "17", "", "17:00:00"])("%j is none", (text) => {
  expect(parseTimeOfDay(text)).toBeUndefined();
});

function at(clock: string): number {
  return Date.parse(`${clock}:00+07:00`);
}
