import { setTimeout as wait } from "node:timers/promises";
import { setPrice, setRates } from "@trading-oms/brokerage";
import { createProcessFeed } from "@trading-oms/feed";
import { Registry } from "prom-client";
import { expect, onTestFinished, test, vi } from "vitest";
import type { LogEntry } from "../../../log-and-trace.ts";
import { heldKey, planHeld } from "../../../testing/plan-held.ts";
import { startFollowing } from "./following.ts";
import { openServerMarket } from "./open-market.ts";

/** The worked example without a margin call: FPT is at 100,000 again. */
async function planWatched(time = "10:00:00", isAlwaysTrading = false) {
  const { services, clock } = await planHeld();
  clock.nowMs = Date.parse(`2026-11-17T${time}+07:00`);
  const atMs = clock.nowMs;
  await services.store.setMarks([{ symbol: "FPT", price: 100_000_000n, atMs, isByHand: true }], {
    nowMs: services.now(),
  });
  const feed = createProcessFeed({ isAlwaysTrading });
  const logged: LogEntry[] = [];
  const heard = new Set<string>();
  const begin = async (isCalled = false) => {
    const log = (entry: LogEntry): void => void logged.push(entry);
    const market = await openServerMarket({ ...services, log }, feed);
    const { book, marks } = market;
    market.listen({
      onBookChange: () => void heard.add("the book"),
      onPriceChange: (symbols) => {
        for (const symbol of symbols) heard.add(symbol);
      },
    });
    const registry = new Registry();
    const following = startFollowing(
      { ...services, market, book, marks, holidays: book.holidays },
      { log, registry, makeId: services.makeId, feed, isWatching: true },
    );
    let isStopped = false;
    const stop = async (): Promise<void> => {
      if (!isStopped) await following.stop();
      isStopped = true;
    };
    onTestFinished(stop);
    // The position was under a margin call, which the price of 100,000 ends.
    await vi.waitFor(async () => {
      const state = await services.store.readAccount(heldKey);
      expect(state?.episodes).toMatchObject([{ isOpen: isCalled }]);
      const metrics = await registry.metrics();
      expect(metrics).toContain("oms_watch_positions 1\n");
      expect(metrics).toContain("oms_watch_pending 0\n");
    });
    return { ...following, stop, registry };
  };
  const told = async (): Promise<string[]> => {
    const page = await services.store.listNotifications(heldKey.userId, { limit: 10, offset: 0 });
    return page.map(({ messageId }) => messageId);
  };
  let seq = 0;
  const trade = (price: bigint) => {
    seq += 1;
    const origin = { symbol: "FPT", seq, atMs: clock.nowMs } as const;
    feed.publish([{ kind: "trade", ...origin, price, quantity: 100, side: "none" }]);
  };
  return { services, clock, feed, logged, heard, begin, told, trade };
}

const secondCall = "MarginCall/888C000017/FPT/2/0";

test("a price from the feed triggers a margin call and is stored within seconds", async () => {
  const { services, clock, trade, begin, told } = await planWatched();
  await begin();
  clock.nowMs += 1_000;
  trade(80_000_000n);
  await vi.waitFor(async () => expect(await told()).toContain(secondCall));
  await vi.waitFor(
    async () =>
      expect(await services.store.readMarks(["FPT"])).toEqual([
        { symbol: "FPT", price: 80_000_000n, atMs: clock.nowMs, isByHand: false },
      ]),
    { timeout: 5_000 },
  );
});

test("the desk hears of prices from the feed and by hand, and of rates", async () => {
  const { services, clock, trade, heard, begin } = await planWatched();
  await begin();
  heard.clear();
  trade(99_900_000n);
  await vi.waitFor(() => expect(heard).toContain("FPT"));
  heard.clear();
  clock.nowMs += 1_000;
  await setPrice(services, { symbol: "FPT", price: 99_800_000n, isConfirmed: true });
  await vi.waitFor(() => expect(heard).toContain("FPT"), { timeout: 5_000 });
  await setRates(services, { level: "symbol", name: "FPT", rates: undefined, isConfirmed: true });
  await vi.waitFor(() => expect(heard).toContain("the book"), { timeout: 5_000 });
});

