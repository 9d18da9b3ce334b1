import { closeHolding, reduceHolding, setPosition, setRates, verifyAudit } from "@trading-oms/brokerage";
import { expect, test } from "vitest";
import { checkAnswer } from "../../../testing/check-answer.ts";
import { heldKey, orderOf, planHeld, sendCover } from "../../../testing/plan-held.ts";
import { planServer } from "../../../testing/plan-server.ts";

const path = "/api/v1/users/covered-margin-call";
const holding = { ...heldKey, symbol: "FPT" };

test("200: covers the worked example exactly", async () => {
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

test("200: reports failed with all current figures if a rule rejects the cover", async () => {
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

test("200: fails for figures that a price makes too large, and omits those that a JSON number cannot represent", async () => {
  const server = await planHeld();
  const { store } = server.services;
  await setPosition(server.services, holding, { quantity: 10_000n, price: 100_000_000n });
  const mark = { symbol: "FPT", atMs: server.clock.nowMs + 1, isByHand: false };
  await store.setMarks([{ ...mark, price: 9_000_000_000_000_000n }], { nowMs: mark.atMs });
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

test("200: omits amounts from a notification that a JSON number cannot represent", async () => {
  const server = await planHeld();
  const { store } = server.services;
  await setPosition(
    server.services,
    { ...heldKey, symbol: "41I1GB000" },
    { quantity: -2n, price: 1_461_000n },
  );
  const mark = { symbol: "41I1GB000", atMs: server.clock.nowMs, isByHand: false };
  await store.setMarks([{ ...mark, price: 9_000_000_000_000_000n }], { nowMs: mark.atMs });
  const rates = { marginRatio: 50_000n, marginCallRate: 30_000n, forceCloseRate: 20_000n };
  await setRates(server.services, { level: "symbol", name: "41I1GB000", rates });
  await server.book.refresh();
  const part = { quantity: 1n, price: 1_461_000n };
  await reduceHolding(server.services, { ...heldKey, symbol: "41I1GB000" }, part);
  const authorization = `Bearer ${await server.tokenOf("demo")}`;
  const page = await server.fetch("/api/v1/notifications?limit=1", { headers: { authorization } });
  const { status, body } = await checkAnswer("listNotifications", page);
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
])("200: accepts %s as a whole number", async (text, amount) => {
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
])("400: rejects an amount of %s and changes nothing", async (text) => {
  const server = await planHeld();
  const body = `{"accountId":"888C000017","symbol":"FPT","amount":${text}}`;
  const answer = await sendCover(server, { body });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ error: "invalid_request", details: [{ field: "amount" }] });
  expect((await server.services.store.readAccount(heldKey))?.account.auditCount).toBe(3);
});

test("400: reports all faults of a body by field", async () => {
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
])("400: rejects a body such as %s", async (body, field, message) => {
  const answer = await sendCover(await planHeld(), { body });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ details: [{ field, message }] });
});

test.each([
  "text/plain",
  "application/jsonx",
  "application/json; charset=latin1",
  "multipart/form-data; boundary=x",
])("415: does not read a body of the type %s", async (type) => {
  const answer = await sendCover(await planHeld(), { body: orderOf(1), headers: { "content-type": type } });
  expect(answer.status).toBe(415);
  expect(answer.body).toMatchObject({ error: "unsupported_media_type" });
});

test.each(['Application/JSON; charset="UTF-8"', "application/json ; charset=utf-8"])(
  "200: accepts a charset in the media type: %s",
  async (type) => {
    const headers = { "content-type": type };
    expect((await sendCover(await planHeld(), { body: orderOf(1), headers })).status).toBe(200);
  },
);

test("413: rejects twenty megabytes by the declared length, or while reading", async () => {
  const server = await planHeld();
  const body = JSON.stringify({ ...orderOf(1), note: "x".repeat(20_000_000) });
  const announced = await sendCover(server, { body, headers: { "content-length": String(body.length) } });
  expect(announced.status).toBe(413);
  expect((await sendCover(server, { body })).status).toBe(413);
});

test("checks 401 before 413 and 415, and both before 400", async () => {
  const server = await planHeld();
  const send = async (headers: Record<string, string>) => {
    const body = "x".repeat(20_000);
    const response = await server.fetch(path, { method: "PATCH", headers, body });
    return (await checkAnswer("setCoveredMarginCall", response)).status;
  };
  expect(await send({ "content-length": "20000" })).toBe(401);
  expect(await send({ "content-type": "text/plain" })).toBe(401);
  expect((await sendCover(server, { body: "x", headers: { "content-type": "text/plain" } })).status).toBe(
    415,
  );
  expect((await sendCover(server, { body: "x".repeat(20_000) })).status).toBe(413);
});

test("415: does not decompress a body", async () => {
  const headers = { "content-encoding": "gzip" };
  expect((await sendCover(await planHeld(), { body: orderOf(1), headers })).status).toBe(415);
});

test("404: gives the same answer for a missing position and for another user's", async () => {
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

test("405: lists PATCH as the allowed method", async () => {
  const server = await planHeld();
  const response = await server.fetch(path, { method: "PUT", body: "{}" });
  const answer = await checkAnswer("setCoveredMarginCall", response);
  expect(answer.status).toBe(405);
  expect(answer.headers.get("allow")).toBe("PATCH, OPTIONS");
});

test("500: reports a failed commit without detail, and the retry succeeds", async () => {
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

test("fifty concurrent covers leave one of their amounts and a consistent audit", async () => {
  const server = await planHeld();
  const amounts = Array.from({ length: 50 }, (_, index) => 2_000_000 + index * 1_000);
  const answers = await Promise.all(amounts.map((amount) => sendCover(server, { body: orderOf(amount) })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const state = await server.services.store.readAccount(heldKey);
  expect(amounts.map(BigInt)).toContain(state?.positions[0]?.coveredVnd);
  expect(await verifyAudit(server.services, heldKey)).toMatchObject({ kind: "whole" });
});

test("lists a margin call in operation 5 with an amount that operation 3 accepts", async () => {
  const server = await planHeld();
  const authorization = `Bearer ${await server.tokenOf("demo")}`;
  const page = await server.fetch("/api/v1/notifications?limit=1", { headers: { authorization } });
  const [call] = (await checkAnswer("listNotifications", page)).body.notifications;
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

test("answers 404 for a closed position, and covers nothing after it is opened again", async () => {
  const server = await planHeld();
  await sendCover(server, { body: orderOf(5_000_000) });
  await closeHolding(server.services, holding, 80_000_000n, { actor: { kind: "operator", name: "lan" } });
  expect((await sendCover(server, { body: orderOf(6_000_000) })).status).toBe(404);
  await setPosition(server.services, holding, { quantity: 1_000n, price: 80_000_000n });
  const answer = await sendCover(server, { body: orderOf(0) });
  expect(answer.body).toMatchObject({ newCoveredMarginCall: 0, message: expect.stringContaining("already") });
});
