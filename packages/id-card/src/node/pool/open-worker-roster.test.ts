import { setImmediate as turn } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { openWorkerRoster } from "./open-card-pool.ts";
import type { CardWorker } from "./start-card-worker.ts";

type Hand = CardWorker & { load(): void; grow(until: "now" | "in a lull"): void };

/** Workers without a process, which load, grow and die when they are told to. */
function openRoster(workerCountMax: number) {
  const hands: Hand[] = [];
  const start = (): Hand => {
    const hand = makeHand(hands.length);
    hands.push(hand);
    return hand;
  };
  const roster = openWorkerRoster(start, { workerCountMax, restMsMax: 60_000 });
  onTestFinished(() => roster.close());
  return { roster, hands };
}

function makeHand(pid: number): Hand {
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
    grow: (until) => {
      overgrown = until;
    },
  };
}

/** A roster whose one worker has grown and is at work again, while the second loads. */
function openGrown(workerCountMax: number) {
  const { roster, hands } = openRoster(workerCountMax);
  const grown = roster.take();
  hands[0]?.load();
  hands[0]?.grow("now");
  roster.giveBack(grown);
  roster.replaceGrown();
  expect(roster.take()).toBe(grown);
  return { roster, hands, grown };
}

test("a grown worker that dies while its successor loads is followed by that one alone", () => {
  const { roster, grown } = openGrown(4);
  grown.end();
  roster.giveBack(grown);
  expect(roster.listPids()).toEqual([1]);
});

test("a grown worker that dies after its successor could not load is followed by another", async () => {
  const { roster, hands, grown } = openGrown(4);
  hands[1]?.end();
  await turn();
  expect(roster.listPids()).toEqual([0]);
  grown.end();
  roster.giveBack(grown);
  expect(roster.listPids()).toEqual([2]);
});

test("for a worker that died another is started up to the number that a pool may have, and not beyond", () => {
  const { roster, grown } = openGrown(2);
  const other = roster.take();
  expect(roster.listPids()).toEqual([0, 1, 2]);
  other.end();
  roster.giveBack(other);
  expect(roster.listPids()).toEqual([0, 1]);
  grown.end();
  roster.giveBack(grown);
  expect(roster.listPids()).toEqual([1]);
  const next = roster.take();
  next.end();
  roster.giveBack(next);
  expect(roster.listPids()).toEqual([3]);
});

/** A roster whose two workers have loaded, grown as they are told to, and are at work. */
function openBoth(...until: readonly ("now" | "in a lull")[]) {
  const { roster, hands } = openRoster(2);
  const [one, other] = [roster.take(), roster.take()];
  for (const hand of hands) hand.load();
  for (const [i, each] of until.entries()) hands[i]?.grow(each);
  const giveBack = (worker: CardWorker): readonly number[] => {
    roster.giveBack(worker);
    roster.replaceGrown();
    return roster.listPids();
  };
  return { roster, hands, one, other, giveBack };
}

test("a worker that has grown somewhat is followed by another once no card is read, and one that has grown a lot at once", () => {
  const some = openBoth("in a lull");
  expect(some.giveBack(some.one)).toEqual([0, 1]);
  expect(some.giveBack(some.other)).toEqual([0, 1, 2]);
  const much = openBoth("now");
  expect(much.giveBack(much.one)).toEqual([0, 1, 2]);
});

test("of several that have grown somewhat one is replaced after the other", async () => {
  const { roster, hands, one, other, giveBack } = openBoth("in a lull", "in a lull");
  giveBack(one);
  giveBack(other);
  expect(giveBack(roster.take())).toEqual([0, 1, 2]);
  hands[2]?.load();
  await turn();
  expect(roster.listPids()).toEqual([1, 2, 3]);
  hands[3]?.load();
  await turn();
  expect(roster.listPids()).toEqual([2, 3]);
});
