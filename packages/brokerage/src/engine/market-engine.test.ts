/** What moves a market: messages of a feed, and polls of the store. */
import { expect, test, vi } from "vitest";
import { openAccount } from "../accounts/accounts.ts";
import { moveCash } from "../accounts/cash.ts";
import type { ChangesQuery, FeedMessage, Store } from "../ports/index.ts";
import { setPrice } from "../settings/set-price.ts";
import { setRates } from "../settings/set-rates.ts";
import { examplesRates, planWatch } from "../testing/plan-watch.ts";
import { type MarketEngine, openMarket, type PolledChanges } from "./market-engine.ts";

const key = { userId: "u-1", accountId: "A-1" };
const everyShard = Array.from({ length: 64 }, (_, shard) => shard);

/** A market on a store that counts its statements. */
async function planMarket() {
  const world = await planWatch();
  const called: string[] = [];
  const store: Store = new Proxy(world.services.store, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...values: unknown[]): unknown => {
        called.push(String(name));
        return member.apply(target, values);
      };
    },
  });
  const services = { ...world.services, store };
  const market = await openMarket(services);
  const heard: string[] = [];
  market.listen({
    onBookChange: () => void heard.push("book"),
    onPriceChange: (symbols) => void heard.push(...symbols),
  });
  const pollAll = async (): Promise<void> => {
    await market.poll();
    await market.settle();
  };
  await pollAll();
  heard.length = 0;
  called.length = 0;
  return { ...world, market, called, heard, pollAll };
}

/** Follows the accounts of every shard. */
function followAccounts(market: MarketEngine, take: (found: PolledChanges) => Promise<void>): void {
  let sinceMs = 0;
  market.listen({
    followed: () => ({ shards: everyShard, sinceMs }),
    follow: async (found) => {
      await take(found);
      sinceMs = found.askedAtMs;
    },
  });
}

test("a poll that finds nothing new is one statement, however many listen", async () => {
  const { market, called, pollAll } = await planMarket();
  followAccounts(market, async () => {});
  market.live.followUser("u-1", () => {});
  market.live.followAccount(key, () => {});
  await pollAll();
  called.length = 0;
  await pollAll();
  expect(called).toEqual(["readChanges"]);
});

test("a poll tells of rates, prices by hand, accounts and what streams wait for", async () => {
  const { services, market, heard, pollAll } = await planMarket();
  await openAccount(services, key);
  const found: string[] = [];
  followAccounts(market, async ({ changed }) => {
    found.push(...changed.map(({ accountId, version }) => `${accountId} ${version}`));
  });
  market.live.followUser("u-1", () => void heard.push("user"));
  market.live.followAccount(key, () => void heard.push("account"));
  await pollAll();
  expect(found).toContain("A-1 1");
  heard.length = 0;
  found.length = 0;
  await moveCash(services, { key, kind: "deposit", amountVnd: 1_000_000n });
  const rates = { ...examplesRates, marginCallRate: 450_000n };
  await setRates(services, { level: "symbol", name: "FPT", rates });
  await setPrice(services, { isConfirmed: true, symbol: "FPT", price: 90_000_000n });
  await pollAll();
  expect(heard).toEqual(["user", "account", "book", "FPT"]);
  expect(found).toContain("A-1 2");
  expect(market.marks.priceOf("FPT")).toBe(90_000_000n);
});

test("asks for a thousand readers at once, and for others in further statements", async () => {
  const { market, memory, called, pollAll } = await planMarket();
  const readChanges = vi.spyOn(memory, "readChanges");
  const woken = new Set<number>();
  for (let user = 0; user < 2_001; user += 1) market.live.followUser(`u-${user}`, () => void woken.add(user));
  await pollAll();
  expect(called).toEqual(["readChanges", "readChanges", "readChanges"]);
  const asked = readChanges.mock.calls.map(([{ users }]: [ChangesQuery]) => users.length);
  expect(asked).toEqual([1_000, 1_000, 1]);
  expect(woken.size).toBe(2_001);
});

