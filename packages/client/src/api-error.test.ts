import { inspect } from "node:util";
import { expect, test } from "vitest";
import { ApiError } from "./index.ts";
import { planClient } from "./testing/plan-client.ts";

const token = "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1LTEifQ.c2VjcmV0";

async function failureOf(body: unknown, status: number): Promise<ApiError> {
  const { client, clock } = planClient([Response.json(body, { status })], { token, retries: 0 });
  const failure = await clock.run(client.getMarginRatio("FPT")).catch((each: unknown) => each);
  if (failure instanceof ApiError) return failure;
  return expect.unreachable("The call must fail.");
}

test("is an Error with a name, a message and a stack", () => {
  const error = new ApiError({ kind: "network", message: "There was no connection." });
  expect(error).toBeInstanceOf(Error);
  expect(String(error)).toBe("ApiError: There was no connection.");
  expect(error.stack).toContain("api-error.test");
});

test("has its message and its members, but not its body, in JSON", async () => {
  const error = await failureOf({ error: "not_found", message: "No such symbol.", details: "secret" }, 404);
  expect(JSON.parse(JSON.stringify({ error }))).toEqual({
    error: {
      name: "ApiError",
      kind: "not-found",
      status: 404,
      code: "not_found",
      message: "No such symbol.",
      fieldErrors: {},
      retryable: false,
    },
  });
});

test("keeps the body in raw and out of every text of the error", async () => {
  const error = await failureOf(
    { success: false, error: "Blurred.", data: { fullName: "Nguyễn Văn A" } },
    200,
  );
  expect(error.raw).toMatchObject({ data: { fullName: "Nguyễn Văn A" } });
  for (const text of [String(error), JSON.stringify(error), inspect(error, { depth: 9 }), error.stack]) {
    expect(text).not.toContain("Nguyễn");
  }
});

test("removes a token that a refusal quotes", async () => {
  const error = await failureOf({ success: false, error: `token ${token} is odd` }, 200);
  expect(inspect(error, { depth: 9 })).not.toContain(token);
  expect(error.message).toBe("token [token] is odd");
});

test("leaves data that contains a short token unchanged", async () => {
  const { client, clock } = planClient([Response.json({ symbol: "demo" })], { token: "demo" });
  expect(await clock.run(client.getMarginRatio("demo"))).toEqual({ symbol: "demo" });
});

test.each([
  { error: `bad token ${token}`, message: `Bearer ${token} is not acceptable` },
  { error: { id: token, message: token } },
  { title: token, errors: { [token]: [token] }, traceId: token },
])("removes a token that the service quotes: %j", async (body) => {
  const error = await failureOf(body, 401);
  for (const text of [String(error), JSON.stringify(error), inspect(error, { depth: 9 }), error.stack]) {
    expect(text).not.toContain(token);
  }
});
