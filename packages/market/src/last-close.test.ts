import fc from "fast-check";
import { expect, test } from "vitest";
import { type Exchange, lastCloseMs, sessionOf } from "./index.ts";

const none: ReadonlySet<string> = new Set();

/** Thursday to Tuesday; Monday, 19 May 2025, is a holiday. */
const holidays = new Set(["2025-05-19"]);

test.each<[Exchange, [string, string | undefined][]]>([
  [
    "HOSE",
    [
      ["2025-05-15T08:59:59.999", "2025-05-14T14:45"],
      ["2025-05-15T09:00:00.000", undefined],
      ["2025-05-15T12:00:00.000", undefined],
      ["2025-05-15T14:44:59.999", undefined],
      ["2025-05-15T14:45:00.000", "2025-05-15T14:45"],
      ["2025-05-15T23:59:59.999", "2025-05-15T14:45"],
      ["2025-05-16T00:00:00.000", "2025-05-15T14:45"],
      ["2025-05-17T10:00:00.000", "2025-05-16T14:45"],
      ["2025-05-19T10:00:00.000", "2025-05-16T14:45"],
      ["2025-05-20T08:59:59.999", "2025-05-16T14:45"],
      ["2025-05-20T09:00:00.000", undefined],
    ],
  ],
  [
    "HNX",
    [
      ["2025-05-15T14:45:00.000", undefined],
      ["2025-05-15T14:59:59.999", undefined],
      ["2025-05-15T15:00:00.000", "2025-05-15T15:00"],
      ["2025-05-20T08:59:59.999", "2025-05-16T15:00"],
    ],
  ],
  [
    "UPCOM",
    [
      ["2025-05-15T12:59:59.999", undefined],
      ["2025-05-15T15:00:00.000", "2025-05-15T15:00"],
    ],
  ],
  [
    "DERIVATIVES",
    [
      ["2025-05-15T08:44:59.999", "2025-05-14T14:45"],
      ["2025-05-15T08:45:00.000", undefined],
      ["2025-05-15T14:45:00.000", "2025-05-15T14:45"],
      ["2025-05-20T08:44:59.999", "2025-05-16T14:45"],
    ],
  ],
])(
  "a day of %s ends with its last session, and counts as the last until the next begins",
  (exchange, expected) => {
    const closes = expected.map(([time]) => [time, lastCloseMs(exchange, at(time), holidays)]);
    expect(closes).toEqual(expected.map(([time, close]) => [time, close && at(close)]));
  },
);

test("there is no close where the holidays leave no trading day in the year before", () => {
  const dayMs = 86_400_000;
  const fromMs = at("2025-05-20T10:00");
  const days = Array.from({ length: 400 }, (_, index) => new Date(fromMs - index * dayMs));
  const all = new Set(days.map((day) => day.toISOString().slice(0, 10)));
  expect(lastCloseMs("HOSE", fromMs, all)).toBeUndefined();
});

test("no session lies between a close and the time that it is the last for", () => {
  const exchanges = fc.constantFrom<Exchange>("HOSE", "HNX", "UPCOM", "DERIVATIVES");
  const timeMs = fc.integer({ min: at("2025-05-14T00:00"), max: at("2025-05-28T00:00") });
  fc.assert(
    fc.property(exchanges, timeMs, fc.integer({ min: 0, max: 1_000 }), (exchange, atMs, part) => {
      const closedAtMs = lastCloseMs(exchange, atMs, none);
      if (closedAtMs === undefined) return;
      const betweenMs = Math.floor(closedAtMs + ((atMs - closedAtMs) * part) / 1_000);
      expect([closedAtMs <= atMs, sessionOf(exchange, betweenMs, none)]).toEqual([true, "closed"]);
      expect(sessionOf(exchange, closedAtMs - 1, none)).not.toBe("closed");
    }),
  );
});

function at(time: string): number {
  return Date.parse(`${time}+07:00`);
}
