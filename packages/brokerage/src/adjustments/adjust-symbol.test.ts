import { describe, expect, it } from "vitest";
import { readAuditEntry } from "../accounts/audit.ts";
import { reservedUserId } from "../accounts/chains.ts";
import { closeHolding } from "../accounts/positions.ts";
import { verifyAudit } from "../accounts/verify-audit.ts";
import { previewCover } from "../covers/preview-cover.ts";
import type { FeedMessage } from "../ports/index.ts";
import { listHeldBack } from "../quotes/held-back.ts";
import { setPrice } from "../settings/set-price.ts";
import { byLan } from "../testing/plan-services.ts";
import { planWatch, tradeOf } from "../testing/plan-watch.ts";
import type { AdjustmentOrder } from "./adjust-position.ts";
import { adjustSymbol } from "./adjust-symbol.ts";
import { releaseCalls } from "./ex-dates.ts";

const key = { userId: "user-of-A-0", accountId: "A-0", symbol: "FPT" };
const { accountId } = key;
const catalogKey = { userId: reservedUserId, accountId: "catalog" };
const tuesday = "2026-11-17";
const closeMs = Date.parse("2026-11-16T14:45:00+07:00");
const openMs = Date.parse("2026-11-17T09:15:00+07:00");

const doubling: AdjustmentOrder = {
  ...byLan,
  symbol: "FPT",
  date: tuesday,
  adjustment: { factor: { numerator: 2n, denominator: 1n } },
};

const ofOne = { ...doubling, accountId };

const halved: FeedMessage = {
  ...{ kind: "day", symbol: "FPT", seq: 1, date: tuesday, referencePrice: 50_000_000n },
  atMs: Date.parse("2026-11-17T08:30:00+07:00"),
};

/** Accounts with 1,000 FPT each, bought at 100,000 and called below 83,333, on the morning of a stock dividend of one for one. */
async function planExDate(accountCount: number) {
  const world = await planWatch(closeMs);
  const accountIds = Array.from({ length: accountCount }, (_, index) => `A-${index}`);
  for (const accountId of accountIds) await world.hold(accountId);
  const process = await world.begin("one");
  await process.turn();
  await process.hear(tradeOf("FPT", 100_000_000n, closeMs));
  world.clock.nowMs = openMs;
  await process.turn();
  await process.hear(halved);
  const positions = () => accountIds.map((each) => world.memory.accounts.get(each)?.positions.get("FPT"));
  return { ...world, ...process, accountIds, positions, services: process.services };
}

