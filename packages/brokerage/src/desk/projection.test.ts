/** The projection of all positions agrees with the store, and its version changes whenever what it shows does. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { statusOf } from "../accounts/account-status.ts";
import { moveCash } from "../accounts/cash.ts";
import { isReservedChain } from "../accounts/chains.ts";
import { closeHolding, markClosing, setPosition } from "../accounts/positions.ts";
import { setCover } from "../covers/set-cover.ts";
import { setHolidays } from "../settings/set-holidays.ts";
import { setPrice } from "../settings/set-price.ts";
import { setRates } from "../settings/set-rates.ts";
import { openProjection, planDesk } from "../testing/plan-desk.ts";
import { byLan } from "../testing/plan-services.ts";
import { examplesRates, sessionMs, tradeOf } from "../testing/plan-watch.ts";
import { figuresOfDesk } from "./desk-figures.ts";
import { findAccounts } from "./find-accounts.ts";
import { listNearest, type NearPosition } from "./list-nearest.ts";
import type { DeskProjection, OpenCall } from "./projection.ts";

const hourMs = 3_600_000;

test("lists a call with figures, state and due time", async () => {
  const { projection, turn, watching, hold, trade } = await planDesk();
  await hold("A");
  await turn();
  expect(projection.calls()).toEqual([]);
  await watching.hear(trade(80_000_000n));
  await turn();
  const [call] = projection.calls();
  expect(call).toMatchObject({
    userId: "user-of-A",
    accountId: "A",
    state: "called",
    openedAtMs: sessionMs,
    // Monday, so Wednesday.
    dueAtMs: Date.parse("2026-11-18T17:00:00+07:00"),
    due: "later",
    outstandingVnd: 2_000_000n,
  });
  expect(call?.valued.figures).toMatchObject({ dealRatio: 375_000n, neededVnd: 2_000_000n });
  await watching.hear(trade(70_000_000n));
  await turn();
  expect(projection.calls()).toMatchObject([{ state: "forceClose", outstandingVnd: 8_000_000n }]);
  expect(projection.callChanges).toEqual({ openedCount: 1, endedCount: 0 });
  await watching.hear(trade(95_000_000n));
  await turn();
  expect(projection.calls()).toEqual([]);
  expect(projection.callChanges).toEqual({ openedCount: 1, endedCount: 1 });
});

test("a call becomes due today and overdue as time passes, and the version tells", async () => {
  const { projection, turn, watching, hold, trade, clock, services } = await planDesk();
  await hold("A");
  await watching.turn();
  await watching.hear(trade(80_000_000n));
  await turn();
  const seen = new Map<string, string>();
  const look = (): string => {
    const due = projection.calls()[0]?.due ?? "";
    expect(seen.get(projection.version()) ?? due).toBe(due);
    seen.set(projection.version(), due);
    return due;
  };
  expect(look()).toBe("later");
  clock.nowMs = Date.parse("2026-11-17T23:59:59.999+07:00");
  expect(look()).toBe("later");
  clock.nowMs += 1;
  expect(look()).toBe("today");
  clock.nowMs = Date.parse("2026-11-18T16:59:59.999+07:00");
  expect(look()).toBe("today");
  clock.nowMs += 1;
  expect(look()).toBe("overdue");
  await setHolidays(services, ["2026-11-18"]);
  await turn();
  expect(look()).toBe("later");
  expect(projection.calls()[0]?.dueAtMs).toBe(Date.parse("2026-11-19T17:00:00+07:00"));
});

test("decides on the later price of another process, as an account does", async () => {
  const { projection, turn, follow, watching, hold, trade, services, clock } = await planDesk();
  await hold("A");
  await turn();
  // The watch commits the judged price with the call, before it saves the price for others.
  await watching.hear(trade(80_000_000n));
  await follow();
  expect(projection.services.marks.markOf("FPT")).toBeUndefined();
  const [call] = projection.calls();
  expect(call?.valued.mark).toMatchObject({ price: 80_000_000n, atMs: clock.nowMs });
  const state = await services.store.readAccount({ userId: "user-of-A", accountId: "A" });
  const status = await statusOf(projection.services, state as NonNullable<typeof state>);
  expect(status.positions[0]).toMatchObject({ dealRatio: 375_000n, outstandingVnd: 2_000_000n });
  expect(projection.accountOf(0)).toMatchObject({
    figures: status.figures,
    outstandingVnd: status.outstandingVnd,
  });
});

test("a price of a symbol that nobody holds changes no version, and one of a held symbol does", async () => {
  const { projection, turn, hold } = await planDesk();
  await hold("A");
  await turn();
  const before = projection.version();
  await turn();
  projection.onPriceChange(["VNM"]);
  expect(projection.version()).toBe(before);
  projection.onPriceChange(["VNM", "FPT"]);
  expect(projection.version()).not.toBe(before);
});

test("a price that the feed doubts yields to the last decided one, and its confirmation is a new version", async () => {
  const world = await planDesk();
  await world.hold("A");
  await world.turn();
  await world.watching.hear(world.trade(80_000_000n));
  await world.turn();
  let isDoubtful = true;
  const { projection, turn, follow, services } = await openProjection(world.services, {
    isDoubtful: () => isDoubtful,
  });
  await turn();
  world.clock.nowMs += 1_000;
  projection.onPriceChange(services.marks.hear([world.trade(81_000_000n)]));
  const priceOf = (): unknown => projection.calls()[0]?.valued.mark.price;
  expect(priceOf()).toBe(80_000_000n);
  const version = projection.version();
  isDoubtful = false;
  await follow();
  expect(projection.version()).not.toBe(version);
  expect(priceOf()).toBe(81_000_000n);
});

test("a doubt that comes and goes between two looks of its timers is shown while it lasts", async () => {
  const world = await planDesk();
  await world.hold("A");
  await world.turn();
  await world.watching.hear(world.trade(80_000_000n));
  await world.turn();
  let isDoubtful = false;
  const { projection, services } = await openProjection(world.services, { isDoubtful: () => isDoubtful });
  world.clock.nowMs += 1_000;
  projection.onPriceChange(services.marks.hear([world.trade(81_000_000n)]));
  const priceOf = (): unknown => projection.calls()[0]?.valued.mark.price;
  expect(priceOf()).toBe(81_000_000n);
  isDoubtful = true;
  expect(priceOf()).toBe(80_000_000n);
  isDoubtful = false;
  expect(priceOf()).toBe(81_000_000n);
});

test("an account that is gone from the store leaves with the next round over all shards, and may come back", async () => {
  const world = await planDesk();
  const { projection, memory, clock } = world;
  for (const name of ["A", "B"]) await world.hold(name);
  await world.turn();
  await world.watching.hear(world.trade(80_000_000n));
  await world.turn();
  const shown = () => ({
    calls: projection.calls().map(({ accountId }) => accountId),
    found: findAccounts(projection, "", 10).map(({ accountId }) => accountId),
    counts: [figuresOfDesk(projection).accountCount, figuresOfDesk(projection).positionCount],
  });
  const round = async (): Promise<void> => {
    for (let shard = 0; shard < 64; shard += 1) {
      clock.nowMs += 10_000;
      await world.follow();
    }
  };
  const before = projection.version();
  const gone = memory.accounts.get("B");
  memory.accounts.delete("B");
  await round();
  expect(shown()).toEqual({ calls: ["A"], found: ["A"], counts: [1, 1] });
  expect(projection.version()).not.toBe(before);
  if (gone !== undefined) memory.accounts.set("B", gone);
  await round();
  expect(shown()).toEqual({ calls: ["A", "B"], found: ["A", "B"], counts: [2, 2] });
});

type Step =
  | {
      readonly kind: "position";
      readonly account: number;
      readonly symbol: string;
      readonly quantity: bigint;
    }
  | { readonly kind: "cover"; readonly account: number; readonly millions: number }
  | {
      readonly kind: "price";
      readonly symbol: string;
      readonly thousands: number;
      readonly isByHand: boolean;
    }
  | { readonly kind: "rates"; readonly callPercent: number }
  | { readonly kind: "closing" | "close"; readonly account: number; readonly symbol: string }
  | { readonly kind: "time"; readonly hours: number };

const account = fc.integer({ min: 0, max: 3 });
const symbol = fc.constantFrom("FPT", "VNM");
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("position" as const),
      account,
      symbol,
      quantity: fc.constantFrom(1_000n, -1_000n, 300n, -2_500n),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("cover" as const),
      account,
      millions: fc.integer({ min: 0, max: 20 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("price" as const),
      symbol,
      thousands: fc.integer({ min: 60, max: 140 }),
      isByHand: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("rates" as const),
      callPercent: fc.integer({ min: 0, max: 50 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom("closing" as const, "close" as const), account, symbol }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("time" as const), hours: fc.integer({ min: 1, max: 60 }) }),
  },
);

test("after any changes it has the calls and accounts of the store, and each change of them a new version", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), async (steps) => {
      const world = await planDesk();
      for (const each of [0, 1, 2, 3]) await world.hold(`A${each}`);
      const shown = new Map<string, string>();
      for (const each of steps) {
        world.clock.nowMs += 1_000;
        await take(world, each);
        // The account may be there before the price that it was judged on. A price by hand in the store counts for the account at once.
        const isElsewhere = each.kind === "price" && each.isByHand;
        if (each.kind !== "time" && each.kind !== "rates" && !isElsewhere) {
          await world.follow();
          await expectAgreement(world);
        }
        await world.turn();
        await expectAgreement(world);
        const text = show(world.projection);
        const { projection } = world;
        expect(shown.get(projection.version()) ?? text).toBe(text);
        shown.set(projection.version(), text);
      }
    }),
    { numRuns: 60 },
  );
});

type World = Awaited<ReturnType<typeof planDesk>>;

async function take({ services, watching, clock }: World, each: Step): Promise<void> {
  const keyOf = (place: number) => ({ userId: `user-of-A${place}`, accountId: `A${place}` });
  switch (each.kind) {
    case "position":
      await moveCash(services, { key: keyOf(each.account), kind: "deposit", amountVnd: 50_000_000n });
      await setPosition(
        services,
        { ...keyOf(each.account), symbol: each.symbol },
        { quantity: each.quantity, price: 100_000_000n },
      );
      return;
    case "cover":
      await setCover(watching.services, {
        ...keyOf(each.account),
        symbol: "FPT",
        amountVnd: BigInt(each.millions) * 1_000_000n,
        actor: { kind: "user", name: "user" },
        requestId: `${clock.nowMs}`,
      });
      return;
    case "price": {
      const price = BigInt(each.thousands) * 1_000_000n;
      if (each.isByHand) await setPrice(services, { isConfirmed: true, symbol: each.symbol, price });
      else await watching.hear(tradeOf(each.symbol, price, clock.nowMs));
      return;
    }
    case "rates": {
      const marginCallRate = BigInt(each.callPercent) * 10_000n;
      const rates = { ...examplesRates, marginCallRate, forceCloseRate: marginCallRate / 2n };
      await setRates(services, { level: "symbol", name: "FPT", rates, isConfirmed: true });
      return;
    }
    case "closing":
      await markClosing(services, { ...keyOf(each.account), symbol: each.symbol }, true, byLan);
      return;
    case "close":
      await closeHolding(services, { ...keyOf(each.account), symbol: each.symbol }, 90_000_000n, byLan);
      return;
    case "time":
      clock.nowMs += each.hours * hourMs;
  }
}

/** Compares the projection with every account as the store has it. */
async function expectAgreement({ projection, services, memory }: World): Promise<void> {
  const calls: object[] = [];
  const accounts: object[] = [];
  const near: NearReference[] = [];
  let marketVnd = 0n;
  for (const { account: record } of memory.accounts.values()) {
    if (isReservedChain(record.accountId)) continue;
    const state = await services.store.readAccount(record);
    const status = await statusOf(projection.services, state as NonNullable<typeof state>);
    const { figures, outstandingVnd, openCallCount, accountId } = status;
    accounts.push({
      accountId,
      figures,
      outstandingVnd,
      openCallCount,
      positionCount: status.positions.length,
    });
    for (const { symbol: held, call, state: positionState, ...position } of status.positions) {
      marketVnd += position.marketVnd;
      if (positionState === "healthy" && position.callPrice !== undefined) {
        const { markPrice: price, callPrice, quantity } = position;
        const movable = quantity > 0n ? price - callPrice : callPrice - price;
        const distance = movable > 0n ? { movable, price } : { movable: 0n, price };
        near.push({ accountId, symbol: held, price, callPrice, distance });
      }
      if (call === undefined) continue;
      calls.push({
        accountId,
        symbol: held,
        state: positionState,
        openedAtMs: call.sinceMs,
        ...{ dealRatio: position.dealRatio, neededVnd: position.neededVnd },
        ...{
          outstandingVnd: position.outstandingVnd,
          price: position.markPrice,
          priceAtMs: position.markAtMs,
        },
      });
    }
  }
  const byName = (one: object, other: object): number => (keyText(one) < keyText(other) ? -1 : 1);
  expect(projection.calls().map(plainCall).toSorted(byName)).toEqual(calls.toSorted(byName));
  expect(listNearest(projection, { limit: 500, offset: 0 }).positions.map(plainNear)).toEqual(
    near.toSorted(compareNear).map(({ distance: _, ...each }) => each),
  );
  const figures = figuresOfDesk(projection);
  expect(figures).toMatchObject({ openCalls: calls.length, marketVnd, accountCount: accounts.length });
  const found = accounts.map((_, place) => projection.accountOf(place));
  expect(found.map(({ userId: _, ...each }) => each).toSorted(byName)).toEqual(accounts.toSorted(byName));
}

