import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ApiError, toApiError } from "./index.ts";
import { planClient } from "./testing/plan-client.ts";

const json = (body: unknown) => Response.json(body);

describe("a success", () => {
  test("returns its data including unknown members", async () => {
    const { client, clock } = planClient([json({ symbol: "FPT", marginRatio: 0.5, asOf: 7 })]);
    expect(await clock.run(client.getMarginRatio("FPT"))).toEqual({
      symbol: "FPT",
      marginRatio: 0.5,
      asOf: 7,
    });
  });

  test("returns data and response in the style of openapi-fetch", async () => {
    const { client, clock } = planClient([json({ notifications: [], limit: 5, offset: 0 })]);
    const { data, error, response } = await clock.run(
      client.GET("/api/v1/notifications", { params: { query: { limit: 5 } } }),
    );
    expect(data?.limit).toBe(5);
    expect(error).toBeUndefined();
    expect(response.status).toBe(200);
  });
});

describe("a 200 that reports a refusal is an error of kind refused with the body in raw:", () => {
  test.each([
    [
      "an unreadable card",
      { success: false, error: "The number is blurred.", data: { sex: "Nam" } },
      "The number is blurred.",
    ],
    [
      "a cover against a rule",
      { status: "failed", message: "More than the trading power.", tradingPower: 7 },
      "More than the trading power.",
    ],
    [
      "a failed search",
      { isSuccess: false, detail: "The index is offline.", data: [] },
      "The index is offline.",
    ],
    ["a refusal without a reason", { success: false }, "The service answered 200."],
  ])("%s", async (_what, body, message) => {
    const { client, clock } = planClient([json(body)]);
    const frontImage = new Uint8Array([1]);
    await expect(clock.run(client.parseIdCard({ frontImage }))).rejects.toMatchObject({
      kind: "refused",
      status: 200,
      message,
      retryable: false,
      raw: body,
    });
  });
});

test.each([
  ["the header", { status: "failed" }, { "OMS-Refusal": "above_trading_power" }],
  ["the body", { status: "failed", code: "above_trading_power" }, {}],
])("the code of a refusal comes from %s", async (_, body, headers) => {
  const { client, clock } = planClient([Response.json(body, { headers })]);
  const cover = { accountId: "A-1", symbol: "FPT", amount: 5 };
  await expect(clock.run(client.setCoveredMarginCall(cover))).rejects.toMatchObject({
    kind: "refused",
    code: "above_trading_power",
  });
});

describe("toApiError of a call by path", () => {
  const cover = { body: { accountId: "A-1", symbol: "FPT", amount: 5 } };
  const resultOf = async (answer: Response) => {
    const { client, clock } = planClient([answer], { retries: 0 });
    return clock.run(client.PATCH("/api/v1/users/covered-margin-call", cover));
  };

  test("is undefined after a success", async () => {
    expect(toApiError(await resultOf(json({ status: "success" })))).toBeUndefined();
    expect(toApiError(await resultOf(new Response(null, { status: 204 })))).toBeUndefined();
  });

  test.each([
    { success: false, error: "The number is blurred." },
    { status: "failed", message: "More than the trading power." },
    { isSuccess: false, detail: "The index is offline." },
  ])("has kind refused after the 200 %j", async (body) => {
    const failure = toApiError(await resultOf(json(body)));
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ kind: "refused", status: 200, raw: body });
    expect(failure?.message).toBe(body.error ?? body.message ?? body.detail);
  });

  test("has the kind of an error status, with a body or without", async () => {
    const body = { error: "not_found", message: "No such position." };
    const failure = toApiError(await resultOf(Response.json(body, { status: 404 })));
    expect(failure).toMatchObject({ kind: "not-found", code: "not_found", message: body.message, raw: body });
    const empty = new Response(null, { status: 503, headers: { "Content-Length": "0", "Retry-After": "7" } });
    expect(toApiError(await resultOf(empty))).toMatchObject({
      kind: "server",
      message: "The service answered 503.",
      retryable: true,
      retryAfterMs: 7_000,
    });
  });
});

describe("a 200 of another form is malformed, and its text is not in the message:", () => {
  test.each([
    ["no body", new Response(null)],
    [
      "an HTML page of a proxy",
      new Response("<html>", { headers: { "Content-Type": "text/html; charset=utf-8" } }),
    ],
    ["broken JSON", new Response('{"data":[', { headers: { "Content-Type": "application/json" } })],
    ["a string", json("Nguyễn Văn A")],
    ["a list", json([])],
    ["null", json(null)],
    ["a page without its list", json({ limit: 50, offset: 0 })],
    ["a page with a list of another kind", json({ notifications: {}, limit: 50, offset: 0 })],
  ])("%s", async (_what, answer) => {
    const { client, clock } = planClient([answer]);
    await expect(clock.run(client.listNotifications())).rejects.toMatchObject({
      kind: "malformed",
      status: 200,
      message: "The service answered 200.",
      retryable: false,
    });
  });
});

test("any status with any body results in data or an ApiError", async () => {
  const odd = fc.constantFrom(
    "toString",
    "__proto__",
    "message",
    "error",
    "details",
    "errors",
    "ui",
    "nodes",
  );
  const members = fc.dictionary(odd, fc.jsonValue()).map((value) => JSON.stringify(value));
  const body = fc.oneof(
    fc.string(),
    fc.json(),
    members,
    fc.constantFrom("", "{", "null", '{"error":{}}', "<html>"),
  );
  const status = fc.integer({ min: 200, max: 599 });
  const type = fc.constantFrom("application/json", "text/html", "application/problem+json", "", "text/plain");
  await fc.assert(
    fc.asyncProperty(status, body, type, async (code, text, contentType) => {
      const bodyless = [204, 205, 304].includes(code);
      const headers = { "Content-Type": contentType };
      const answer = new Response(bodyless ? null : text, { status: code, headers });
      const { client, clock } = planClient([answer], { retries: 0 });
      const outcome = await clock.run(client.getMarginRatio("FPT")).catch((failure: unknown) => failure);
      if (outcome instanceof Error) {
        expect(outcome).toBeInstanceOf(ApiError);
        expect(outcome.message).not.toBe("");
      } else {
        expect(code).toBeLessThan(300);
        expect(outcome).toBeInstanceOf(Object);
      }
    }),
  );
});
