import { expect, test } from "vitest";
import { createCompanion } from "./companion.gen.ts";
import { createClient } from "./index.ts";
import { makeClient } from "./make-client.ts";
import { createOperator } from "./operator.gen.ts";
import { planClient } from "./testing/plan-client.ts";

test("each method sends its arguments to its operation", async () => {
  const { client, requests, bodies, clock } = planClient([
    Response.json({ isSuccess: true, data: [] }),
    Response.json({ symbol: "a/b" }),
    Response.json({ notifications: [], limit: 5, offset: 10 }),
    Response.json({ status: "success" }),
    Response.json({ success: true }),
  ]);
  await clock.run(client.searchSymbols("ngân hàng", { algoID: "a-1" }));
  await clock.run(client.getMarginRatio("a/b"));
  await clock.run(client.listNotifications({ limit: 5, offset: 10 }));
  await clock.run(client.setCoveredMarginCall({ accountId: "A-1", symbol: "FPT", amount: 2_000_000 }));
  await clock.run(client.parseIdCard({ frontImage: new Uint8Array([1]) }));
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

test("accepts a base URL with a path and a final slash", async () => {
  const { client, requests, clock } = planClient([Response.json({})], { baseUrl: "https://api.test/oms/" });
  await clock.run(client.getMarginRatio("FPT"));
  expect(requests[0]?.url).toBe("https://api.test/oms/api/v1/diagnostics/margin-ratios/FPT");
});

test.each(["api.example", "ftp://api.example", "/api", "", "http://", "http://desk:pass@api.example"])(
  "rejects the base URL %j at once",
  (baseUrl) => {
    expect(() => createClient({ baseUrl })).toThrow("baseUrl is no http URL");
  },
);

test.each([0, -1, Number.NaN])("sends a call once if retries is %d", async (retries) => {
  const { client, requests, clock } = planClient([], { retries });
  await expect(clock.run(client.listNotifications())).rejects.toMatchObject({ kind: "server" });
  expect(requests).toHaveLength(1);
});

test("an undefined setting keeps the default, for the client and for a call", async () => {
  const { client, requests, clock } = planClient([], { retries: 1, timeoutMs: undefined, token: undefined });
  const call = { retries: undefined, timeoutMs: undefined, signal: undefined };
  await expect(clock.run(client.listNotifications(call))).rejects.toMatchObject({ kind: "server" });
  expect(requests).toHaveLength(2);
});

test("asks in the language of the call, or else of the client, or else of the runtime", async () => {
  const { client, requests, clock } = planClient([Response.json({}), Response.json({})], { language: "vi" });
  const cover = { accountId: "A-1", symbol: "FPT", amount: 5 };
  await clock.run(client.setCoveredMarginCall(cover));
  await clock.run(client.setCoveredMarginCall(cover, { language: "en" }));
  const silent = planClient([Response.json({})]);
  await silent.clock.run(silent.client.setCoveredMarginCall(cover));
  const asked = [...requests, ...silent.requests].map(({ headers }) => headers.get("Accept-Language"));
  expect(asked).toEqual(["vi", "en", null]);
});

test("a middleware of openapi-fetch receives the requests of both styles", async () => {
  const { client, requests, clock } = planClient([Response.json({}), Response.json({})]);
  client.use({ onRequest: ({ request }) => request.headers.set("X-Team", "desk") });
  await clock.run(client.getMarginRatio("FPT"));
  await clock.run(client.GET("/api/v1/notifications"));
  expect(requests.map((request) => request.headers.get("X-Team"))).toEqual(["desk", "desk"]);
});

test("a middleware sees the path of the document, and no account in it", async () => {
  const { client, clock } = planClient([Response.json({ positions: [] })]);
  const companion = createCompanion(client);
  const paths: string[] = [];
  companion.use({ onRequest: ({ schemaPath }) => void paths.push(schemaPath) });
  await clock.run(companion.getAccount("888C000017"));
  expect(paths).toEqual(["/companion/v0/accounts/{accountId}"]);
});

test("what an operation does not ask for is not sent", async () => {
  const { client, requests, clock } = planClient([Response.json({ accounts: [] })]);
  const context = {
    queryKey: ["accounts", "888C000017"],
    pageParam: 3,
    signal: new AbortController().signal,
  };
  await clock.run(createCompanion(client).listAccounts(context));
  expect(requests[0]?.url).toBe("http://service.test/companion/v0/accounts");
});

test("a list in the query is one parameter", async () => {
  const { client, requests, clock } = planClient([Response.json({})]);
  const made = makeClient<{ listTrees: (query: object) => Promise<unknown> }>(
    { listTrees: "GET /trees q" },
    client,
  );
  await clock.run(made.listTrees({ kinds: ["oak", "elm"] }));
  expect(requests[0]?.url).toBe("http://service.test/trees?kinds=oak,elm");
});

test("a loop begins at the offset that it is given, and yields what has no id as it comes", async () => {
  const page = (symbols: string[]) => Response.json({ calls: symbols.map((symbol) => ({ symbol })) });
  const { client, requests, clock } = planClient([page(["FPT", "FPT"]), page(["VNM"])]);
  const symbols: string[] = [];
  const reading = async (): Promise<void> => {
    for await (const { symbol } of createOperator(client).everyCall({ limit: 2, offset: 4 }))
      symbols.push(symbol);
  };
  await clock.run(reading());
  expect(symbols).toEqual(["FPT", "FPT", "VNM"]);
  expect(requests.map(({ url }) => new URL(url).search)).toEqual(["?limit=2&offset=4", "?limit=2&offset=6"]);
});
