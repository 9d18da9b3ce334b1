import { markClosing, setPrice } from "@trading-oms/brokerage";
import { describe, expect, test } from "vitest";
import { askCompanion } from "../../testing/ask-companion.ts";
import { checkAnswer, type JudgedAnswer } from "../../testing/check-answer.ts";
import { planDesk } from "../../testing/plan-desk.ts";
import { heldKey, orderOf, planHeld, sendCover } from "../../testing/plan-held.ts";
import type { PlannedServer } from "../../testing/plan-server.ts";

type Sent = Parameters<typeof askCompanion>[2];

async function ask(
  server: PlannedServer,
  operation: Parameters<typeof checkAnswer>[0],
  path: string,
  sent?: Sent,
): Promise<JudgedAnswer> {
  return checkAnswer(operation, await askCompanion(server, path, sent));
}

const account = `accounts/${heldKey.accountId}`;
const preview = `${account}/positions/FPT/cover-preview`;

const calledFpt = {
  symbol: "FPT",
  quantity: 1_000,
  averagePrice: 100_000,
  posted: 50_000_000,
  price: 80_000,
  marketValue: 80_000_000,
  unrealizedResult: -20_000_000,
  covered: 0,
  dealRatio: 0.375,
  marginRatio: 0.5,
  marginCallRate: 0.4,
  forceCloseRate: 0.3,
  amountNeeded: 2_000_000,
  outstanding: 2_000_000,
  callPrice: 83_300,
  forceClosePrice: 71_400,
};

const heldSummary = {
  accountId: heldKey.accountId,
  totalEquity: 80_000_000,
  maintenanceMargin: 40_000_000,
  tradingPower: 20_000_000,
  outstanding: 2_000_000,
  positionCount: 1,
};

describe("an account", () => {
  test("has the figures of the worked example", async () => {
    const answer = await ask(await planHeld(), "companion.getAccount", account);
    expect(answer.body).toMatchObject({ ...heldSummary, positions: [calledFpt] });
  });

  test("is called after the price was judged, and healthy after it was covered", async () => {
    const server = await planHeld();
    await sendCover(server, { body: orderOf(1_000_000) });
    const called = await ask(server, "companion.getAccount", account);
    expect(called.body).toMatchObject({
      openCallCount: 1,
      outstanding: 1_000_000,
      positions: [{ state: "called", calledSince: server.clock.nowMs, reminders: 0 }],
    });
    // A ratio of 0.4166 is above the call rate and below 0.44, which ends the call.
    await setPrice(server.services, { isConfirmed: true, symbol: "FPT", price: 84_000_000n });
    const recovered = await ask(server, "companion.getAccount", account);
    expect(recovered.body).toMatchObject({
      openCallCount: 1,
      outstanding: 0,
      positions: [{ state: "recovered", calledSince: server.clock.nowMs }],
    });
    await setPrice(server.services, { isConfirmed: true, symbol: "FPT", price: 80_000_000n });
    await sendCover(server, { body: orderOf(2_000_000) });
    const healthy = await ask(server, "companion.getAccount", account);
    expect(healthy.body).toMatchObject({
      openCallCount: 0,
      outstanding: 0,
      positions: [{ state: "healthy", calledSince: null, callPrice: 79_900 }],
    });
  });

  test("says force close while the ratio is below that rate, and closing while it is closed", async () => {
    const server = await planHeld();
    await sendCover(server, { body: orderOf(1) });
    await setPrice(server.services, { isConfirmed: true, symbol: "FPT", price: 71_000_000n });
    const forced = await ask(server, "companion.getAccount", account);
    expect(forced.body).toMatchObject({ positions: [{ state: "forceClose" }] });
    const byLan = { actor: { kind: "operator", name: "lan" } } as const;
    await markClosing(server.services, { ...heldKey, symbol: "FPT" }, true, byLan);
    const closing = await ask(server, "companion.getAccount", account);
    expect(closing.body).toMatchObject({
      openCallCount: 0,
      outstanding: 0,
      positions: [{ state: "closing" }],
    });
  });

  test("is listed for its user, and no other user sees it", async () => {
    const server = await planHeld();
    const own = await ask(server, "companion.listAccounts", "accounts");
    expect(own.body).toMatchObject({ accounts: [heldSummary] });
    const others = await ask(server, "companion.listAccounts", "accounts", { userId: "demo-2" });
    expect(others.body).toMatchObject({ accounts: [{ accountId: "888C000452", totalEquity: 0 }] });
    expect((await ask(server, "companion.listAccounts", "accounts", { userId: "nobody" })).body).toEqual({
      accounts: [],
    });
  });

  test("of somebody else is answered like one that does not exist, unless a viewer asks where the desk is on", async () => {
    const [server, withDesk] = [await planHeld(), await planDesk()];
    const paths = [
      ["companion.getAccount", "", undefined],
      ["companion.listMovements", "/movements", undefined],
      ["companion.explainPosition", "/positions/FPT/explanation", undefined],
      ["companion.previewCover", "/positions/FPT/cover-preview", { amount: 1 }],
    ] as const;
    for (const [operation, path, json] of paths) {
      const at = (accountId: string, sent: Sent, where: PlannedServer = server) =>
        ask(where, operation, `accounts/${accountId}${path}`, { ...sent, json });
      const foreign = await at(heldKey.accountId, { userId: "demo-2" });
      const absent = await at("ZZQQXX", { userId: "demo-2" });
      expect([foreign.status, foreign.body]).toEqual([404, absent.body]);
      const viewer = { userId: "demo-2", role: "viewer" } as const;
      expect((await at(heldKey.accountId, viewer)).body).toEqual(absent.body);
      expect((await at(heldKey.accountId, viewer, withDesk)).status).toBe(200);
      expect((await at("ZZQQXX", viewer, withDesk)).status).toBe(404);
    }
  });
});

