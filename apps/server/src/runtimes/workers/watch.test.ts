import { openBooks, setPrice } from "@trading-oms/brokerage";
import { expect, test } from "vitest";
import { heldKey, planHeld } from "../../testing/plan-held.ts";
import { readD1 } from "./d1.ts";
import { readPostgresql } from "./hyperdrive.ts";
import type { OpenStore } from "./settings.ts";
import { createWatchWorker, watchOnce } from "./watch.ts";

test("fails the event and logs all faults if settings are faulty", async () => {
  const lines: Record<string, unknown>[] = [];
  const worker = createWatchWorker({ writeLine: (line) => void lines.push(JSON.parse(line)) }, readD1);
  const woken = worker.scheduled({ cron: "* * * * *" }, { LOG_LEVEL: "debug" });
  await expect(woken).rejects.toThrow("The settings are faulty.");
  expect(lines).toMatchObject([
    {
      level: "error",
      event: "invalid settings",
      faults:
        'LOG_LEVEL has to be one of error, warn, info, not "debug". ' +
        "DB is no D1 database: bind one under that name (d1_databases in the configuration).",
    },
  ]);
});

test("fails the event and says what to bind without a Hyperdrive binding", async () => {
  const lines: Record<string, unknown>[] = [];
  const world = { writeLine: (line: string) => void lines.push(JSON.parse(line)) };
  const woken = createWatchWorker(world, readPostgresql).scheduled({ cron: "* * * * *" }, { DB: {} });
  await expect(woken).rejects.toThrow("The settings are faulty.");
  expect(lines).toMatchObject([
    { faults: expect.stringMatching(/^HYPERDRIVE is no way to a PostgreSQL: bind one/) },
  ]);
});

test("an unavailable store fails the event, is logged without its message, and is closed if it was open", async () => {
  let closedCount = 0;
  const away = () => Promise.reject(new Error("planted words"));
  const close = async (): Promise<void> => {
    closedCount += 1;
  };
  const store = { readVersions: away, close };
  for (const open of [away, async () => store as unknown as Awaited<ReturnType<OpenStore>>]) {
    const lines: string[] = [];
    const worker = createWatchWorker({ writeLine: (line) => void lines.push(line) }, () => open);
    await expect(worker.scheduled({ cron: "* * * * *" }, {})).rejects.toThrow("The store cannot be reached.");
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ event: "store check failed" }]);
    expect(lines.join()).not.toContain("planted words");
  }
  expect(closedCount).toBe(1);
});

/** The worked example under a margin call, on a clock that advances by waiting. */
async function planRounds() {
  const { services, clock } = await planHeld();
  const { store, now } = services;
  const wait = async (milliseconds: number): Promise<void> => {
    clock.nowMs += milliseconds;
    await new Promise((settle) => setImmediate(settle));
  };
  const thrown: unknown[] = [];
  let roundCount = 0;
  const round = async () => {
    roundCount += 1;
    const { book, marks } = await openBooks({ store, now });
    return watchOnce(
      { ...services, book, marks, holidays: book.holidays },
      { holder: `round-${roundCount}`, wait, onFailure: (failure) => void thrown.push(failure) },
    );
  };
  const price = (value: bigint) => setPrice(services, { isConfirmed: true, symbol: "FPT", price: value });
  const told = async () =>
    (await store.listNotifications(heldKey.userId, { limit: 10, offset: 0 })).map(
      ({ messageId }) => messageId,
    );
  return { store, clock, round, price, told, thrown };
}

const firstCall = "MarginCall/888C000017/FPT/1/0";
const secondCall = "MarginCall/888C000017/FPT/2/0";

test("one round ends a call by a price, the next calls again, and another does nothing", async () => {
  const { round, price, told, thrown, clock } = await planRounds();
  await price(100_000_000n);
  expect(await round()).toMatchObject({ isDone: true, shardCount: 64, positionCount: 1, notifiedCount: 0 });
  clock.nowMs += 60_000;
  await price(80_000_000n);
  expect(await round()).toMatchObject({ isDone: true, notifiedCount: 1 });
  clock.nowMs += 60_000;
  expect(await round()).toMatchObject({ isDone: true, notifiedCount: 0 });
  expect((await told()).filter((each) => each === firstCall || each === secondCall)).toEqual([
    secondCall,
    firstCall,
  ]);
  expect(thrown).toEqual([]);
});

test("a round releases its shards, and waits for those of a crashed one", async () => {
  const { store, clock, round } = await planRounds();
  await round();
  expect((await store.readRota()).leases.filter(({ untilMs }) => untilMs > clock.nowMs)).toEqual([]);
  const shards = Array.from({ length: 64 }, (_, shard) => shard);
  const untilMs = clock.nowMs + 5_000;
  await store.claimShards({ holder: "broken-off", shards, untilMs, atMs: clock.nowMs });
  expect(await round()).toMatchObject({ isDone: true, shardCount: 64, positionCount: 1 });
});

test("a round beside a running watch leaves it its shards and is done", async () => {
  const { store, clock, round } = await planRounds();
  const shards = Array.from({ length: 64 }, (_, shard) => shard);
  const claim = { holder: "staying", shards, untilMs: clock.nowMs + 60_000, atMs: clock.nowMs };
  await store.claimShards(claim);
  expect(await round()).toMatchObject({ isDone: true, shardCount: 0 });
});

test("retries shards that cannot be read, and is not done if they never can", async () => {
  const { store, round, price, thrown } = await planRounds();
  await price(100_000_000n);
  const { listChanges, readAccounts } = store;
  let failuresLeft = 3;
  const failing = <Asked, Given>(ask: (asked: Asked) => Promise<Given>) => {
    return async (asked: Asked): Promise<Given> => {
      if (failuresLeft <= 0) return ask.call(store, asked);
      failuresLeft -= 1;
      throw new Error("The store is away.");
    };
  };
  Object.assign(store, { listChanges: failing(listChanges), readAccounts: failing(readAccounts) });
  expect(await round()).toMatchObject({ isDone: true, shardCount: 64, positionCount: 1 });
  expect(thrown).toHaveLength(3);
  failuresLeft = Number.POSITIVE_INFINITY;
  expect(await round()).toMatchObject({ isDone: false, positionCount: 0 });
});
