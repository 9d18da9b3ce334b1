import { expect, test } from "vitest";
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

test("simulated prices count while the simulation is heard, until a real feed is", async () => {
  const world = await planWatch();
  const { store } = world.services;
  const hear = (isPlayed: boolean, heardMs: number) =>
    store.saveQuotes([], { heard: { isPlayed, atMs: heardMs } });
  await world.hold("A");
  const atMs = world.clock.nowMs;
  const played = { symbol: "FPT", price: 80_000_000n, atMs, isByHand: false, isPlayed: true };
  await store.setMarks([played]);
  const readNearest = async () => {
    const { isPlayed, symbols } = await readWatchStatus(world.services);
    return [isPlayed, symbols[0]?.belowUnitVnd];
  };
  // At 80,000 the position is called already; at the reference price of 100,000, only below 83,333.
  expect(await readNearest()).toEqual([false, 83_333n]);
  await hear(true, atMs);
  expect(await readNearest()).toEqual([true, undefined]);
  world.clock.nowMs = atMs + 30_001;
  expect(await readNearest()).toEqual([false, 83_333n]);
  // In a lunch break the simulation is heard without a new price.
  await hear(true, atMs + 10_000);
  expect(await readNearest()).toEqual([true, undefined]);
  await hear(false, atMs + 10_001);
  expect(await readNearest()).toEqual([false, 83_333n]);
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
