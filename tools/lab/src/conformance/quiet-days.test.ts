import { expect, test } from "vitest";
import { quietDays } from "./make-seed.ts";

test.each(["2026-11-23T02:41:00Z", "2026-11-23T16:59:59Z", "2026-11-23T17:00:00Z", "2026-12-31T23:59:59Z"])(
  "lists the exchanges' day at %s and the day after",
  (time) => {
    const days = quietDays(Date.parse(time));
    for (const laterHours of [0, 24])
      expect(days).toContain(exchangeDayOf(Date.parse(time) + laterHours * 3_600_000));
  },
);

/** The date in Vietnam, by the runtime's time zone data. */
function exchangeDayOf(atMs: number): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Ho_Chi_Minh" }).format(atMs);
}
