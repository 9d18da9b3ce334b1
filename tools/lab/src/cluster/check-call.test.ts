import { expect, test } from "vitest";
import type { Call } from "../harness/wire.ts";
import { checkCall } from "./client.ts";

const checkError = (body: unknown): string[] =>
  typeof body === "object" && body !== null && "error" in body ? [] : ["there is no member error"];

function answer(status: number, body: string, headers: Record<string, string> = {}): Call {
  const all = new Map(Object.entries({ "content-type": "application/json", ...headers }));
  return { kind: "answered", answer: { status, headers: all, body, isLast: false } };
}

test("accepts a success, and the rejection of a card that is none", () => {
  expect(checkCall("listNotifications", answer(200, "{}"), checkError)).toEqual({
    outcome: "answered",
    fault: undefined,
  });
  expect(checkCall("parseIdCard", answer(400, '{"error":"x"}'), checkError).fault).toBeUndefined();
});

test("accepts a 503 only with the shape of an error and Retry-After", () => {
  const judge = (body: string, headers?: Record<string, string>) =>
    checkCall("listNotifications", answer(503, body, headers), checkError);
  expect(judge("{}").fault).toContain("no member error");
  expect(judge("oops").fault).toContain("has no JSON");
  expect(judge('{"error":"unavailable"}').fault).toContain("no Retry-After");
  expect(judge('{"error":"unavailable"}', { "retry-after": "1" })).toEqual({
    outcome: "failed",
    fault: undefined,
  });
});

test("reports any other status, even a 500 while the database is down", () => {
  expect(checkCall("listNotifications", answer(500, '{"error":"x"}'), checkError).fault).toContain("500");
  expect(checkCall("getMarginRatio", answer(404, '{"error":"x"}'), checkError).fault).toContain("404");
  expect(checkCall("getMarginRatio", { kind: "refused" }, checkError)).toEqual({
    outcome: "refused",
    fault: undefined,
  });
});
