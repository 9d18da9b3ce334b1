import { expect, test } from "vitest";
import { holidaysFrom } from "./calendar.ts";
import { listSessions } from "./sessions.ts";

const at = (time: string): number => Date.parse(`${time}+07:00`);

function sessionsAt(time: string, ...holidays: string[]): string[] {
  return listSessions(at(time), new Set(holidays)).map(({ exchange, session, changesAtMs }) => {
    const changes = changesAtMs === undefined ? "never" : new Date(changesAtMs + 7 * 3_600_000).toISOString();
    return `${exchange} ${session} ${changes.slice(0, 16)}`;
  });
}

test("lists the session of each exchange and when the next begins", () => {
  expect(sessionsAt("2026-11-18T09:05:00")).toEqual([
    "HOSE opening-auction 2026-11-18T09:15",
    "HNX continuous 2026-11-18T11:30",
    "UPCOM continuous 2026-11-18T11:30",
    "DERIVATIVES continuous 2026-11-18T11:30",
  ]);
});

test("a lunch break is closed until the afternoon", () => {
  expect(sessionsAt("2026-11-18T11:30:00")).toContain("UPCOM closed 2026-11-18T13:00");
});

test("after the last session, the next begins on the next trading day, past weekends and holidays", () => {
  expect(sessionsAt("2026-11-20T15:00:00", "2026-11-23")).toEqual([
    "HOSE closed 2026-11-24T09:00",
    "HNX closed 2026-11-24T09:00",
    "UPCOM closed 2026-11-24T09:00",
    "DERIVATIVES closed 2026-11-24T08:45",
  ]);
});

test("midnight is no change of session", () => {
  expect(sessionsAt("2026-11-18T23:59:59")).toContain("HOSE closed 2026-11-19T09:00");
});

test("a list of holidays without an end leaves no change", () => {
  const days = Array.from({ length: 400 }, (_, index) =>
    new Date(Date.parse("2026-11-18T00:00:00Z") + index * 86_400_000).toISOString().slice(0, 10),
  );
  expect(sessionsAt("2026-11-18T10:00:00", ...days)).toContain("HNX closed never");
});

test("lists holidays from a day on, in order", () => {
  const holidays = new Set(["2027-01-01", "2026-09-02", "2026-11-18"]);
  expect(holidaysFrom("2026-11-18", holidays)).toEqual(["2026-11-18", "2027-01-01"]);
});
