import { expect, test } from "vitest";
import { isSimulationRunning } from "../quotes/simulation.ts";
import { openMarkBook } from "../testing/open-mark-book.ts";
import { planWatch } from "../testing/plan-watch.ts";
import { readWatchStatus } from "./read-watch-status.ts";

test("reports the watchers, the positions by symbol, the nearest trigger prices and the called positions", async () => {
  const world = await planWatch();
  await world.hold("A");
  await world.hold("S", -1_000n);
  const { turn, hear } = await world.begin("one");
  await turn();
  await hear(world.trade(83_000_000n));
  await turn();
  const status = await readWatchStatus(world.services);
  expect(status.watchers).toEqual([{ holder: "one", untilMs: world.clock.nowMs + 5_000, shardCount: 64 }]);
  expect(status.unwatchedShardCount).toBe(0);
  // The long position is force-closed below 71,429 and leaves its call from 89,286; the short one is called
  // above 107,142.
  expect(status.symbols).toEqual([
    {
      symbol: "FPT",
      positionCount: 2,
      armedCount: 2,
      calledCount: 1,
      belowUnitVnd: 71_428n,
      aboveUnitVnd: 89_286n,
    },
  ]);
  expect(status.called).toMatchObject([
    {
      accountId: "A",
      episode: { number: 1n, isOpen: true },
      valued: { mark: { unitVnd: 83_000n }, figures: { neededVnd: 200_000n } },
    },
  ]);
});

test("a simulation runs while it is heard, until a real feed is", async () => {
  const { services, clock } = await planWatch();
  const hear = (isPlayed: boolean, heardMs: number) =>
    services.store.saveQuotes([], { nowMs: clock.nowMs, heard: { isPlayed, atMs: heardMs } });
  const atMs = clock.nowMs;
  const isRunning = () => isSimulationRunning(services);
  expect(await isRunning()).toBe(false);
  await hear(true, atMs);
  expect(await isRunning()).toBe(true);
  clock.nowMs = atMs + 30_001;
  expect(await isRunning()).toBe(false);
  await hear(true, atMs + 10_000);
  expect(await isRunning()).toBe(true);
  await hear(false, atMs + 10_001);
  expect(await isRunning()).toBe(false);
});

test("uses simulated prices if its services do", async () => {
  const world = await planWatch();
  const { store } = world.services;
  await world.hold("A");
  const atMs = world.clock.nowMs;
  const played = { symbol: "FPT", price: 80_000_000n, atMs, isByHand: false, isPlayed: true };
  await store.setMarks([played], { nowMs: atMs });
  const readNearest = async (isSimulated: boolean) => {
    const marks = await openMarkBook(world.services, { isPlayed: isSimulated });
    const { isPlayed, symbols } = await readWatchStatus({ ...world.services, marks });
    return [isPlayed, symbols[0]?.belowUnitVnd];
  };
  // At 80,000 the position is called already; at the reference price of 100,000, only below 83,333.
  expect(await readNearest(false)).toEqual([false, 83_333n]);
  expect(await readNearest(true)).toEqual([true, undefined]);
});

test("the lease for saving prices is not counted as a watched shard", async () => {
  const world = await planWatch();
  const { turn } = await world.begin("one", { isReceiving: () => true });
  await turn();
  const status = await readWatchStatus(world.services);
  expect(status.watchers).toMatchObject([{ holder: "one", shardCount: 64 }]);
  expect(status.unwatchedShardCount).toBe(0);
});

test("reports that no process watches", async () => {
  const world = await planWatch();
  const status = await readWatchStatus(world.services);
  expect(status).toEqual({ watchers: [], unwatchedShardCount: 64, isPlayed: false, symbols: [], called: [] });
});
