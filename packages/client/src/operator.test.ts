import { expect, test } from "vitest";
import { createClient } from "./index.ts";
import { createOperator, type Operator } from "./operator.gen.ts";
import { type Planned, planClient } from "./testing/plan-client.ts";

function planOperator(plan: readonly Planned[], settings = {}) {
  const { client, ...planned } = planClient(plan, settings);
  return { operator: createOperator(client), ...planned };
}

const page = (from: number, count: number, nextCursor: number | null): Response =>
  Response.json({ entries: Array.from({ length: count }, (_, n) => ({ place: from - n })), nextCursor });

const rates = { level: "symbol", name: "FPT" } as const;
const threeRates = { marginRatio: 0.5, marginCallRate: 0.4, forceCloseRate: 0.3 };

/** Each method with what it sends. */
const calls: readonly (readonly [string, (operator: Operator) => Promise<unknown>, object | undefined])[] = [
  [
    "GET /calls?due=today&limit=5",
    (operator) => operator.listCalls({ due: "today", limit: 5, signal: undefined, timeoutMs: 900 }),
    undefined,
  ],
  ["GET /nearest", (operator) => operator.listNearest(), undefined],
  [
    "POST /shock",
    (operator) => operator.shockPrices({ percents: [{ scope: "all", percent: -7 }] }),
    { percents: [{ scope: "all", percent: -7 }] },
  ],
  ["GET /accounts?query=888%20C", (operator) => operator.findAccounts({ query: "888 C" }), undefined],
  [
    "PATCH /accounts/A%2F1/positions/FPT/cover",
    (operator) => operator.setCover("A/1", "FPT", { amount: 5, expectedCovered: 0, reason: "paid" }),
    { amount: 5, expectedCovered: 0, reason: "paid" },
  ],
  [
    "POST /accounts/A-1/positions/FPT/contacts",
    (operator) => operator.addContact("A-1", "FPT", { method: "email", answer: "noAnswer" }),
    { method: "email", answer: "noAnswer" },
  ],
  [
    "POST /accounts/A-1/cash",
    (operator) => operator.moveCash("A-1", { kind: "deposit", amount: 5, reason: "paid" }),
    { kind: "deposit", amount: 5, reason: "paid" },
  ],
  [
    "GET /audits/rates?kind=rates&cursor=9",
    (operator) => operator.listAudit("rates", { kind: "rates", cursor: 9 }),
    undefined,
  ],
  ["POST /audits/A-1/verify", (operator) => operator.verifyAudit("A-1"), undefined],
  ["GET /instruments?query=FPT", (operator) => operator.listInstruments({ query: "FPT" }), undefined],
  [
    "PATCH /instruments/FPT/price",
    (operator) => operator.setPrice("FPT", { price: 80_200, reason: "silent" }),
    { price: 80_200, reason: "silent" },
  ],
  ["GET /minutes?cursor=60000", (operator) => operator.listDayMinutes({ cursor: 60_000 }), undefined],
  ["GET /held-back", (operator) => operator.listHeldBack(), undefined],
  [
    "POST /instruments/FPT/release",
    (operator) => operator.releaseCalls("FPT", { reason: "none" }),
    { reason: "none" },
  ],
  [
    "POST /instruments/FPT/adjustments",
    (operator) =>
      operator.adjustPositions("FPT", { date: "2026-11-16", dividendAmount: 500, reason: "paid" }),
    { date: "2026-11-16", dividendAmount: 500, reason: "paid" },
  ],
  ["GET /rates?offset=9", (operator) => operator.listRates({ offset: 9 }), undefined],
  [
    "PATCH /rates",
    (operator) => operator.setRates({ ...rates, ...threeRates, reason: "calm" }),
    { ...rates, ...threeRates, reason: "calm" },
  ],
  [
    "POST /rates/remove",
    (operator) => operator.removeRates({ ...rates, reason: "calm" }),
    { ...rates, reason: "calm" },
  ],
  ["GET /status", (operator) => operator.getStatus(), undefined],
];

const lists = {
  heldBack: [],
  histogram: [],
  watchers: [],
  calls: [],
  positions: [],
  accounts: [],
  entries: [],
  instruments: [],
  rates: [],
  minutes: [],
};

