import { expect, test } from "vitest";
import { quietDays } from "./make-seed.ts";

test.each(["2026-11-23T02:41:00Z", "2026-11-23T16:59:59Z", "2026-11-23T17:00:00Z", "2026-12-31T23:59:59Z"])(
  "the exchanges' day of %s is quiet, and so is the next, whatever the hour",
  (time) => {
    const days = quietDays(Date.parse(time));
    for (const laterHours of [0, 24])
      expect(days).toContain(exchangeDayOf(Date.parse(time) + laterHours * 3_600_000));
  },
);

/** The calendar of Vietnam, as the runtime's own tables have it. */
function exchangeDayOf(atMs: number): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Ho_Chi_Minh" }).format(atMs);
}
