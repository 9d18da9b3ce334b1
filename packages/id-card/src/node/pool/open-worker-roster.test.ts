import { setImmediate as turn } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { openWorkerRoster } from "./open-card-pool.ts";
import type { CardWorker } from "./start-card-worker.ts";

type FakeWorker = CardWorker & { load(): void; grow(overgrowth: "now" | "when idle"): void };

/** A roster of workers without processes, which load, grow and die on command. */
function openRoster(workerCountMax: number) {
  const fakes: FakeWorker[] = [];
  const start = (): FakeWorker => {
    const fake = makeFake(fakes.length);
    fakes.push(fake);
    return fake;
  };
  const roster = openWorkerRoster(start, { workerCountMax, idleMsMax: 60_000 });
  onTestFinished(() => roster.close());
  return { roster, fakes };
}

function makeFake(pid: number): FakeWorker {
  const loading = Promise.withResolvers<boolean>();
  let [isLoaded, isAlive] = [false, true];
  let overgrown: ReturnType<CardWorker["overgrowth"]> = false;
  return {
    pid,
    loaded: loading.promise,
    isLoaded: () => isLoaded,
    isAlive: () => isAlive,
    overgrowth: () => overgrown,
    read: async () => ({ kind: "busy" }),
    end: () => {
      isAlive = false;
      loading.resolve(false);
    },
    load: () => {
      isLoaded = true;
      loading.resolve(true);
    },
    grow: (overgrowth) => {
      overgrown = overgrowth;
    },
  };
}

/** A roster with a grown worker that is busy again, while its successor loads. */
function openGrown(workerCountMax: number) {
  const { roster, fakes } = openRoster(workerCountMax);
  const grown = roster.acquire();
  fakes[0]?.load();
  fakes[0]?.grow("now");
  roster.release(grown);
  roster.replaceGrown();
  expect(roster.acquire()).toBe(grown);
  return { roster, fakes, grown };
}

test("a grown worker that dies while its successor loads gets no second successor", () => {
  const { roster, grown } = openGrown(4);
  grown.end();
  roster.release(grown);
  expect(roster.listPids()).toEqual([1]);
});

test("a grown worker that dies after its successor failed to load is replaced", async () => {
  const { roster, fakes, grown } = openGrown(4);
  fakes[1]?.end();
  await turn();
  expect(roster.listPids()).toEqual([0]);
  grown.end();
  roster.release(grown);
  expect(roster.listPids()).toEqual([2]);
});

test("a dead worker is replaced only up to the maximum number of workers", () => {
  const { roster, grown } = openGrown(2);
  const other = roster.acquire();
  expect(roster.listPids()).toEqual([0, 1, 2]);
  other.end();
  roster.release(other);
  expect(roster.listPids()).toEqual([0, 1]);
  grown.end();
  roster.release(grown);
  expect(roster.listPids()).toEqual([1]);
  const next = roster.acquire();
  next.end();
  roster.release(next);
  expect(roster.listPids()).toEqual([3]);
});

/** A roster with two busy workers that have loaded and grown. */
function openBoth(...overgrowths: readonly ("now" | "when idle")[]) {
  const { roster, fakes } = openRoster(2);
  const [one, other] = [roster.acquire(), roster.acquire()];
  for (const fake of fakes) fake.load();
  for (const [i, each] of overgrowths.entries()) fakes[i]?.grow(each);
  const release = (worker: CardWorker): readonly number[] => {
    roster.release(worker);
    roster.replaceGrown();
    return roster.listPids();
  };
  return { roster, fakes, one, other, release };
}

test("a worker that has grown a little is replaced when all are idle, and one that has grown a lot at once", () => {
  const some = openBoth("when idle");
  expect(some.release(some.one)).toEqual([0, 1]);
  expect(some.release(some.other)).toEqual([0, 1, 2]);
  const much = openBoth("now");
  expect(much.release(much.one)).toEqual([0, 1, 2]);
});

test("several workers that have grown a little are replaced one after the other", async () => {
  const { roster, fakes, one, other, release } = openBoth("when idle", "when idle");
  release(one);
  release(other);
  expect(release(roster.acquire())).toEqual([0, 1, 2]);
  fakes[2]?.load();
  await turn();
  expect(roster.listPids()).toEqual([1, 2, 3]);
  fakes[3]?.load();
  await turn();
  expect(roster.listPids()).toEqual([2, 3]);
});
