import { expect, test } from "vitest";
import { type Companion, createCompanion } from "./companion.gen.ts";
import { createClient } from "./index.ts";
import { type Planned, planClient } from "./testing/plan-client.ts";

function planCompanion(plan: readonly Planned[], settings = {}) {
  const { client, ...planned } = planClient(plan, settings);
  return { companion: createCompanion(client), ...planned };
}

const page = (from: number, count: number, nextCursor: number | null): Response =>
  Response.json({ movements: Array.from({ length: count }, (_, n) => ({ place: from - n })), nextCursor });

async function placesOf(movements: ReturnType<Companion["everyMovement"]>): Promise<number[]> {
  const places: number[] = [];
  for await (const { place } of movements) places.push(place);
  return places;
}

test("each method sends its arguments to its operation", async () => {
  const count = { unread: 0, all: 3, newestId: 7 };
  const { companion, requests, bodies, clock } = planCompanion([
    Response.json({ accounts: [] }),
    Response.json({ positions: [] }),
    Response.json({ figures: [] }),
    Response.json({ status: "success" }),
    Response.json({ movements: [], nextCursor: null }),
    Response.json(count),
    Response.json(count),
    Response.json(count),
    Response.json({ exchanges: [] }),
    Response.json({ prices: [] }),
  ]);
  await clock.run(companion.listAccounts());
  await clock.run(companion.getAccount("A/1"));
  await clock.run(companion.explainPosition("A-1", "FPT"));
  await clock.run(companion.previewCover("A-1", "FPT", { amount: 2_000_000 }, { language: "vi" }));
  await clock.run(companion.listMovements("A-1", { limit: 5, cursor: 9 }));
  await clock.run(companion.readNotifications({ ids: [1, 2] }));
  await clock.run(companion.readNotifications({ through: 7 }));
  expect(await clock.run(companion.countNotifications())).toEqual(count);
  await clock.run(companion.getMarket());
  await clock.run(companion.listPrices("FPT"));
  expect(
    requests.map(({ method, url }) => `${method} ${url.replace("http://service.test/companion/v0", "")}`),
  ).toEqual([
    "GET /accounts",
    "GET /accounts/A%2F1",
    "GET /accounts/A-1/positions/FPT/explanation",
    "POST /accounts/A-1/positions/FPT/cover-preview",
    "GET /accounts/A-1/movements?limit=5&cursor=9",
    "POST /notifications/read",
    "POST /notifications/read",
    "GET /notifications/count",
    "GET /market",
    "GET /symbols/FPT/prices",
  ]);
  expect([bodies[3], bodies[5], bodies[6]]).toEqual(['{"amount":2000000}', '{"ids":[1,2]}', '{"through":7}']);
  expect(requests[3]?.headers.get("Accept-Language")).toBe("vi");
  expect(requests.some(({ headers }) => headers.has("Idempotency-Key"))).toBe(false);
});

test("a preview that would be refused throws with its code and figures, as the change does", async () => {
  const refusal = { status: "failed", code: "above_trading_power", message: "Too much.", least: 0, most: 5 };
  const { companion, clock } = planCompanion([Response.json(refusal)]);
  await expect(clock.run(companion.previewCover("A-1", "FPT", { amount: 9 }))).rejects.toMatchObject({
    kind: "refused",
    status: 200,
    code: "above_trading_power",
    message: "Too much.",
    raw: refusal,
  });
});

test.each<[string, (companion: Companion) => Promise<unknown>]>([
  ["a preview", (companion) => companion.previewCover("A-1", "FPT", { amount: 9 })],
  ["marking as read", (companion) => companion.readNotifications({ through: 7 })],
])("%s is retried after a time-out", async (_, call) => {
  const { companion, requests, clock } = planCompanion(["silent", Response.json({ status: "success" })]);
  await clock.run(call(companion));
  expect(requests).toHaveLength(2);
});

test("a list that is none is malformed", async () => {
  const { companion, clock } = planCompanion([Response.json({ accounts: {} })]);
  await expect(clock.run(companion.listAccounts())).rejects.toMatchObject({ kind: "malformed" });
});

test("yields every movement once, from pages that may be short or empty", async () => {
  const { companion, requests, clock } = planCompanion([
    page(250, 100, 151),
    page(150, 2, 100),
    page(0, 0, 50),
    page(50, 1, null),
  ]);
  const places = await clock.run(placesOf(companion.everyMovement("A-1")));
  expect(places).toEqual([...Array.from({ length: 102 }, (_, n) => 250 - n), 50]);
  expect(requests.map(({ url }) => new URL(url).search)).toEqual([
    "?limit=100",
    "?limit=100&cursor=151",
    "?limit=100&cursor=100",
    "?limit=100&cursor=50",
  ]);
});

test("stops within a page when it is aborted, and loads nothing after a break", async () => {
  const leaving = new AbortController();
  const { companion, requests } = planCompanion([page(3, 3, 1), page(3, 3, 1)]);
  const places: number[] = [];
  const reading = async (): Promise<void> => {
    for await (const { place } of companion.everyMovement("A-1", { signal: leaving.signal })) {
      places.push(place);
      leaving.abort();
    }
  };
  await expect(reading()).rejects.toMatchObject({ kind: "aborted" });
  expect(places).toEqual([3]);
  for await (const { place } of companion.everyMovement("A-1")) if (place === 3) break;
  expect(requests).toHaveLength(2);
});

test("shares the refresh of an expired token with the client that it is made from", async () => {
  let refreshes = 0;
  const asked: (string | null)[] = [];
  const client = createClient({
    baseUrl: "http://service.test",
    token: ({ refused }) => (refused ? `new-${++refreshes}` : "old"),
    fetch: async ({ headers }) => {
      asked.push(headers.get("Authorization"));
      return asked.at(-1) === "Bearer old"
        ? new Response(null, { status: 401 })
        : Response.json({ notifications: [], accounts: [] });
    },
  });
  await Promise.all([client.listNotifications(), createCompanion(client).listAccounts()]);
  expect(asked).toEqual(["Bearer old", "Bearer old", "Bearer new-1", "Bearer new-1"]);
});

test("calls by path, and rejects a base URL at once", async () => {
  const { companion, clock } = planCompanion([Response.json({ exchanges: [] })]);
  const { data } = await clock.run(companion.GET("/companion/v0/market"));
  expect(data).toEqual({ exchanges: [] });
  expect(() => createCompanion({ baseUrl: "api.example" })).toThrow("baseUrl is no http URL");
});

test("no log of a client shows its token", async () => {
  const { companion } = planCompanion([], { token: "secret-token" });
  const { inspect } = await import("node:util");
  expect(inspect(companion, { depth: 9, showHidden: true })).not.toContain("secret-token");
  expect(JSON.stringify(companion)).not.toContain("secret-token");
});
