import {
  InfiniteQueryObserver,
  MutationObserver,
  onlineManager,
  QueryClient,
  QueryObserver,
} from "@tanstack/react-query";
import { describe, expect, onTestFinished, test } from "vitest";
import { createCompanion } from "./companion.gen.ts";
import { createOperator } from "./operator.gen.ts";
import { type ClientQueries, type CompanionQueries, createQueries } from "./query.ts";
import { planClient } from "./testing/plan-client.ts";

function plan(...planned: Parameters<typeof planClient>) {
  const { client, ...world } = planClient(...planned);
  const queryClient = new QueryClient();
  onTestFinished(() => queryClient.clear());
  const queries = { ...createQueries(client), ...createQueries(createCompanion(client)) };
  return { queries, queryClient, ...world };
}

function pathsOf(requests: readonly Request[]): string[] {
  return requests.map(({ url }) => url.slice(new URL(url).origin.length));
}

const refusal = {
  status: "failed",
  message: "Nothing was changed.",
  accountId: "A-1",
  symbol: "FPT",
  amount: 5,
  newCoveredMarginCall: 0,
  maintenanceMargin: 0,
  tradingPower: 0,
};
const acceptance = { ...refusal, status: "success", newCoveredMarginCall: 5 };

test("a query is fetched with the token and the retries of the client, and not repeated by TanStack Query", async () => {
  const busy = () => new Response(null, { status: 503 });
  const { queries, queryClient, requests, clock } = plan([busy(), busy(), busy()], { token: "secret" });
  const fetched = clock.run(queryClient.fetchQuery(queries.getAccount("A-1")));
  await expect(fetched).rejects.toMatchObject({ name: "ApiError", kind: "server", status: 503 });
  expect(pathsOf(requests)).toEqual(Array(3).fill("/companion/v0/accounts/A-1"));
  expect(requests[0]?.headers.get("authorization")).toBe("Bearer secret");
});

test("each query asks for its own path, under a key of its own", async () => {
  const asked: [keyof ClientQueries | keyof CompanionQueries, readonly unknown[], string][] = [
    ["searchSymbols", ["a b"], "/api/v1/MarketData/GetSymbolSearch/a%20b"],
    ["getMarginRatio", ["FPT"], "/api/v1/diagnostics/margin-ratios/FPT"],
    ["listAccounts", [], "/companion/v0/accounts"],
    ["getAccount", ["A-1"], "/companion/v0/accounts/A-1"],
    ["explainPosition", ["A-1", "FPT"], "/companion/v0/accounts/A-1/positions/FPT/explanation"],
    [
      "previewCover",
      ["A-1", "FPT", { amount: 5 }, { language: "vi" }],
      "/companion/v0/accounts/A-1/positions/FPT/cover-preview",
    ],
    ["countNotifications", [], "/companion/v0/notifications/count"],
    ["getMarket", [], "/companion/v0/market"],
    ["listPrices", ["FPT"], "/companion/v0/symbols/FPT/prices"],
  ];
  const keys = new Set<string>();
  for (const [name, words, path] of asked) {
    const { queries, queryClient, requests, clock } = plan([new Response(null, { status: 404 })]);
    const options = (queries[name] as (...words: unknown[]) => ReturnType<CompanionQueries["getAccount"]>)(
      ...words,
    );
    await expect(clock.run(queryClient.fetchQuery(options))).rejects.toMatchObject({ kind: "not-found" });
    expect(pathsOf(requests)).toEqual([path]);
    expect(options.queryKey[0]).toBe("trading-oms");
    keys.add(JSON.stringify(options.queryKey));
  }
  expect(keys.size).toBe(asked.length);
});

test("a 200 that refuses is an error of a query, too", async () => {
  const refused = { ...refusal, code: "above_trading_power", least: null, most: 4, before: {}, after: {} };
  const { queries, queryClient, clock } = plan([Response.json(refused)]);
  const fetched = clock.run(queryClient.fetchQuery(queries.previewCover("A-1", "FPT", { amount: 5 })));
  await expect(fetched).rejects.toMatchObject({ kind: "refused", message: "Nothing was changed." });
});