type NearReference = {
  readonly accountId: string;
  readonly symbol: string;
  readonly price: bigint;
  readonly callPrice: bigint;
  readonly distance: { readonly movable: bigint; readonly price: bigint };
};

/** By exact fractions, then by name. */
function compareNear(one: NearReference, other: NearReference): number {
  const difference =
    one.distance.movable * other.distance.price - other.distance.movable * one.distance.price;
  if (difference !== 0n) return difference < 0n ? -1 : 1;
  return keyText(one) < keyText(other) ? -1 : 1;
}

function plainNear({ accountId, valued, price, callPrice }: NearPosition) {
  return { accountId, symbol: valued.position.symbol, price, callPrice };
}

function keyText(each: object): string {
  const { accountId, symbol: held = "" } = each as { readonly accountId: string; readonly symbol?: string };
  return `${accountId}/${held}`;
}

function plainCall({ accountId, state, openedAtMs, outstandingVnd, valued }: OpenCall) {
  const { position, figures, mark } = valued;
  return {
    accountId,
    symbol: position.symbol,
    state,
    openedAtMs,
    dealRatio: figures.dealRatio,
    neededVnd: figures.neededVnd,
    outstandingVnd,
    price: mark.price,
    priceAtMs: mark.atMs,
  };
}

function show(projection: DeskProjection): string {
  const shown = {
    calls: projection.calls().map((call) => ({ ...plainCall(call), due: call.due, dueAtMs: call.dueAtMs })),
    accounts: Array.from({ length: projection.holdings.accountCount }, (_, place) =>
      projection.accountOf(place),
    ),
  };
  return JSON.stringify(shown, (_, value) => (typeof value === "bigint" ? String(value) : value));
}

test("the due time of an opening day is computed once, whatever calls and prices there are, and anew for other holidays", async () => {
  const { projection, turn, watching, hold, trade, services, clock } = await planDesk();
  for (const accountId of ["A", "B", "C", "D"]) await hold(accountId);
  await turn();
  await watching.hear(trade(80_000_000n));
  await turn();
  const { book } = projection.services;
  const holidays = book.holidays;
  let readCount = 0;
  Object.assign(book, {
    holidays: () => {
      readCount += 1;
      return holidays();
    },
  });
  for (const price of [79_000_000n, 78_000_000n, 77_000_000n]) {
    clock.nowMs += 1_000;
    await watching.hear(trade(price));
    await turn();
    expect(projection.calls()).toHaveLength(4);
  }
  expect(readCount).toBeLessThanOrEqual(1);
  const dueAtMs = projection.calls()[0]?.dueAtMs ?? 0;
  await setHolidays(services, ["2026-11-18"]);
  await turn();
  expect(projection.calls().map((call) => call.dueAtMs)).toEqual(Array(4).fill(dueAtMs + 24 * hourMs));
});
