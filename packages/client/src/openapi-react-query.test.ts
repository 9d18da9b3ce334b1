import { QueryClient, QueryObserver } from "@tanstack/react-query";
import createOpenapiClient from "openapi-fetch";
import createQueryClient from "openapi-react-query";
import { expect, onTestFinished, test } from "vitest";
import { type Client, toApiError } from "./index.ts";
import { planClient } from "./testing/plan-client.ts";

function openQueries(): QueryClient {
  const queries = new QueryClient();
  onTestFinished(() => queries.clear());
  return queries;
}

test("openapi-react-query runs a query with our client", async () => {
  const { client, requests, clock } = planClient(
    [new Response(null, { status: 503 }), Response.json({ symbol: "FPT", marginRatio: 0.5 })],
    { token: "secret" },
  );
  const query = createQueryClient(client).queryOptions(
    "get",
    "/api/v1/diagnostics/margin-ratios/{symbol}",
    { params: { path: { symbol: "FPT" } } },
    { retry: false },
  );
  const { marginRatio } = await clock.run(openQueries().fetchQuery(query));
  expect(marginRatio).toBe(0.5);
  // With the retries and the token of our client.
  expect(requests.map(({ headers }) => headers.get("Authorization"))).toEqual([
    "Bearer secret",
    "Bearer secret",
  ]);
});

test("a query that is cancelled ends its request", async () => {
  const { client, requests } = planClient(["silent"]);
  const queries = openQueries();
  const query = createQueryClient(client).queryOptions("get", "/api/v1/notifications");
  const fetched = queries.fetchQuery(query);
  while (requests.length === 0) await new Promise((settle) => setImmediate(settle));
  await queries.cancelQueries(query);
  await expect(fetched).rejects.toThrow();
  expect(requests[0]?.signal.aborted).toBe(true);
});

test.each([
  [3, 12],
  [false, 3],
] as const)("TanStack Query with retry %s sends a failing call %d times", async (retry, count) => {
  const { client, requests, clock } = planClient([]);
  const options = { queryKey: ["ratio"], queryFn: () => client.getMarginRatio("FPT"), retry, retryDelay: 0 };
  const observer = new QueryObserver(openQueries(), options);
  const ended = new Promise<void>((settle) => {
    onTestFinished(observer.subscribe(({ isError }) => isError && settle()));
  });
  await clock.run(ended);
  expect(requests).toHaveLength(count);
  expect(observer.getCurrentResult().error).toMatchObject({ kind: "server", status: 500 });
});

test("a middleware with toApiError makes failures and refusals of openapi-react-query an ApiError", async () => {
  const { client, clock } = planClient([
    Response.json({ error: "not_found", message: "No such symbol." }, { status: 404 }),
    Response.json({ isSuccess: false, detail: "The index is offline.", data: [] }),
    Response.json({ symbol: "FPT" }),
  ]);
  client.use({
    async onResponse({ response }) {
      const body = await response
        .clone()
        .json()
        .catch(() => undefined);
      const failure = toApiError({ response, data: body, error: body });
      if (failure) throw failure;
    },
  });
  const api = createQueryClient(client);
  const path = { symbol: "FPT" };
  const ratio = api.queryOptions("get", "/api/v1/diagnostics/margin-ratios/{symbol}", { params: { path } });
  const symbols = api.queryOptions("get", "/api/v1/MarketData/GetSymbolSearch/{search}", {
    params: { path: { search: "fpt" } },
  });
  const queries = openQueries();
  await expect(clock.run(queries.fetchQuery(ratio))).rejects.toMatchObject({
    kind: "not-found",
    message: "No such symbol.",
  });
  await expect(clock.run(queries.fetchQuery(symbols))).rejects.toMatchObject({ kind: "refused" });
  expect(await clock.run(queries.fetchQuery(ratio))).toEqual({ symbol: "FPT" });
});

test("the client has every method of openapi-fetch's, and they send with its token", async () => {
  const methods = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH"] as const;
  const { client, requests, clock } = planClient(
    Array.from([...methods, "request"], () => Response.json({})),
    { token: "secret" },
  );
  expect(Object.keys(client)).toEqual(expect.arrayContaining(Object.keys(createOpenapiClient())));
  // No path of the document has all of these methods.
  for (const method of methods) await clock.run((client[method] as Client["GET"])("/api/v1/notifications"));
  await clock.run(client.request("get", "/api/v1/notifications"));
  expect(requests.map(({ method }) => method)).toEqual([...methods, "GET"]);
  for (const { headers } of requests) expect(headers.get("Authorization")).toBe("Bearer secret");
});

test("a middleware that is ejected receives no more requests", async () => {
  const { client, requests, clock } = planClient([Response.json({}), Response.json({})]);
  const middleware = {
    onRequest: ({ request }: { request: Request }) => request.headers.set("X-Team", "desk"),
  };
  client.use(middleware);
  await clock.run(client.GET("/api/v1/notifications"));
  client.eject(middleware);
  await clock.run(client.GET("/api/v1/notifications"));
  expect(requests.map(({ headers }) => headers.get("X-Team"))).toEqual(["desk", null]);
});
