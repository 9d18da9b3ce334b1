import type { Answer } from "@trading-oms/conformance";
import { expect, test } from "vitest";
import { comparableOf } from "./render-pairs.ts";

function planAnswer(status: number, text: string): Answer {
  const asked = { method: "GET", path: "/a", headers: {}, body: undefined };
  const headers = new Map([
    ["x-request-id", ["7"]],
    ["content-type", ["application/json"]],
    ["date", ["today"]],
    ["content-length", ["9"]],
  ]);
  return { asked, status, headers, bytes: Buffer.from(text), text };
}

test("omits transfer headers and the body of a success", () => {
  expect(comparableOf(planAnswer(200, "{}"))).toEqual({
    asked: "GET /a",
    status: 200,
    contentType: "application/json",
    headers: ["content-type", "x-request-id"],
    body: "",
  });
});

test("keeps the body of an error without members that change", () => {
  const body = { title: "no", requestID: "1", traceId: "2", executionTime: 3, data: { time: 4, place: 5 } };
  expect(comparableOf(planAnswer(404, JSON.stringify(body))).body).toBe('{"title":"no","data":{"place":5}}');
  expect(comparableOf(planAnswer(404, "no")).body).toBe("no");
});