describe("a preview", () => {
  test("bounds what is accepted, and writes nothing", async () => {
    const server = await planHeld();
    const before = await server.services.store.readAccount(heldKey);
    const answer = await ask(server, "companion.previewCover", preview, { json: { amount: 2_000_000 } });
    expect(answer.body).toMatchObject({
      status: "success",
      before: { covered: 0, dealRatio: 0.375, outstanding: 2_000_000 },
      after: { covered: 2_000_000, dealRatio: 0.4, outstanding: 0, tradingPower: 18_000_000 },
      least: 0,
      most: 20_000_000,
    });
    expect(await server.services.store.readAccount(heldKey)).toEqual(before);
  });

  test("of too much has code and reason in Vietnamese, as the change itself has", async () => {
    const server = await planHeld();
    const sent = { json: { amount: 25_000_000 }, language: "vi" };
    const answer = await ask(server, "companion.previewCover", preview, sent);
    expect(answer.body).toMatchObject({ status: "failed", code: "above_trading_power" });
    expect(answer.headers.get("vary")).toBe("Authorization, Accept-Language");
    const headers = { "accept-language": "vi", "idempotency-key": "k" };
    const refused = await sendCover(server, { body: orderOf(25_000_000), headers });
    expect(refused.headers.get("oms-refusal")).toBe("above_trading_power");
    expect(refused.body["message"]).toBe(answer.body["message"]);
    expect(refused.body["message"]).toContain("vượt quá sức mua 20.000.000 VND");
    const replayed = await sendCover(server, {
      body: orderOf(25_000_000),
      headers: { "idempotency-key": "k" },
    });
    expect(replayed.body["message"]).toBe(answer.body["message"]);
    expect(replayed.headers.get("oms-refusal")).toBe("above_trading_power");
  });

  test.each([-1, 0.5, "5", null])("of %j is a 400 that names the amount", async (amount) => {
    const answer = await ask(await planHeld(), "companion.previewCover", preview, { json: { amount } });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: "invalid_request", details: [{ field: "amount" }] });
  });
});

test("a position is explained step by step, rates as fractions", async () => {
  const answer = await ask(
    await planHeld(),
    "companion.explainPosition",
    `${account}/positions/FPT/explanation`,
  );
  const figures = answer.body["figures"] as readonly { readonly name: string }[];
  expect(figures.find(({ name }) => name === "requirementVnd")).toEqual({
    name: "requirementVnd",
    value: 40_000_000,
    formula: "⌈marginRatio × marketVnd⌉",
    inputs: [
      { name: "marginRatio", value: 0.5 },
      { name: "marketVnd", value: 80_000_000 },
    ],
  });
  expect(figures.find(({ name }) => name === "callTrigger")).toMatchObject({
    value: { numerator: "50000000000000", denominator: "600000000" },
  });
});

test("movements are listed newest first, page by page", async () => {
  const server = await planHeld();
  await sendCover(server, { body: orderOf(2_000_000) });
  const first = await ask(server, "companion.listMovements", `${account}/movements?limit=1`);
  expect(first.body).toMatchObject({
    movements: [{ place: 4, kind: "cover", symbol: "FPT", quantity: null, before: 0, after: 2_000_000 }],
    nextCursor: 4,
  });
  const second = await ask(server, "companion.listMovements", `${account}/movements?limit=1&cursor=4`);
  expect(second.body).toMatchObject({
    movements: [{ place: 2, kind: "entry", symbol: "FPT", quantity: 1_000, before: 0, after: 100_000_000 }],
    nextCursor: 2,
  });
  const third = await ask(server, "companion.listMovements", `${account}/movements?limit=1&cursor=2`);
  expect(third.body).toMatchObject({
    movements: [{ place: 1, kind: "deposit", symbol: null, before: 0, after: 80_000_000 }],
    nextCursor: null,
  });
});