test("keys of an account begin with those of all accounts, so that a change can invalidate them", () => {
  const { queries } = plan([]);
  const accountsKey = queries.listAccounts().queryKey;
  for (const { queryKey } of [
    queries.getAccount("A-1"),
    queries.explainPosition("A-1", "FPT"),
    queries.listMovements("A-1"),
  ]) {
    expect(queryKey.slice(0, accountsKey.length)).toEqual(accountsKey);
  }
});

test("a change names the keys that it makes stale, and those are the beginnings of what reads it", () => {
  const { queries } = plan([]);
  const { stale } = queries.setCoveredMarginCall().meta;
  const isStale = (queryKey: readonly unknown[]): boolean =>
    stale.some((key) => key.every((word, at) => queryKey[at] === word));
  const changed = [queries.getAccount("A-1"), queries.previewCover("A-1", "FPT", { amount: 5 })];
  for (const { queryKey } of [...changed, queries.listNotifications()]) expect(isStale(queryKey)).toBe(true);
  for (const { queryKey } of [queries.getMarket(), queries.getMarginRatio("FPT")])
    expect(isStale(queryKey)).toBe(false);
});

test("a path that is read and changed gives a query and a mutation", () => {
  const queries = createQueries(createOperator({ baseUrl: "http://service.test" }));
  expect(queries.listRates()).toHaveProperty("queryKey");
  expect(queries.setRates()).toHaveProperty("mutationKey");
});

test("a query that is cancelled ends its request", async () => {
  const { queries, queryClient, requests } = plan(["silent"]);
  const fetched = queryClient.fetchQuery(queries.getMarket());
  while (requests.length === 0) await new Promise((settle) => setImmediate(settle));
  await queryClient.cancelQueries({ queryKey: queries.getMarket().queryKey });
  await expect(fetched).rejects.toThrow();
  expect(requests[0]?.signal.aborted).toBe(true);
});

test("notifications are fetched page after page until one is short", async () => {
  const page = (ids: number[], offset: number) =>
    Response.json({ notifications: ids.map((id) => ({ id })), limit: 2, offset });
  const { queries, queryClient, requests, clock } = plan([page([5, 4], 0), page([3], 2)]);
  const observer = new InfiniteQueryObserver(queryClient, queries.listNotifications({ limit: 2 }));
  await clock.run(
    observer.fetchOptimistic({
      ...observer.options,
      queryKey: queries.listNotifications({ limit: 2 }).queryKey,
    } as never),
  );
  await clock.run(observer.fetchNextPage());
  expect(pathsOf(requests)).toEqual([
    "/api/v1/notifications?limit=2",
    "/api/v1/notifications?limit=2&offset=2",
  ]);
  expect(observer.getCurrentResult().hasNextPage).toBe(false);
});

test("movements are followed by their cursor", () => {
  const { queries } = plan([]);
  const { getNextPageParam } = queries.listMovements("A-1");
  expect(getNextPageParam({ movements: [], nextCursor: 7 }, [], 0)).toBe(7);
  expect(getNextPageParam({ movements: [], nextCursor: null }, [], 7)).toBeUndefined();
});

test("a cover that is repeated with the same object has the same key, and a new one after a refusal", async () => {
  const { queries, queryClient, requests, clock } = plan(
    [
      new Response(null, { status: 500 }),
      Response.json(acceptance),
      Response.json(refusal),
      Response.json(acceptance),
    ],
    { retries: 0 },
  );
  const observer = new MutationObserver(queryClient, queries.setCoveredMarginCall({ language: "vi" }));
  const change = { accountId: "A-1", symbol: "FPT", amount: 5 };
  await expect(clock.run(observer.mutate(change))).rejects.toMatchObject({ kind: "server" });
  await expect(clock.run(observer.mutate(change))).resolves.toMatchObject({ newCoveredMarginCall: 5 });
  await expect(clock.run(observer.mutate(change))).rejects.toMatchObject({ kind: "refused" });
  await clock.run(observer.mutate(change));
  const keys = requests.map(({ headers }) => headers.get("idempotency-key"));
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).toBe(keys[0]);
  expect(keys[3]).not.toBe(keys[0]);
  expect(requests[3]?.headers.get("accept-language")).toBe("vi");
});

