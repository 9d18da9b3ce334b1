import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ApiError } from "./index.ts";
import { planClient } from "./testing/plan-client.ts";

const json = (body: unknown) => Response.json(body);

describe("A success", () => {
  test("gives its data, with members that nobody has heard of", async () => {
    const { client, clock } = planClient([json({ symbol: "FPT", marginRatio: 0.5, asOf: 7 })]);
    expect(await clock.run(client.marginRatio("FPT"))).toEqual({ symbol: "FPT", marginRatio: 0.5, asOf: 7 });
  });

  test("is found in either style, with data and response as openapi-fetch has them", async () => {
    const { client, clock } = planClient([json({ notifications: [], limit: 5, offset: 0 })]);
    const { data, error, response } = await clock.run(
      client.GET("/api/v1/notifications", { params: { query: { limit: 5 } } }),
    );
    expect(data?.limit).toBe(5);
    expect(error).toBeUndefined();
    expect(response.status).toBe(200);
  });
});

describe("A 200 that says no is a refusal that keeps its data:", () => {
  test.each([
    [
      "a card that could not be read",
      { success: false, error: "The number is blurred.", data: { sex: "Nam" } },
      "The number is blurred.",
    ],
    [
      "a cover against a rule",
      { status: "failed", message: "More than the trading power.", tradingPower: 7 },
      "More than the trading power.",
    ],
    [
      "a search that failed behind",
      { isSuccess: false, detail: "The index is away.", data: [] },
      "The index is away.",
    ],
    ["one without a reason", { success: false }, "The service answered 200."],
  ])("%s", async (_what, body, message) => {
    const { client, clock } = planClient([json(body)]);
    const front = new Uint8Array([1]);
    await expect(clock.run(client.parseIdCard({ front }))).rejects.toMatchObject({
      kind: "refused",
      status: 200,
      message,
      retryable: false,
      raw: body,
    });
  });
});

describe("A 200 that is not what was promised is malformed, and its text is in no message:", () => {
  test.each([
    ["nothing", new Response(null)],
    [
      "a page of a proxy",
      new Response("<html>", { headers: { "Content-Type": "text/html; charset=utf-8" } }),
    ],
    ["broken JSON", new Response('{"data":[', { headers: { "Content-Type": "application/json" } })],
    ["a text", json("Nguyễn Văn A")],
    ["a list", json([])],
    ["null", json(null)],
    ["a page without its list", json({ limit: 50, offset: 0 })],
    ["a page with a list of another kind", json({ notifications: {}, limit: 50, offset: 0 })],
  ])("%s", async (_what, answer) => {
    const { client, clock } = planClient([answer]);
    await expect(clock.run(client.notifications())).rejects.toMatchObject({
      kind: "malformed",
      status: 200,
      message: "The service answered 200.",
      retryable: false,
    });
  });
});

test("any status with any body ends in data or in an ApiError, and in nothing else", async () => {
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
      const outcome = await clock.run(client.marginRatio("FPT")).catch((failure: unknown) => failure);
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
