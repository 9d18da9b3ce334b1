import { describe, expect, test } from "vitest";
import { planClient } from "./testing/plan-client.ts";

async function errorOf(body: unknown, status = 400, headers: Record<string, string> = {}) {
  const isText = typeof body === "string";
  const answer = new Response(isText ? body : JSON.stringify(body), { status, headers });
  const { client, clock } = planClient([answer], { retries: 0 });
  return clock.run(client.getMarginRatio("FPT")).then(
    () => expect.unreachable("The call must fail."),
    (failure: unknown) => failure,
  );
}

describe("reads the same error from each shape:", () => {
  test("flat, with code, message and fields", async () => {
    const body = {
      error: "invalid_request",
      message: "The request is not valid.",
      details: [
        { field: "limit", message: "has to be 1 to 100" },
        { field: "offset", message: "has to be 0 or more" },
        { field: "offset", message: "has to be whole" },
      ],
      status: 400,
    };
    expect(await errorOf(body, 400, { "X-Request-Id": "r-7" })).toMatchObject({
      kind: "invalid",
      status: 400,
      code: "invalid_request",
      message: "The request is not valid.",
      fieldErrors: { limit: ["has to be 1 to 100"], offset: ["has to be 0 or more", "has to be whole"] },
      requestId: "r-7",
      retryable: false,
      raw: body,
    });
  });

  test("flat, with only a text in error", async () => {
    expect(await errorOf({ error: "No such symbol." }, 404)).toMatchObject({
      kind: "not-found",
      message: "No such symbol.",
      code: "No such symbol.",
    });
  });

  test("flat, with details that are a map or a string", async () => {
    const map = { error: "invalid_request", message: "No.", details: { amount: "has to be whole" } };
    expect(await errorOf(map)).toMatchObject({ fieldErrors: { amount: ["has to be whole"] } });
    expect(await errorOf({ details: "The market is closed." })).toMatchObject({
      message: "The market is closed.",
    });
    expect(await errorOf({ detail: "The market is closed.", details: null })).toMatchObject({
      message: "The market is closed.",
      fieldErrors: {},
    });
  });

  test("nested, as gateways send it", async () => {
    const error = {
      id: "token_expired",
      code: 401,
      status: "Unauthorized",
      reason: "It is old.",
      message: "Log in.",
    };
    expect(await errorOf({ error }, 401)).toMatchObject({
      kind: "unauthorized",
      code: "token_expired",
      message: "Log in.",
    });
    expect(await errorOf({ error: { status: "Unauthorized", reason: "It is old." } }, 401)).toMatchObject({
      code: undefined,
      message: "It is old.",
    });
  });

  test("as a problem of RFC 7807", async () => {
    const body = {
      type: "https://errors.example/limit",
      title: "Too many",
      detail: "Try later.",
      traceId: "t-1",
    };
    expect(await errorOf(body, 429)).toMatchObject({
      kind: "rate-limited",
      code: "https://errors.example/limit",
      message: "Try later.",
      requestId: "t-1",
      retryable: true,
    });
    expect(await errorOf({ title: "Not Found" }, 404)).toMatchObject({
      code: undefined,
      message: "Not Found",
    });
  });

  test("as a validation problem, with keys in any case", async () => {
    const lower = { title: "Invalid", errors: { search: ["is too long"], algoID: "has spaces" } };
    const upper = { Title: "Invalid", Errors: { search: ["is too long"], algoID: "has spaces" } };
    for (const body of [lower, upper]) {
      expect(await errorOf(body)).toMatchObject({
        message: "Invalid",
        fieldErrors: { search: ["is too long"], algoID: ["has spaces"] },
      });
    }
  });

  test("as a self-service flow, with the messages of the flow and of its nodes", async () => {
    const ui = {
      messages: [{ id: 4000006, text: "The credentials are not right.", type: "error" }],
      nodes: [{ attributes: { name: "password" }, messages: [{ text: "is too short" }] }],
    };
    expect(await errorOf({ id: "f-1", type: "browser", ui }, 401)).toMatchObject({
      kind: "unauthorized",
      code: undefined,
      message: "The credentials are not right.",
      fieldErrors: { password: ["is too short"] },
    });
  });

  test("as plain text", async () => {
    expect(await errorOf("upstream connect error\n", 503)).toMatchObject({
      kind: "server",
      message: "upstream connect error",
      raw: "upstream connect error\n",
    });
  });
});

describe("an error body of no known shape", () => {
  test.each([
    ["an empty body", ""],
    ["an HTML page of a proxy", "<!doctype html><title>502</title>"],
    ["broken JSON that looks like HTML", "<{"],
    ["a list", [1]],
    ["null", null],
    ["a number", 5],
    ["an empty object", {}],
    ["an object that cannot be converted to a string", { toString: 1 }],
    ["a list that cannot be converted to a string", [{ toString: 1 }]],
    ["more messages than a call can have arguments", { ui: { messages: Array(300_000).fill({}) } }],
    [
      "members of the wrong types",
      { error: 5, message: [], details: 7, errors: "x", ui: { nodes: [null, 3, {}] } },
    ],
  ])("is reported by its status: %s", async (_what, body) => {
    expect(await errorOf(body, 502)).toMatchObject({
      kind: "server",
      status: 502,
      message: "The service answered 502.",
      fieldErrors: {},
      retryable: true,
    });
  });

  test("has the kind unexpected for an undocumented status", async () => {
    expect(await errorOf({ message: "Use GET." }, 405)).toMatchObject({
      kind: "unexpected",
      message: "Use GET.",
    });
  });

  test("does not change a prototype if a field is named __proto__ or constructor", async () => {
    const error = await errorOf(JSON.parse('{"errors":{"__proto__":["is odd"],"constructor":"too"}}'));
    expect(error).toMatchObject({ kind: "invalid" });
    expect(({} as Record<string, unknown>)["is odd"]).toBeUndefined();
  });
});
