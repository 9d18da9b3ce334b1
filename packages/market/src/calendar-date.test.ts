import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, calendarDateOf, dayMs, startOfDateMs, weekdayOf } from "./calendar.ts";

const thursday = { date: "2026-11-19", startMs: Date.parse("2026-11-18T17:00:00Z") };

test("a day begins at midnight in UTC+7 and has its weekday, cached or not", () => {
  const days = fc.array(fc.integer({ min: -30_000, max: 30_000 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(days, fc.integer({ min: 0, max: dayMs - 1 }), (offsets, sinceMidnightMs) => {
      const dates = offsets.map((offset) =>
        calendarDateOf(thursday.startMs + offset * dayMs + sinceMidnightMs),
      );
      for (const [index, date] of dates.entries()) {
        const offset = offsets[index] ?? 0;
        expect(startOfDateMs(date)).toBe(thursday.startMs + offset * dayMs);
        expect(weekdayOf(date)).toBe((((4 + offset) % 7) + 7) % 7);
        // `addDays` replaced the cached day.
        expect(addDays(date, 1)).not.toBe(date);
        expect(weekdayOf(date)).toBe((((4 + offset) % 7) + 7) % 7);
      }
    }),
  );
  expect(calendarDateOf(thursday.startMs)).toBe(thursday.date);
});