test("a listener that still works is skipped, gets the same changes later, and delays no other", async () => {
  const { services, market, heard } = await planMarket();
  await openAccount(services, key);
  const gates: (() => void)[] = [];
  const found: PolledChanges[] = [];
  followAccounts(market, (each) => {
    found.push(each);
    return new Promise((settle) => void gates.push(settle));
  });
  await market.poll();
  await setPrice(services, { isConfirmed: true, symbol: "FPT", price: 90_000_000n });
  await market.poll();
  expect(found).toHaveLength(1);
  expect(heard).toEqual(["FPT"]);
  for (const open of gates) open();
  await market.settle();
  await market.poll();
  expect(found).toHaveLength(2);
  expect(found[1]?.changed).toEqual(found[0]?.changed);
  for (const open of gates) open();
});

test("settle rejects with the failure of a listener, and the next poll works", async () => {
  const { market, heard, services } = await planMarket();
  followAccounts(market, () => Promise.reject(new Error("The store is away.")));
  await market.poll();
  await expect(market.settle()).rejects.toThrow("The store is away.");
  await setPrice(services, { isConfirmed: true, symbol: "FPT", price: 90_000_000n });
  await market.poll();
  expect(heard).toEqual(["FPT"]);
});

test("a listener that fails keeps no price from those after it, and the poll fails", async () => {
  const { market, heard, services } = await planMarket();
  market.listen({
    onPriceChange: () => {
      throw new Error("not mine");
    },
  });
  market.listen({
    onPriceChange: (symbols) => void heard.push(...[...symbols].map((symbol) => `late ${symbol}`)),
  });
  await setPrice(services, { isConfirmed: true, symbol: "FPT", price: 90_000_000n });
  await expect(market.poll()).rejects.toThrow("not mine");
  expect(heard).toEqual(["FPT", "late FPT"]);
});

test("a listener that works is neither asked nor told until it is done", async () => {
  const { market, clock } = await planMarket();
  const told: number[] = [];
  let finish = (): void => {};
  followAccounts(market, (found) => {
    told.push(found.askedAtMs);
    return new Promise((settle) => {
      finish = settle;
    });
  });
  await market.poll();
  clock.nowMs += 1;
  await market.poll();
  expect(told).toHaveLength(1);
  finish();
  await market.settle();
  await market.poll();
  finish();
  expect(told).toHaveLength(2);
});

test("a price of another process is not taken for an own save that is under way during the poll", async () => {
  const { market, memory, services, trade, clock, pollAll } = await planMarket();
  const { setMarks, readChanges } = memory;
  market.apply([trade(90_000_000n)]);
  let finish = (): void => {};
  memory.setMarks = async (marks, at) => {
    await new Promise<void>((settle) => {
      finish = settle;
    });
    return setMarks.call(memory, marks, at);
  };
  const saving = market.marks.save();
  clock.nowMs += 1_000;
  await setPrice(services, { isConfirmed: true, symbol: "VNM", price: 91_000_000n });
  // The poll reads the counter with the price by hand and without the save, which ends before the counter is compared.
  memory.readChanges = async (query) => {
    const read = await readChanges.call(memory, query);
    finish();
    await saving;
    return read;
  };
  await pollAll();
  Object.assign(memory, { setMarks, readChanges });
  await pollAll();
  expect(market.marks.priceOf("VNM")).toBe(91_000_000n);
});

test("a rejected price is neither a last price nor shown, and listeners hear of a price before its quote is shown", async () => {
  const { market, heard, trade } = await planMarket();
  const shown: unknown[] = [];
  market.listen({ onPriceChange: () => void shown.push(market.board.quoteOf("FPT")?.lastPrice) });
  market.apply([{ ...trade(1n), seq: 1 } as FeedMessage]);
  market.apply([{ ...trade(90_000_000n), seq: 2 } as FeedMessage]);
  expect(heard).toEqual(["FPT"]);
  expect(shown.every((price) => price === undefined)).toBe(true);
  expect(market.marks.refusedCount()).toBe(1);
  expect(market.board.quoteOf("FPT")?.lastPrice).toBe(90_000_000n);
});
