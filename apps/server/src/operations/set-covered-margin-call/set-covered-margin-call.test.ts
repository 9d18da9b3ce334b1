import { closeHolding, reduceHolding, setPosition, setRates, verifyAudit } from "@trading-oms/brokerage";
import { expect, test } from "vitest";
import { judgeAnswer } from "../../testing/judge-answer.ts";
import { heldKey, orderOf, planHeld, sendCover } from "../../testing/plan-held.ts";
import { planServer } from "../../testing/plan-server.ts";

const path = "/api/v1/users/covered-margin-call";
const holding = { ...heldKey, symbol: "FPT" };

test("200: the worked example is covered, to the last dong", async () => {
  const answer = await sendCover(await planHeld(), { body: orderOf(2_000_000) });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    status: "success",
    message: "The covered amount of FPT is 2,000,000 VND now; it was 0 VND.",
    accountId: "888C000017",
    symbol: "FPT",
    amount: 2_000_000,
    newCoveredMarginCall: 2_000_000,
    maintenanceMargin: 42_000_000,
    tradingPower: 18_000_000,
  });
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
});

test("200: what a rule refuses has failed, with every figure as it still stands", async () => {
  const answer = await sendCover(await planHeld(), { body: orderOf(25_000_000) });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    status: "failed",
    message: expect.stringContaining("more than the trading power of 20,000,000 VND"),
    amount: 25_000_000,
    newCoveredMarginCall: 0,
    maintenanceMargin: 40_000_000,
    tradingPower: 20_000_000,
  });
});

test("200: where a price alone makes the figures too large, it fails for that, without those that no number holds", async () => {
  const server = await planHeld();
  const { store } = server.services;
  await setPosition(server.services, holding, { quantity: 10_000n, price: 100_000_000n });
  const mark = { symbol: "FPT", atMs: server.clock.nowMs + 1, isByHand: false };
  await store.setMarks([{ ...mark, price: 9_000_000_000_000_000n }]);
  for (const amount of [0, 2_000_000]) {
    expect((await sendCover(server, { body: orderOf(amount) })).body).toEqual({
      status: "failed",
      message:
        "Nothing was changed: the amounts are too large: the maintenance margin comes to 45,000,000,000,000,000 VND, and at most 9,007,199,254,740,991 VND is counted exactly.",
      accountId: "888C000017",
      symbol: "FPT",
      amount,
      newCoveredMarginCall: 0,
    });
  }
});

test("200: a notification that was told of amounts past what a number holds leaves them out", async () => {
  const server = await planHeld();
  const { store } = server.services;
  await setPosition(
    server.services,
    { ...heldKey, symbol: "41I1GB000" },
    { quantity: -2n, price: 1_461_000n },
  );
  const mark = { symbol: "41I1GB000", atMs: server.clock.nowMs, isByHand: false };
  await store.setMarks([{ ...mark, price: 9_000_000_000_000_000n }]);
  const rates = { marginRatio: 50_000n, marginCallRate: 30_000n, forceCloseRate: 20_000n };
  await setRates(server.services, { level: "symbol", name: "41I1GB000", rates });
  await server.book.refresh();
  const part = { quantity: 1n, price: 1_461_000n };
  await reduceHolding(server.services, { ...heldKey, symbol: "41I1GB000" }, part);
  const authorization = `Bearer ${await server.tokenOf("demo")}`;
  const page = await server.fetch("/api/v1/notifications?limit=1", { headers: { authorization } });
  const { status, body } = await judgeAnswer("listNotifications", page);
  expect(status).toBe(200);
  const [call] = body.notifications;
  expect(call?.["data"]).toEqual({
    accountId: "888C000017",
    symbol: "41I1GB000",
    position: {
      symbol: "41I1GB000",
      quantity: -1,
      averagePrice: 1_461,
      price: 9_000_000_000_000,
      priceTime: server.clock.nowMs,
      coveredMarginCall: 0,
      dealRatio: -1,
      ...{ marginRatio: 0.05, marginCallRate: 0.03, forceCloseRate: 0.02 },
    },
    account: { totalEquity: 80_000_000 },
  });
});

test.each([
  ["5.0", 5],
  ["1e3", 1_000],
  ["20.00E+1", 200],
  ["2500e-2", 25],
  ["-0", 0],
])("200: an amount of %s is a whole number, however it is written", async (text, amount) => {
  const body = `{"accountId":"888C000017","symbol":"FPT","amount":${text}}`;
  const answer = await sendCover(await planHeld(), { body });
  expect(answer.body).toMatchObject({ status: "success", amount });
  expect(Object.is(answer.body["amount"], -0)).toBe(false);
});

