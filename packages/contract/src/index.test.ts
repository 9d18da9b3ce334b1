import { OpenAPIHono } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import { routes, schemas } from "./index.ts";

test("an app validates requests by the route and applies its defaults", async () => {
  const app = new OpenAPIHono({
    defaultHook: (result, context) => (result.success ? undefined : context.json({}, 400)),
  });
  app.openapi(routes.listNotifications, (context) => {
    const { limit, offset } = context.req.valid("query");
    return context.json({ notifications: [], limit, offset }, 200);
  });
  const page = await app.request("/api/v1/notifications?offset=20");
  expect(await page.json()).toEqual({ notifications: [], limit: 50, offset: 20 });
  expect((await app.request("/api/v1/notifications?limit=101")).status).toBe(400);
  expect((await app.request("/api/v1/notifications?limit=5&limit=6")).status).toBe(400);
});

test("a header is found in any case of its name", async () => {
  const app = new OpenAPIHono();
  app.openapi(routes.setCoveredMarginCall, (context) => {
    return context.json({ message: context.req.valid("header")["Idempotency-Key"] ?? "none" }, 200);
  });
  const answer = await app.request("/api/v1/users/covered-margin-call", {
    method: "PATCH",
    headers: { "content-type": "application/json", "IDEMPOTENCY-KEY": "key-1" },
    body: JSON.stringify({ accountId: "A-1", symbol: "FPT", amount: 5.0 }),
  });
  expect(await answer.json()).toEqual({ message: "key-1" });
});

test("an amount of money is a safe integer and not negative", () => {
  const isTaken = (amount: unknown) =>
    schemas.CoveredMarginCallRequest.safeParse({ accountId: "A-1", symbol: "FPT", amount }).success;
  expect([0, 5.0, 1e3, 9_007_199_254_740_991].map(isTaken)).toEqual([true, true, true, true]);
  expect([-1, 0.5, 5e-324, 2 ** 53, 1e308, "5", null].map(isTaken)).toEqual(Array(7).fill(false));
});
