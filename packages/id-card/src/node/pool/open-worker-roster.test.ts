import { setImmediate as turn } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { openWorkerRoster } from "./open-worker-roster.ts";
import type { CardWorker } from "./start-card-worker.ts";

type Hand = CardWorker & { load(): void; grow(until?: "now" | "in time"): void };

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
  let overgrown: ReturnType<CardWorker["isOvergrown"]> = false;
  return {
    pid,
    loaded: loading.promise,
    isLoaded: () => isLoaded,
    isAlive: () => isAlive,
    isOvergrown: () => overgrown,
    read: async () => ({ kind: "busy" }),
    rested: async () => {},
    end: () => {
      isAlive = false;
      loading.resolve(false);
    },
    load: () => {
      isLoaded = true;
      loading.resolve(true);
    },
    grow: (until = "now") => {
      overgrown = until;
    },
  };
}

/** A roster whose one worker has grown and is at work again, while the second loads. */
function openGrown(workerCountMax: number) {
  const { roster, hands } = openRoster(workerCountMax);
  const grown = roster.take();
  hands[0]?.load();
  hands[0]?.grow();
  roster.giveBack(grown);
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

test("a worker that has grown somewhat is followed by another once no card is read, and one that has grown a lot at once", async () => {
  const { roster, hands } = openRoster(2);
  const [one, other] = [roster.take(), roster.take()];
  for (const hand of hands) hand.load();
  hands[0]?.grow("in time");
  roster.giveBack(one);
  expect(roster.listPids()).toEqual([0, 1]);
  roster.giveBack(other);
  expect(roster.listPids()).toEqual([0, 1, 2]);
  hands[2]?.load();
  await turn();
  expect(roster.listPids()).toEqual([1, 2]);
  const [next] = [roster.take(), roster.take()];
  hands[1]?.grow("now");
  roster.giveBack(next);
  expect(roster.listPids()).toEqual([1, 2, 3]);
});

test("of several that have grown somewhat one is replaced at a time", async () => {
  const { roster, hands } = openRoster(2);
  const both = [roster.take(), roster.take()];
  for (const hand of hands) hand.load();
  for (const hand of hands) hand.grow("in time");
  for (const worker of both) roster.giveBack(worker);
  expect(roster.listPids()).toEqual([0, 1, 2]);
  hands[2]?.load();
  await turn();
  expect(roster.listPids()).toEqual([1, 2]);
  roster.giveBack(roster.take());
  expect(roster.listPids()).toEqual([1, 2, 3]);
});