test.each([
  "-1",
  "0.5",
  "5e-324",
  "1e-400",
  "1e308",
  "9007199254740992",
  "9007199254740991.4",
  "2000000.0000000000001",
  '"5"',
  "null",
  "true",
  "[5]",
])("400: an amount of %s is none, and nothing is changed", async (text) => {
  const server = await planHeld();
  const body = `{"accountId":"888C000017","symbol":"FPT","amount":${text}}`;
  const answer = await sendCover(server, { body });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ error: "invalid_request", details: [{ field: "amount" }] });
  expect((await server.services.store.readAccount(heldKey))?.account.auditCount).toBe(0);
});

test("400: every fault of a body is told at once, by its field", async () => {
  const answer = await sendCover(await planHeld(), {
    body: { symbol: 5, amount: -1, note: "x", __proto: 1 },
  });
  expect(answer.status).toBe(400);
  expect(answer.body["details"]).toEqual(
    expect.arrayContaining([
      { field: "accountId", message: "is required" },
      { field: "symbol", message: "has to be a string" },
      { field: "amount", message: "has to be 0 or more" },
      { field: "note", message: "is not known here" },
    ]),
  );
});

test.each([
  [
    '{"accountId":"888C000017","symbol":"FPT","amount":1,"amount":2}',
    "amount",
    "stands twice; write it once",
  ],
  ['{"accountId":"888C000017","symbol":"FPT","amount":1,"__proto__":{}}', "__proto__", "is not known here"],
  ['{"accountId":"888C000017","symbol":"FPT","amount":1', "body", "has to be JSON in UTF-8"],
  ["", "body", "has to be JSON in UTF-8"],
  ["[]", "body", expect.any(String)],
  ["null", "body", expect.any(String)],
])("400: a body such as %s is refused", async (body, field, message) => {
  const answer = await sendCover(await planHeld(), { body });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ details: [{ field, message }] });
});

test.each([
  "text/plain",
  "application/jsonx",
  "application/json; charset=latin1",
  "multipart/form-data; boundary=x",
])("415: a body of the type %s is not looked at", async (type) => {
  const answer = await sendCover(await planHeld(), { body: orderOf(1), headers: { "content-type": type } });
  expect(answer.status).toBe(415);
  expect(answer.body).toMatchObject({ error: "unsupported_media_type" });
});

test.each(['Application/JSON; charset="UTF-8"', "application/json ; charset=utf-8"])(
  "200: the type may say its charset, as %s",
  async (type) => {
    const headers = { "content-type": type };
    expect((await sendCover(await planHeld(), { body: orderOf(1), headers })).status).toBe(200);
  },
);

test("413: twenty megabytes are refused by their announced size, and without one when they have come", async () => {
  const server = await planHeld();
  const body = JSON.stringify({ ...orderOf(1), note: "x".repeat(20_000_000) });
  const announced = await sendCover(server, { body, headers: { "content-length": String(body.length) } });
  expect(announced.status).toBe(413);
  expect((await sendCover(server, { body })).status).toBe(413);
});

test("401 comes before 413 and 415, and both of these before 400", async () => {
  const server = await planHeld();
  const send = async (headers: Record<string, string>) => {
    const body = "x".repeat(20_000);
    const response = await server.fetch(path, { method: "PATCH", headers, body });
    return (await judgeAnswer("setCoveredMarginCall", response)).status;
  };
  expect(await send({ "content-length": "20000" })).toBe(401);
  expect(await send({ "content-type": "text/plain" })).toBe(401);
  expect((await sendCover(server, { body: "x", headers: { "content-type": "text/plain" } })).status).toBe(
    415,
  );
  expect((await sendCover(server, { body: "x".repeat(20_000) })).status).toBe(413);
});

test("415: a body that is packed is not unpacked", async () => {
  const headers = { "content-encoding": "gzip" };
  expect((await sendCover(await planHeld(), { body: orderOf(1), headers })).status).toBe(415);
});