test.each(calls)("%s sends its arguments to its operation", async (asked, call, body) => {
  const { operator, requests, bodies, clock } = planOperator([Response.json(lists)]);
  expect(await clock.run(call(operator))).toEqual(lists);
  const [{ method, url, headers } = new Request("about:blank")] = requests;
  expect(`${method} ${url.replace("http://service.test/operator/v0", "")}`).toBe(asked);
  expect(bodies[0] === "" ? undefined : JSON.parse(bodies[0] ?? "")).toEqual(body);
  const isChange = /cover|contacts|cash|price$|rates$|remove|release/.test(asked) && method !== "GET";
  expect(headers.has("Idempotency-Key")).toBe(isChange);
});

test.each(calls)("%s is tried again after a time-out, under the key that it had", async (_asked, call) => {
  const { operator, requests, clock } = planOperator(["silent", Response.json(lists)]);
  await clock.run(call(operator));
  const [first, second] = requests.map(({ headers }) => headers.get("Idempotency-Key"));
  expect(requests).toHaveLength(2);
  expect(second).toBe(first);
});

test("each change has a key of its own, unless one is given, and a language if one is", async () => {
  const { operator, requests, clock } = planOperator([
    Response.json({}),
    Response.json({}),
    Response.json({}),
  ]);
  const contact = { method: "email", answer: "noAnswer" } as const;
  await clock.run(operator.addContact("A-1", "FPT", contact));
  await clock.run(operator.addContact("A-1", "FPT", contact));
  await clock.run(operator.addContact("A-1", "FPT", contact, { idempotencyKey: "k-1", language: "vi" }));
  const keys = requests.map(({ headers }) => headers.get("Idempotency-Key"));
  expect(new Set(keys).size).toBe(3);
  expect(keys[2]).toBe("k-1");
  expect(requests.map(({ headers }) => headers.get("Accept-Language"))).toEqual([null, null, "vi"]);
});

test("a change that a rule refuses throws with its code", async () => {
  const refusal = { status: "failed", code: "cover_changed", message: "Changed meanwhile.", covered: 5 };
  const { operator, clock } = planOperator([Response.json(refusal)]);
  const change = operator.setCover("A-1", "FPT", { amount: 9, expectedCovered: 0, reason: "paid" });
  await expect(clock.run(change)).rejects.toMatchObject({
    kind: "refused",
    status: 200,
    code: "cover_changed",
    raw: refusal,
  });
});

test("a list that is none is malformed", async () => {
  const { operator, clock } = planOperator([Response.json({ calls: {} })]);
  await expect(clock.run(operator.listCalls())).rejects.toMatchObject({ kind: "malformed" });
});

test("yields every entry once, from pages that may be short or empty, with the filter of each", async () => {
  const { operator, requests, clock } = planOperator([page(9, 2, 8), page(0, 0, 5), page(4, 1, null)]);
  const places: number[] = [];
  const reading = async (): Promise<void> => {
    for await (const { place } of operator.everyAuditEntry("A-1", { actor: "lan" })) places.push(place);
  };
  await clock.run(reading());
  expect(places).toEqual([9, 8, 4]);
  expect(requests.map(({ url }) => new URL(url).search)).toEqual([
    "?actor=lan&limit=100",
    "?actor=lan&limit=100&cursor=8",
    "?actor=lan&limit=100&cursor=5",
  ]);
});

test("stops within a page when it is aborted", async () => {
  const leaving = new AbortController();
  const { operator } = planOperator([page(3, 3, 1)]);
  const places: number[] = [];
  const reading = async (): Promise<void> => {
    for await (const { place } of operator.everyAuditEntry("A-1", { signal: leaving.signal })) {
      places.push(place);
      leaving.abort();
    }
  };
  await expect(reading()).rejects.toMatchObject({ kind: "aborted" });
  expect(places).toEqual([3]);
});

test("a caller may ask by path for what has changed since a tag", async () => {
  const { operator, requests, clock } = planOperator([new Response(null, { status: 304 })]);
  const headers = { "If-None-Match": '"7-a"' };
  const { response } = await clock.run(operator.GET("/operator/v0/calls", { headers }));
  expect(response.status).toBe(304);
  expect(requests[0]?.headers.get("If-None-Match")).toBe('"7-a"');
});

test("is made from settings or another client, and rejects a base URL at once", () => {
  createOperator(createClient({ baseUrl: "http://service.test" }));
  expect(() => createOperator({ baseUrl: "api.example" })).toThrow("baseUrl is no http URL");
});
