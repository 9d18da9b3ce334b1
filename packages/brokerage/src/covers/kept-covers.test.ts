import { expect, test } from "vitest";
import { openAccount } from "../accounts/accounts.ts";
import { moveCash } from "../accounts/cash.ts";
import { showAccount } from "../accounts/figures.ts";
import { closeHolding, reduceHolding, setPosition } from "../accounts/positions.ts";
import type { Change } from "../ports/index.ts";
import { MarkBook } from "../quotes/mark-book.ts";
import { openReferenceBook } from "../reference/book.ts";
import { setPrice } from "../settings/set-price.ts";
import { setRates } from "../settings/set-rates.ts";
import { byLan, fpt, list, planServices } from "../testing/plan-services.ts";
import { type CoverOrder, setCover } from "./set-cover.ts";

const key = { userId: "demo", accountId: "A-1" };
const holding = { ...key, symbol: "FPT" };
const rates = { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n };

/** 1,000 FPT bought at 100,000, now at 80,000 and called, with equity 80,000,000 and a cover of 2,000,000. */
async function planCovered() {
  const { services, memory } = planServices();
  const changes: Change[] = [];
  const { commit } = memory;
  memory.commit = (change) => {
    changes.push(change);
    return commit.call(memory, change);
  };
  await list(services, fpt);
  await openAccount(services, key);
  await moveCash(services, { key, kind: "deposit", amountVnd: 80_000_000n });
  await setRates(services, { level: "symbol", name: "FPT", rates });
  await setPosition(services, holding, { quantity: 1_000n, price: 100_000_000n });
  await setPrice(services, { isConfirmed: true, symbol: "FPT", price: 80_000_000n });
  const order: CoverOrder = {
    ...holding,
    amountVnd: 2_000_000n,
    actor: { kind: "user", name: "demo" },
    requestId: "req-1",
  };
  expect(await setCover(services, order)).toMatchObject({ status: "success" });
  const figures = async () => {
    const shown = await showAccount(services, key);
    if (shown.kind === "refused") throw new Error(shown.message);
    return { ...shown.valued.figures, equityVnd: shown.account.equityVnd, positions: shown.valued.positions };
  };
  return { services, memory, changes, figures };
}

test("closing releases the cover and commits result, release, episode and audit together", async () => {
  const { services, memory, changes, figures } = await planCovered();
  expect(await figures()).toMatchObject({ maintenanceMarginVnd: 42_000_000n, tradingPowerVnd: 18_000_000n });
  const before = changes.length;
  await closeHolding(services, holding, 80_000_000n, byLan);
  expect(changes.slice(before)).toMatchObject([
    {
      equityVnd: 60_000_000n,
      closedSymbols: ["FPT"],
      audits: [
        { entry: expect.stringContaining('["release"') },
        { entry: expect.stringContaining('["result"') },
      ],
    },
  ]);
  expect(await figures()).toMatchObject({ maintenanceMarginVnd: 0n, tradingPowerVnd: 60_000_000n });
  expect(memory.accounts.get("A-1")?.episodes.get("FPT")).toMatchObject({ isOpen: false });
});

test("a reopened position has no cover", async () => {
  const { services, figures } = await planCovered();
  await closeHolding(services, holding, 80_000_000n, byLan);
  await setPosition(services, holding, { quantity: 100n, price: 80_000_000n });
  expect((await figures()).positions).toMatchObject([{ position: { coveredVnd: 0n } }]);
});

test("reducing keeps the cover and realizes its part of the result", async () => {
  const { services, figures } = await planCovered();
  await reduceHolding(services, holding, { quantity: 400n, price: 80_000_000n });
  expect(await figures()).toMatchObject({
    equityVnd: 72_000_000n,
    positions: [
      { position: { quantity: 600n, entryVnd: 60_000_000n, postedVnd: 30_000_000n, coveredVnd: 2_000_000n } },
    ],
  });
});

test("new rates change the requirement and the call, never the posted amount", async () => {
  const { services, figures } = await planCovered();
  await setRates(services, {
    level: "symbol",
    name: "FPT",
    rates: { marginRatio: 600_000n, marginCallRate: 500_000n, forceCloseRate: 450_000n },
  });
  const [held] = (await figures()).positions;
  expect(held?.position.postedVnd).toBe(50_000_000n);
  expect(held?.figures).toMatchObject({
    requirementVnd: 48_000_000n,
    dealRatio: 400_000n,
    isCalled: true,
    isForceClosed: true,
  });
});

test("a halted symbol blocks a lower cover during a session and allows a higher one", async () => {
  const { services } = await planCovered();
  const atMs = Date.parse("2026-11-16T10:00:00+07:00");
  const hearing = (isHalted: boolean) => ({
    ...services,
    now: () => atMs,
    marks: Object.assign(new MarkBook(services), {
      markOf: () => ({ symbol: "FPT", price: 100_000_000n, atMs, isByHand: false }),
      stateOf: () => ({ atMs, seq: 1, day: undefined, isHalted }),
      sourceHeardAtMs: () => atMs,
    }),
  });
  const order = (amountVnd: bigint): CoverOrder => ({
    ...holding,
    amountVnd,
    actor: { kind: "user", name: "demo" },
    requestId: "req-2",
  });
  expect(await setCover(hearing(true), order(1_000_000n))).toMatchObject({
    status: "failed",
    coveredVnd: 2_000_000n,
  });
  expect(await setCover(hearing(true), order(3_000_000n))).toMatchObject({ status: "success" });
  expect(await setCover(hearing(false), order(1_000_000n))).toMatchObject({
    status: "success",
    coveredVnd: 1_000_000n,
  });
});

test("a delisted position is marked at its average price and never called", async () => {
  const { memory, figures } = await planCovered();
  memory.catalog = [];
  expect((await figures()).positions).toMatchObject([
    {
      mark: { price: undefined, unitVnd: 100_000n },
      rates: { marginCallRate: 0n },
      figures: { isCalled: false },
    },
  ]);
});

test("in-memory rates that are older than the account are refreshed before they value it", async () => {
  const { services } = await planCovered();
  const book = await openReferenceBook(services);
  const requirement = async (): Promise<bigint | undefined> => {
    const shown = await showAccount({ ...services, book }, key);
    return shown.kind === "found" ? shown.valued.positions[0]?.figures.requirementVnd : undefined;
  };
  expect(await requirement()).toBe(40_000_000n);
  await setRates(services, { level: "symbol", name: "FPT", rates: { ...rates, marginRatio: 600_000n } });
  expect(await requirement()).toBe(48_000_000n);
});