test("404: what is not there, and what is somebody else's, is answered alike, byte for byte", async () => {
  const server = await planHeld();
  const orders = [
    { accountId: "888C000452", symbol: "FPT", amount: 1 },
    { accountId: "888C999999", symbol: "FPT", amount: 1 },
    { accountId: "888c000017", symbol: "FPT", amount: 1 },
    { accountId: "888C000017 ", symbol: "FPT", amount: 1 },
    { accountId: "888С000017", symbol: "FPT", amount: 1 },
    { accountId: "", symbol: "FPT", amount: 1 },
    { accountId: "888C000017", symbol: "VNM", amount: 1 },
    { accountId: "888C000017", symbol: "VN30F1M", amount: 1 },
    { accountId: "888C000017", symbol: "x".repeat(5_000), amount: 1 },
  ];
  for (const body of orders) {
    const answer = await sendCover(server, { body });
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({ error: "not_found", message: "There is no such position.", status: 404 });
  }
  expect((await sendCover(server, { body: orderOf(1), userId: "demo-2" })).status).toBe(404);
});

test("405: the path takes PATCH, and says so", async () => {
  const server = await planHeld();
  const response = await server.fetch(path, { method: "PUT", body: "{}" });
  const answer = await judgeAnswer("setCoveredMarginCall", response);
  expect(answer.status).toBe(405);
  expect(answer.headers.get("allow")).toBe("PATCH, OPTIONS");
});

test("500: a commit that fails tells nothing of its inside, and the next try works", async () => {
  const { services, clock, book } = await planHeld();
  let isFailing = true;
  const store = new Proxy(services.store, {
    get: (target, name) =>
      name === "commit" && isFailing
        ? () => Promise.reject(new Error("insert into position failed at /srv/x.js:3"))
        : Reflect.get(target, name).bind(target),
  });
  const server = await planServer({ store, book });
  server.clock.nowMs = clock.nowMs;
  const answer = await sendCover(server, { body: orderOf(2_000_000) });
  expect(answer.status).toBe(500);
  expect(answer.body).toEqual({
    error: "internal_error",
    message: "The service failed. Quote the request id when asking for help.",
    status: 500,
  });
  isFailing = false;
  expect((await sendCover(server, { body: orderOf(2_000_000) })).body).toMatchObject({ status: "success" });
});

test("fifty at once leave an amount that one of them set, and an audit that holds", async () => {
  const server = await planHeld();
  const amounts = Array.from({ length: 50 }, (_, index) => 2_000_000 + index * 1_000);
  const answers = await Promise.all(amounts.map((amount) => sendCover(server, { body: orderOf(amount) })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const state = await server.services.store.readAccount(heldKey);
  expect(amounts.map(BigInt)).toContain(state?.positions[0]?.coveredVnd);
  expect(await verifyAudit(server.services, heldKey)).toMatchObject({ kind: "whole" });
});

test("who was called hears of it by operation 5, with the amount that operation 3 takes", async () => {
  const server = await planHeld();
  const authorization = `Bearer ${await server.tokenOf("demo")}`;
  const page = await server.fetch("/api/v1/notifications?limit=1", { headers: { authorization } });
  const [call] = (await judgeAnswer("listNotifications", page)).body.notifications;
  expect(call).toMatchObject({
    type: "MarginCall",
    topic: "accounts/888C000017/risk",
    message_id: "MarginCall/888C000017/FPT/1/0",
    data: {
      accountId: "888C000017",
      symbol: "FPT",
      amount: 2_000_000,
      position: {
        symbol: "FPT",
        quantity: 1_000,
        averagePrice: 100_000,
        price: 80_000,
        marketValue: 80_000_000,
        unrealizedResult: -20_000_000,
        coveredMarginCall: 0,
        dealRatio: 0.375,
        marginRatio: 0.5,
        marginCallRate: 0.4,
        forceCloseRate: 0.3,
        amountNeeded: 2_000_000,
      },
      account: { totalEquity: 80_000_000, maintenanceMargin: 40_000_000, tradingPower: 20_000_000 },
    },
  });
});

test("a position that is closed is not there any more, and opened again it covers nothing", async () => {
  const server = await planHeld();
  await sendCover(server, { body: orderOf(5_000_000) });
  await closeHolding(server.services, holding, 80_000_000n);
  expect((await sendCover(server, { body: orderOf(6_000_000) })).status).toBe(404);
  await setPosition(server.services, holding, { quantity: 1_000n, price: 80_000_000n });
  const answer = await sendCover(server, { body: orderOf(0) });
  expect(answer.body).toMatchObject({ newCoveredMarginCall: 0, message: expect.stringContaining("already") });
});
