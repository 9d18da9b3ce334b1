import { expect, test } from "vitest";
import { checkComplaints } from "./judge.ts";

const beganMs = Date.parse("2026-11-20T10:00:00Z");
const outages = [
  { kind: "fast", server: undefined, beganMs, backMs: beganMs + 500, endedMs: beganMs + 1_000 },
] as const;

function line(time: string): string {
  return JSON.stringify({ time, level: "warn", event: "the store does not answer" });
}

test("accepts log lines about an outage during it and shortly after", () => {
  const complaints = `${line("2026-11-20T10:00:00.200Z")}\n${line("2026-11-20T10:00:09Z")}\n`;
  expect(checkComplaints("server 1", complaints, outages)).toEqual([]);
});

test("reports log lines at other times, and output that is no log line", () => {
  const complaints = `${line("2026-11-20T09:59:59Z")}\n${line("2026-11-20T10:01:00Z")}\nTypeError: oops\n`;
  expect(checkComplaints("server 1", complaints, outages)).toHaveLength(3);
});

test("accepts at any time that pages come from the primary", () => {
  const complaints = line("2026-11-20T09:59:59Z").replace(
    "the store does not answer",
    "replica unavailable, reading from the primary",
  );
  expect(checkComplaints("server 1", complaints, outages)).toEqual([]);
});
