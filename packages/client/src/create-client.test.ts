import { expect, test } from "vitest";
import { createClient } from "./index.ts";
import { planClient } from "./testing/plan-client.ts";

test("each method asks for its operation, with what it was given in its place", async () => {
  const { client, requests, bodies, clock } = planClient([
    Response.json({ isSuccess: true, data: [] }),
    Response.json({ symbol: "a/b" }),
    Response.json({ notifications: [], limit: 5, offset: 10 }),
    Response.json({ status: "success" }),
    Response.json({ success: true }),
  ]);
  await clock.run(client.searchSymbols("ngân hàng", { algoID: "a-1" }));
  await clock.run(client.marginRatio("a/b"));
  await clock.run(client.notifications({ limit: 5, offset: 10 }));
  await clock.run(client.setCoveredMarginCall({ accountId: "A-1", symbol: "FPT", amount: 2_000_000 }));
  await clock.run(client.parseIdCard({ front: new Uint8Array([1]) }));
  expect(requests.map(({ method, url }) => `${method} ${url.replace("http://service.test", "")}`)).toEqual([
    "GET /api/v1/MarketData/GetSymbolSearch/ng%C3%A2n%20h%C3%A0ng?algoID=a-1",
    "GET /api/v1/diagnostics/margin-ratios/a%2Fb",
    "GET /api/v1/notifications?limit=5&offset=10",
    "PATCH /api/v1/users/covered-margin-call",
    "POST /api/v2/chat/api/id-card",
  ]);
  expect(bodies[3]).toBe('{"accountId":"A-1","symbol":"FPT","amount":2000000}');
  expect(requests[3]?.headers.get("Content-Type")).toBe("application/json");
});

test("a base address may end in a slash, and may have a path", async () => {
  const { client, requests, clock } = planClient([Response.json({})], { baseUrl: "https://api.test/oms/" });
  await clock.run(client.marginRatio("FPT"));
  expect(requests[0]?.url).toBe("https://api.test/oms/api/v1/diagnostics/margin-ratios/FPT");
});

test.each([
  [{ baseUrl: "api.example" }, "baseUrl has to be like"],
  [{ baseUrl: "ftp://api.example" }, "baseUrl has to be like"],
  [{ baseUrl: "https://api.example", timeoutMs: 0 }, "timeoutMs has to be above 0"],
  [{ baseUrl: "https://api.example", timeoutMs: Number.NaN }, "timeoutMs has to be above 0"],
  [{ baseUrl: "https://api.example", retries: 1.5 }, "retries has to be 0, 1, 2 …"],
  [{ baseUrl: "https://api.example", retries: -1 }, "retries has to be 0, 1, 2 …"],
  [{ baseUrl: "https://api.example", token: "" }, "token has to be an access token"],
])("settings that can't be meant are refused at once: %j", (settings, words) => {
  expect(() => createClient(settings)).toThrow(words);
});

test("a middleware of openapi-fetch sees the requests of both styles", async () => {
  const { client, requests, clock } = planClient([Response.json({}), Response.json({})]);
  client.use({ onRequest: ({ request }) => request.headers.set("X-Team", "desk") });
  await clock.run(client.marginRatio("FPT"));
  await clock.run(client.GET("/api/v1/notifications"));
  expect(requests.map((request) => request.headers.get("X-Team"))).toEqual(["desk", "desk"]);
});