test.each([
  ["at exchange hours", "10:00:00", false],
  ["in a market that always trades", "23:00:00", true],
] as const)(
  "tells a fall after the clock was ten minutes ahead, %s, also after a restart",
  async (_when, time, isAlwaysTrading) => {
    const { services, clock, trade, logged, begin, told } = await planWatched(time, isAlwaysTrading);
    const first = await begin();
    const secondCallForced = "ForceClose/888C000017/FPT/2/0";
    // Server and publisher are ahead: the position is called, and price and call are stored in the future.
    clock.nowMs += 600_000;
    trade(80_000_000n);
    await vi.waitFor(async () => expect(await told()).toContain(secondCall), { timeout: 2_000 });
    await first.stop();
    clock.nowMs -= 600_000;
    const [stored] = await services.store.readMarks(["FPT"]);
    expect(stored?.atMs).toBe(clock.nowMs + 600_000);
    const second = await begin(true);
    clock.nowMs += 1_000;
    trade(60_000_000n);
    await vi.waitFor(async () => expect(await told()).toContain(secondCallForced), { timeout: 2_000 });
    // The stored last price and the judged price of the position.
    expect(await second.registry.metrics()).toMatch(/^oms_prices_future_dated_total 2$/m);
    await second.stop();
    const event = "stored prices dated in the future were replaced: a clock was wrong";
    const reports = logged.filter((each) => each.event === event);
    expect(reports.map(({ level }) => level)).toContain("warn");
    expect(reports.reduce((sum, { notes }) => sum + Number(notes?.["count"]), 0)).toBe(2);
  },
  20_000,
);

test("judges a price set by hand within a second, also at night", async () => {
  const { services, clock, begin, told } = await planWatched("23:00:00");
  await begin();
  clock.nowMs += 1_000;
  await services.store.setMarks([{ symbol: "FPT", price: 80_000_000n, atMs: clock.nowMs, isByHand: true }], {
    nowMs: services.now(),
  });
  await vi.waitFor(async () => expect(await told()).toContain(secondCall), { timeout: 1_000 });
});

test("a stopped watch processes nothing more and releases its shards", async () => {
  const { services, clock, trade, logged, begin, told } = await planWatched();
  const following = await begin();
  await following.stop();
  clock.nowMs += 1_000;
  const before = await told();
  trade(60_000_000n);
  await wait(50);
  expect(await told()).toEqual(before);
  const { leases } = await services.store.readRota();
  expect(leases.filter(({ untilMs }) => untilMs > clock.nowMs)).toEqual([]);
  expect(logged.map(({ event }) => event)).toEqual(["watching"]);
});

test("logs an unavailable store once, and judges prices that arrived meanwhile after recovery", async () => {
  const { services, clock, trade, logged, begin, told } = await planWatched();
  await begin();
  const { store } = services;
  const { commit, readChanges } = store;
  const fail = () => Promise.reject(new Error("The store is away."));
  Object.assign(store, { commit: fail, readChanges: fail });
  clock.nowMs += 1_000;
  trade(80_000_000n);
  await wait(700);
  Object.assign(store, { commit: commit.bind(store), readChanges: readChanges.bind(store) });
  clock.nowMs += 1_000;
  await vi.waitFor(async () => expect(await told()).toContain(secondCall), { timeout: 3_000 });
  const failures = logged.filter(({ level }) => level === "error").map(({ event }) => event);
  expect(failures.filter((event) => event === "store check failed")).toHaveLength(1);
  expect(failures.filter((event) => event === "watch step failed, retrying")).toHaveLength(1);
});
