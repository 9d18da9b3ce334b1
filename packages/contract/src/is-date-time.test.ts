import { expect, test } from "vitest";
import { isDateTime } from "./is-date-time.ts";

test.each([
  "2026-11-21T03:20:00Z",
  "2026-11-21T03:20:00.5Z",
  "2024-02-29T23:59:59+07:00",
  "2000-02-29T00:00:00-00:30",
])("accepts %s", (text) => {
  expect(isDateTime(text)).toBe(true);
});

test.each([
  "2026-11-21T03:20:00",
  "2026-11-21 03:20:00Z",
  "2026-11-21T03:20Z",
  "2023-02-29T00:00:00Z",
  "1900-02-29T00:00:00Z",
  "2026-04-31T00:00:00Z",
  "2026-11-21T24:00:00Z",
  "2016-12-31T23:59:60Z",
  "2026-11-21T03:20:00+0700",
  "2026-11-21T03:20:00+24:00",
])("rejects %s", (text) => {
  expect(isDateTime(text)).toBe(false);
});