describe("adjusting a symbol", () => {
  it("doubles each position once, and tells no call that the adjusted figures do not bear", async () => {
    const { services, hear, turn, told, positions, memory } = await planExDate(3);
    await hear(tradeOf("FPT", 50_000_000n, openMs));
    expect(await adjustSymbol(services, doubling)).toMatchObject({
      ...{ kind: "done", adjustmentId: "factor", adjustedCount: 3, refusedCount: 0, isComplete: true },
      ...{ openedCallCount: 0, endedCallCount: 0 },
    });
    await turn();
    await hear(tradeOf("FPT", 42_000_000n, openMs + 1));
    expect(told()).toEqual([]);
    for (const position of positions()) {
      expect(position).toMatchObject({ quantity: 2_000n, entryVnd: 100_000_000n, postedVnd: 50_000_000n });
    }
    // 41,600 is below the half of 83,333.
    await hear(tradeOf("FPT", 41_600_000n, openMs + 2));
    expect(told().toSorted()).toEqual([0, 1, 2].map((index) => `MarginCall/A-${index}/FPT/1/0`));
    expect(await adjustSymbol(services, doubling)).toMatchObject({ adjustedCount: 0, isComplete: true });
    expect(positions().map((each) => each?.quantity)).toEqual([2_000n, 2_000n, 2_000n]);
    // The last one is the call.
    const entry = readAuditEntry(memory.accounts.get("A-0")?.audits.at(-2)?.entry ?? "");
    expect(entry).toMatchObject({
      kind: "adjustment",
      actor: byLan.actor,
      before: { symbol: "FPT", quantity: 1_000n, entryVnd: 100_000_000n, postedVnd: 50_000_000n },
      after: { quantity: 2_000n, exDate: tuesday, adjustmentId: "factor", factor: "2/1" },
    });
    expect(await verifyAudit(services, key)).toMatchObject({ kind: "whole" });
  });

  it("keeps the price on which it opens a call, so that a server with an older one decides on it", async () => {
    const { services, hear, positions, told, begin } = await planExDate(1);
    const late = await begin("late");
    await hear(tradeOf("FPT", 41_000_000n, openMs));
    expect(await adjustSymbol(services, doubling)).toMatchObject({ openedCallCount: 1 });
    expect(told()).toEqual(["MarginCall/A-0/FPT/1/0"]);
    expect(positions()[0]?.decisionPrice).toMatchObject({ price: 41_000_000n, atMs: openMs });
    expect(late.market.marks.markOf("FPT")?.price).not.toBe(41_000_000n);
    expect(await previewCover(late.services, key, { amountVnd: 0n })).toMatchObject({
      before: { outstandingVnd: 800_000n },
    });
  });

  it("is applied once where it is killed anywhere and repeated, and holds calls back in between", async () => {
    const { services, hear, turn, told, positions, memory, failures } = await planExDate(70);
    const { commit } = memory;
    let left = 40;
    services.store.commit = async (change) => {
      if (change.positions.length === 0) return commit(change);
      left -= 1;
      if (left < 0) throw new Error("killed");
      const outcome = await commit(change);
      // The answer of the last commit is lost.
      if (left <= 0) throw new Error("killed");
      return outcome;
    };
    await expect(adjustSymbol(services, doubling)).rejects.toThrow("killed");
    services.store.commit = commit;
    const doubled = positions().filter((each) => each?.quantity === 2_000n);
    expect(doubled.length).toBe(40);
    await turn();
    await hear(tradeOf("FPT", 50_000_000n, openMs));
    await hear(tradeOf("FPT", 41_600_000n, openMs + 1));
    expect(told()).toEqual([]);
    expect(await adjustSymbol(services, doubling)).toMatchObject({ adjustedCount: 30, doneBeforeCount: 40 });
    expect(new Set(positions().map((each) => each?.quantity))).toEqual(new Set([2_000n]));
    await turn();
    expect(told()).toHaveLength(70);
    expect(failures).toEqual([]);
  });

  it("holds calls back on any exchange while it runs", async () => {
    const { services, hear, turn, told, memory, clock } = await planExDate(2);
    // Nothing says that this is an ex-date.
    await hear({ ...halved, date: "2026-11-18", referencePrice: 100_000_000n, atMs: openMs });
    clock.nowMs += 24 * 3_600_000;
    const { commit } = memory;
    services.store.commit = async (change) => {
      if (change.positions.length > 0) throw new Error("killed");
      return commit(change);
    };
    await expect(adjustSymbol(services, { ...doubling, date: "2026-11-18" })).rejects.toThrow("killed");
    services.store.commit = commit;
    await turn();
    await hear(tradeOf("FPT", 50_000_000n, clock.nowMs));
    expect(told()).toEqual([]);
  });

  it("changes nothing in a dry run, and tells what it would do", async () => {
    const { services, positions, memory } = await planExDate(2);
    expect(await adjustSymbol(services, { ...doubling, isDryRun: true })).toMatchObject({ adjustedCount: 2 });
    expect(positions().map((each) => each?.quantity)).toEqual([1_000n, 1_000n]);
    expect(await memory.listExDates()).toEqual([]);
  });

  it("leaves positions alone that were opened on the ex-date, and lists those of which no share would be left", async () => {
    const { services, hold, positions } = await planExDate(1);
    await hold("B");
    const order = { ...doubling, adjustment: { factor: { numerator: 1n, denominator: 1_001n } } };
    expect(await adjustSymbol(services, order)).toMatchObject({
      ...{ adjustedCount: 0, notEntitledCount: 1, refusedCount: 1, isComplete: false },
      refused: [{ accountId: "A-0", message: expect.stringContaining("No whole share of FPT") }],
    });
    expect(positions()[0]?.quantity).toBe(1_000n);
  });

  it("holds calls back while a position is refused, until that one is closed or the symbol is released", async () => {
    const { services, hear, turn, told } = await planExDate(1);
    const order = { ...doubling, adjustment: { factor: { numerator: 1n, denominator: 1_001n } } };
    await adjustSymbol(services, order);
    expect((await listHeldBack(services)).heldBack).toMatchObject([{ symbol: "FPT", cause: "adjusting" }]);
    await turn();
    await hear(tradeOf("FPT", 50_000_000n, openMs));
    expect(told()).toEqual([]);
    const closed = await closeHolding(services, key, 50_000_000n, { ...byLan, isConfirmed: true });
    expect(closed.kind).toBe("done");
    expect(await adjustSymbol(services, order)).toMatchObject({ refusedCount: 0, isComplete: true });
    expect((await listHeldBack(services)).heldBack).toEqual([]);
  });

  it("rejects other terms under the id of an adjustment, before anything is stored", async () => {
    const { services, positions, memory } = await planExDate(70);
    const tripling = { ...doubling, adjustment: { factor: { numerator: 3n, denominator: 1n } } };
    const { commit } = memory;
    let left = 20;
    services.store.commit = async (change) => {
      if (change.positions.length > 0) left -= 1;
      if (left < 0) throw new Error("killed");
      return commit(change);
    };
    await expect(adjustSymbol(services, doubling)).rejects.toThrow("killed");
    services.store.commit = commit;
    const [exDates, count] = [await memory.listExDates(), memory.accounts.get("catalog")?.audits.length];
    for (const order of [tripling, { ...tripling, isDryRun: true }, { ...tripling, accountId: "A-69" }])
      expect(await adjustSymbol(services, order)).toMatchObject({ code: "idempotency_key_reused" });
    expect([await memory.listExDates(), memory.accounts.get("catalog")?.audits.length]).toEqual([
      exDates,
      count,
    ]);
    expect(await adjustSymbol(services, doubling)).toMatchObject({ adjustedCount: 50, doneBeforeCount: 20 });
    expect(await adjustSymbol(services, tripling)).toMatchObject({ code: "idempotency_key_reused" });
    expect(new Set(positions().map((each) => each?.quantity))).toEqual(new Set([2_000n]));
  });

  it("is given up by a release, which leaves an entry for each row of the catalog's chain", async () => {
    const { services, turn, memory } = await planExDate(1);
    await turn();
    const order = { ...doubling, adjustment: { factor: { numerator: 1n, denominator: 1_001n } } };
    await adjustSymbol(services, order);
    expect((await memory.listExDates()).map(({ state }) => state)).toEqual(["moved", "adjusting"]);
    expect(await releaseCalls(services, { ...byLan, symbol: "FPT" })).toMatchObject({ status: "success" });
    expect((await memory.listExDates()).map(({ state }) => state)).toEqual(["released", "released"]);
    const entries = memory.accounts.get("catalog")?.audits.map(({ entry }) => readAuditEntry(entry));
    expect(entries?.slice(-4)).toMatchObject([
      { actor: { kind: "watch", name: "margin" }, before: { adjustmentId: "" }, after: { state: "moved" } },
      { before: { adjustmentId: "factor" }, after: { state: "adjusting" } },
      { before: { adjustmentId: "", state: "moved" }, after: { state: "released" } },
      { before: { adjustmentId: "factor", state: "adjusting" }, after: { state: "released" } },
    ]);
    expect(await verifyAudit(services, catalogKey)).toMatchObject({ kind: "whole" });
    const exDates = await memory.listExDates();
    services.store.listExDates = async () => exDates.map((each) => ({ ...each, terms: "[3]" }));
    expect(await verifyAudit(services, catalogKey)).toMatchObject({ kind: "broken" });
  });

  it.each([
    [{ date: "2026-11-18" }, "date_not_valid"],
    [{ date: "2026-02-30" }, "date_not_valid"],
    [{ symbol: "GONE" }, "no_such_instrument"],
    [{ adjustment: {} }, "adjustment_not_valid"],
    [{ adjustment: { dividendVnd: 0n } }, "adjustment_not_valid"],
    [{ adjustment: { factor: { numerator: 1n, denominator: 0n } } }, "adjustment_not_valid"],
    [{ adjustment: { rights: { quantity: 1n, paidVnd: 1n } } }, "adjustment_not_valid"],
  ])("rejects %o", async (members, code) => {
    const { services } = await planExDate(1);
    expect(await adjustSymbol(services, { ...doubling, ...members })).toMatchObject({
      kind: "refused",
      code,
    });
  });
});

