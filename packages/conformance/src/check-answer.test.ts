import { describe, expect, test } from "vitest";
import { listLeaks, makeAnswerCheck } from "./check-answer.ts";
import { type PlannedAnswer, planAnswer } from "./testing/plan-answer.ts";

const [check, openCheck] = [makeAnswerCheck({ isClosed: true }), makeAnswerCheck({ isClosed: false })];
const page = { notifications: [], limit: 50, offset: 0 };

function verdictOf(planned: PlannedAnswer): string {
  try {
    check(planAnswer(planned));
    return "valid";
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure);
  }
}

describe("the check of an answer", () => {
  test("accepts an answer that the document declares", () => {
    expect(verdictOf({ body: page })).toBe("valid");
    expect(verdictOf({ status: 404, body: { error: "not_found", surprise: 1 } })).toBe("valid");
    expect(verdictOf({ status: 405, method: "DELETE", body: { error: "method_not_allowed" } })).toBe("valid");
  });

  test.for<[string, PlannedAnswer, string]>([
    ["an undeclared status", { status: 201, body: page }, "one of the declared statuses: 200, 400"],
    [
      "another media type",
      { headers: { "content-type": "text/html" }, body: page },
      "Content-Type application/json",
    ],
    [
      "another charset",
      { headers: { "content-type": "application/json; charset=latin1" }, body: page },
      "Content-Type",
    ],
    ["no media type", { headers: {}, body: page }, "no Content-Type"],
    ["a missing member", { body: { notifications: [], limit: 50 } }, "offset"],
    ["an unknown member", { body: { ...page, total: 0 } }, "additional properties (total)"],
    ["a number that is a string", { body: { ...page, limit: "50" } }, "/limit must be number"],
    ["a body that is not JSON", { body: "[" }, "JSON in UTF-8"],
    [
      "a stack trace",
      { status: 400, body: { detail: "Error: x\n    at f (/srv/a.js:1:2)" } },
      "without internal details",
    ],
  ])("rejects %s", ([, planned, expected]) => {
    expect(verdictOf(planned)).toContain(expected);
  });

  test("accepts unknown members if it is not closed, and no other fault", () => {
    expect(() => openCheck(planAnswer({ body: { ...page, total: 0 } }))).not.toThrow();
    expect(() => openCheck(planAnswer({ body: { ...page, limit: "50" } }))).toThrow("/limit must be number");
  });

  test("checks the doubled card path, and ignores paths that are not in the document", () => {
    const path = "/api/v2/chat/api/v2/chat/api/id-card";
    expect(verdictOf({ method: "POST", path, body: { success: true, note: "" } })).toContain(
      "additional properties (note)",
    );
    expect(verdictOf({ path: "/readyz", status: 299, body: "ready" })).toBe("valid");
  });

  test("expects no body for HEAD and 304", () => {
    expect(verdictOf({ method: "HEAD" })).toBe("valid");
    expect(verdictOf({ path: "/api/v1/MarketData/GetSymbolSearch/a", status: 304, headers: {} })).toBe(
      "valid",
    );
  });
});

test.for<[said: string, leak: string]>([
  ["Error: x\n    at find (/srv/app/desk.js:12:7)", "a stack trace line"],
  ["cannot open /var/lib/oms/data.db", "a directory of the host"],
  ["no such table in store/open.ts", "a source file name"],
  ["near: select id from accounts where id = 1", "an SQL statement"],
  ["TypeError: x is not a function", "an exception name"],
])("finds an internal detail in %s", ([text, leak]) => {
  expect(listLeaks(text)).toContain(leak);
});

test("finds no internal details in texts about a request", () => {
  for (const text of [
    '{"error":"not_found","message":"The symbol a.b_c-d is not listed.","status":404}',
    "has characters that are not allowed here; letters from A to Z and a to z, digits, dots, underscores and hyphens are allowed",
    "The body has to be application/json; say so in Content-Type.",
    "Please select another photo from your gallery",
    "Please delete from your gallery what you do not want",
    "There is no /app/api/v1/nothing",
    "See https://docs.example.js.org/p and https://example.com/app.js",
    "is a link, and links are not followed; send the image itself in Base64",
  ]) {
    expect(listLeaks(text)).toEqual([]);
  }
});
