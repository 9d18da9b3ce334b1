import { expect, test } from "vitest";
import { planWatch } from "../testing/plan-watch.ts";
import { readWatchStatus } from "./read-watch-status.ts";

test("who watches is told, what is held by symbol, the nearest prices that reach somebody, and who is called", async () => {
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
  // The long one is forced below 71,429 and out of its call from 89,286 on, the short one called above 107,142.
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

test("where nobody watches, that is told", async () => {
  const world = await planWatch();
  const status = await readWatchStatus(world.services);
  expect(status).toEqual({ watchers: [], unwatchedShardCount: 64, symbols: [], called: [] });
});