describe("adjusting one position", () => {
  it("takes up rights and deducts a dividend, once under an id", async () => {
    const { services, positions } = await planExDate(1);
    const order = {
      ...doubling,
      id: "rights-of-2026",
      adjustment: { dividendVnd: 1_000n, rights: { quantity: 500n, paidVnd: 5_000_000n } },
    };
    expect(await adjustSymbol(services, { ...order, accountId })).toMatchObject({ adjustedCount: 1 });
    expect(await adjustSymbol(services, { ...order, accountId })).toMatchObject({ doneBeforeCount: 1 });
    expect(positions()[0]).toMatchObject({
      ...{ quantity: 1_500n, entryVnd: 104_000_000n, postedVnd: 52_500_000n, coveredVnd: 0n },
    });
    const other = { ...order, adjustment: { dividendVnd: 2_000n } };
    expect(await adjustSymbol(services, { ...other, accountId })).toMatchObject({
      code: "idempotency_key_reused",
    });
  });

  it("is evaluated at the reference price after it, and calls at once what the adjusted figures do not bear", async () => {
    const { services, told } = await planExDate(1);
    const order = { ...doubling, adjustment: { factor: { numerator: 3n, denominator: 2n } } };
    expect(await adjustSymbol(services, { ...order, accountId })).toMatchObject({ openedCallCount: 1 });
    // 1,500 shares at 50,000 bear 25,000,000 of 100,000,000: a ratio of 0.33.
    expect(told()).toEqual(["MarginCall/A-0/FPT/1/0"]);
  });

  it("waits for the reference price of the ex-date", async () => {
    const world = await planWatch(closeMs);
    await world.hold("A-0");
    const { services, hear } = await world.begin("one");
    world.clock.nowMs = openMs;
    expect(await adjustSymbol(services, ofOne)).toMatchObject({ code: "reference_unknown" });
    world.clock.nowMs = closeMs;
    const monday = { ...halved, date: "2026-11-16", referencePrice: 100_000_000n };
    await hear(monday);
    world.clock.nowMs = openMs;
    expect(await adjustSymbol(services, ofOne)).toMatchObject({ code: "reference_unknown" });
    await hear(halved);
    expect(await adjustSymbol(services, ofOne)).toMatchObject({ adjustedCount: 1, openedCallCount: 0 });
  });

  it("takes a price by hand of the ex-date for the reference price, and none of the day before", async () => {
    const world = await planWatch(closeMs);
    await world.hold("A-0");
    const { services } = world;
    const set = (price: bigint) => setPrice(services, { isConfirmed: true, symbol: "FPT", price });
    await set(100_000_000n);
    world.clock.nowMs = openMs;
    expect(await adjustSymbol(services, ofOne)).toMatchObject({ code: "reference_unknown" });
    await set(50_000_000n);
    expect(await adjustSymbol(services, ofOne)).toMatchObject({ adjustedCount: 1, openedCallCount: 0 });
  });
});