test("one object sent to two places has a key for each", async () => {
  const { client, requests, clock } = planClient([], { retries: 0 });
  const queries = createQueries(createOperator(client));
  const body = { reason: "No corporate action" };
  for (const symbol of ["FPT", "VNM", "FPT"])
    await expect(clock.run(queries.releaseCalls(symbol).mutationFn(body))).rejects.toMatchObject({
      kind: "server",
    });
  const [first, second, third] = requests.map(({ headers }) => headers.get("idempotency-key"));
  expect(second).not.toBe(first);
  expect(third).toBe(first);
});

test("pages go on from the offset that the first one had", async () => {
  const { queries, requests, clock } = plan([
    Response.json({ notifications: [] }),
    Response.json({ notifications: [] }),
  ]);
  const { queryFn, initialPageParam, getNextPageParam } = queries.listNotifications({
    limit: 2,
    offset: 100,
  });
  const { signal } = new AbortController();
  const page = { notifications: [{}, {}], limit: 2, offset: 100 };
  const next = getNextPageParam(page, [page], initialPageParam) ?? 0;
  for (const pageParam of [initialPageParam, next]) await clock.run(queryFn({ signal, pageParam }));
  expect(pathsOf(requests).map((path) => path.split("?")[1])).toEqual([
    "limit=2&offset=100",
    "limit=2&offset=102",
  ]);
});

describe("offline", () => {
  const cover = { accountId: "A-1", symbol: "FPT", amount: 5 };

  function goOffline(planned: Parameters<typeof plan>[0]) {
    const planning = plan(planned);
    planning.queryClient.mount();
    onlineManager.setOnline(false);
    onTestFinished(() => {
      onlineManager.setOnline(true);
      planning.queryClient.unmount();
    });
    return planning;
  }

  test("a cover fails at once, and nothing is sent when the connection is back", async () => {
    const { queries, queryClient, requests, clock } = goOffline(["broken", "broken", "broken"]);
    const observer = new MutationObserver(queryClient, queries.setCoveredMarginCall());
    await expect(clock.run(observer.mutate(cover))).rejects.toMatchObject({ kind: "network" });
    expect(observer.getCurrentResult()).toMatchObject({ isPaused: false, isError: true });
    onlineManager.setOnline(true);
    await queryClient.resumePausedMutations();
    await new Promise((settle) => setTimeout(settle, 50));
    expect(requests).toHaveLength(3);
  });

  test("no option waits for the connection", () => {
    const { queries } = plan([]);
    const options = [
      ...[
        queries.searchSymbols("fpt"),
        queries.getMarginRatio("FPT"),
        queries.listAccounts(),
        queries.getAccount("A-1"),
      ],
      ...[
        queries.explainPosition("A-1", "FPT"),
        queries.previewCover("A-1", "FPT", { amount: 5 }),
        queries.listMovements("A-1"),
      ],
      ...[
        queries.listNotifications(),
        queries.countNotifications(),
        queries.getMarket(),
        queries.listPrices("FPT"),
      ],
      ...[queries.setCoveredMarginCall(), queries.readNotifications(), queries.parseIdCard()],
    ];
    expect(new Set(options.map(({ networkMode }) => networkMode))).toEqual(new Set(["always"]));
    const count = Object.values(queries).filter((each) => typeof each === "function").length;
    expect(options).toHaveLength(count);
  });

  test("a query fails at once, and is fetched again when the connection is back", async () => {
    const state = { exchanges: [] };
    const { queries, queryClient, clock } = goOffline(["broken", "broken", "broken", Response.json(state)]);
    const observer = new QueryObserver(queryClient, queries.getMarket());
    onTestFinished(observer.subscribe(() => {}));
    await clock.run(observer.refetch());
    expect(observer.getCurrentResult().error).toMatchObject({ kind: "network" });
    onlineManager.setOnline(true);
    await expect.poll(() => observer.getCurrentResult().data).toEqual(state);
  });
});
