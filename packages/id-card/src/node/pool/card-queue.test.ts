import { describe, expect, test } from "vitest";
import { openCardQueue } from "./card-queue.ts";

type Card = { readonly sender: string; readonly name: string };

/** A queue whose cards are named for their senders: `a1` is a card of `a`. `/x` is the wider group of `a/x`. */
function plan(waitingCountMax = 16, workerCountMax = 1) {
  const clock = { nowMs: 0 };
  const queue = openCardQueue<Card>({
    ...{ workerCountMax, waitingCountMax },
    widenSender: (sender) => (sender.includes("/") ? [{ name: sender.slice(1), limitCount: 2 }] : []),
    nowMs: () => clock.nowMs,
  });
  const cardOf = (name: string): Card => ({ sender: name.replace(/\d+$/, ""), name });
  const add = (...names: readonly string[]) => names.flatMap((name) => queue.add(cardOf(name))?.name ?? []);
  const begin = (name: string) => queue.begin(cardOf(name));
  const read = (name: string, elapsedMs: number): void => {
    const end = begin(name);
    clock.nowMs += elapsedMs;
    end();
  };
  const drain = () => Array.from({ length: queue.size }, () => queue.next()?.name);
  return { clock, queue, add, begin, read, drain };
}

test("cards of one sender are read in the order of their arrival", () => {
  const { add, drain } = plan();
  add("a1", "a2", "a3");
  expect(drain()).toEqual(["a1", "a2", "a3"]);
});

test("senders have turns, however many cards one of them has sent before", () => {
  const { add, queue } = plan();
  add("a1", "a2", "a3", "b1", "c1", "b2");
  expect(queue.next()?.name).toBe("a1");
  expect(queue.next()?.name).toBe("a2");
});

test("a sender whose card is being read waits for all others", () => {
  const { add, begin, drain } = plan();
  const end = begin("a1");
  add("a2", "a3", "b1", "c1");
  expect(drain()).toEqual(["b1", "c1", "a2", "a3"]);
  end();
  add("a4", "b2");
  expect(drain()).toEqual(["a4", "b2"]);
});

test("of senders with as many cards before, the one that has used least costly time comes first", () => {
  const { add, read, drain, clock } = plan();
  read("a1", 5_000);
  read("b1", 2_400);
  add("a2", "b2", "c1");
  expect(drain()).toEqual(["c1", "b2", "a2"]);
  clock.nowMs += 60_000;
  add("a3", "b3");
  expect(drain()).toEqual(["a3", "b3"]);
});

test("a group of senders counts as its share of them", () => {
  const { add, read, drain, begin } = plan();
  read("a/x1", 3_000);
  read("b/x1", 3_000);
  read("d1", 2_900);
  add("c/x1", "d2");
  expect(drain()).toEqual(["d2", "c/x1"]);
  begin("a/x2");
  begin("b/x2");
  add("c/x2", "e1", "d3");
  expect(drain()).toEqual(["e1", "d3", "c/x2"]);
});

describe("without room", () => {
  test("a sender alone may fill the queue, and its further cards are dropped", () => {
    const { add } = plan(6);
    expect(add("a1", "a2", "a3", "a4", "a5", "a6")).toEqual([]);
    expect(add("a7", "a8")).toEqual(["a7", "a8"]);
  });

  test("the card that would be read last makes room for another sender's", () => {
    const { add, queue } = plan(3);
    add("a1", "a2", "b1");
    expect([add("c1"), add("d1"), queue.size]).toEqual([["a2"], ["d1"], 3]);
  });

  test("a sender that has used much reading time makes room for one that has not", () => {
    const { add, read } = plan(2);
    read("a1", 5_000);
    read("b1", 4_000);
    add("a2", "b2");
    expect(add("c1")).toEqual(["a2"]);
  });

  test("four cards of a sender wait while others wait, besides the one that is being read", () => {
    const { add, begin } = plan();
    begin("a0");
    add("b1");
    expect(add("a1", "a2", "a3", "a4", "a5")).toEqual(["a5"]);
  });

  test("a card of another sender takes the room of one accepted card at most", () => {
    const { add } = plan();
    const office = Array.from({ length: 16 }, (_, index) => `a${index}`);
    expect(add(...office)).toEqual([]);
    expect(add("b1")).toEqual(["a15"]);
    expect([add("a16"), add("c1")]).toEqual([["a16"], ["a14"]]);
  });
});

describe("a sender of more than a second of costly time within a minute", () => {
  test("leaves one of two workers to others, whose cards are then read at once", () => {
    const { queue, add, begin, read, clock } = plan(16, 2);
    read("b1", 500);
    read("a1", 3_001);
    const end = begin("a2");
    add("a3");
    expect([queue.next(), queue.size]).toEqual([undefined, 1]);
    expect(queue.mayBegin({ sender: "b", name: "b2" })).toBe(true);
    add("c1", "a4");
    expect([queue.next()?.name, queue.next()?.name]).toEqual(["c1", undefined]);
    end();
    expect(queue.next()?.name).toBe("a3");
    begin("a3");
    clock.nowMs += 3_001;
    expect(queue.next()).toBeUndefined();
  });

  test("counts the card that is being read, and is as others again a minute later", () => {
    const { queue, begin, add, clock } = plan(16, 2);
    begin("b1")();
    const end = begin("a1");
    begin("c1");
    clock.nowMs = 3_001;
    add("a2");
    expect(queue.next()).toBeUndefined();
    end();
    clock.nowMs += 60_000;
    expect(queue.next()?.name).toBe("a2");
  });

  test("has all workers while there are no others, and the only one", () => {
    for (const [workerCountMax, others] of [
      [2, []],
      [1, ["b1"]],
    ] as const) {
      const { queue, read, begin, add } = plan(16, workerCountMax);
      for (const other of others) read(other, 100);
      read("a1", 10_000);
      begin("a2");
      add("a3");
      expect(queue.next()?.name).toBe("a3");
    }
  });
});

test("many usual cards of a sender cost nothing", () => {
  const { queue, read, begin, add } = plan(16, 2);
  read("b1", 900);
  for (let n = 1; n <= 20; n += 1) read(`a${n}`, 2_000);
  begin("a21");
  add("a22");
  expect(queue.next()?.name).toBe("a22");
});

test("a removed card has no turn", () => {
  const { queue } = plan();
  const [first, second] = [
    { sender: "a", name: "a1" },
    { sender: "a", name: "a2" },
  ];
  queue.add(first);
  queue.add(second);
  expect([queue.remove(first), queue.remove(first), queue.size]).toEqual([true, false, 1]);
  expect(queue.next()).toBe(second);
  expect(queue.next()).toBeUndefined();
});

/**
 * Two workers read costly cards of some senders, which arrive at twice the pace of reading, and usual cards of other senders.
 * Returns how many milliseconds each usual card waited, if it was begun within the four seconds that a card waits.
 */
function simulate(areTold: boolean, senderCount = 3, costMsMin = 3_500) {
  const { clock, queue } = plan(16, 2);
  type Arrival = Card & { readonly atMs: number; readonly costMs: number };
  const arrive = (name: string, sender: string, atMs: number, costMs: number): Arrival => ({
    ...{ name, sender: areTold ? sender : "", atMs, costMs },
  });
  const endMs = 120_000;
  const coming: Arrival[] = [];
  for (let atMs = 0; atMs < endMs; atMs += 1_000)
    coming.push(
      arrive("costly", `costly ${(atMs / 1_000) % senderCount}`, atMs, costMsMin + ((atMs * 7) % 1_501)),
    );
  for (let atMs = 500; atMs < endMs; atMs += 2_900) coming.push(arrive("usual", `usual ${atMs}`, atMs, 900));
  coming.sort((one, other) => one.atMs - other.atMs);
  let waiting: Arrival[] = [];
  let running: { readonly endMs: number; readonly end: () => void }[] = [];
  const waits: { readonly atMs: number; readonly waitedMs: number }[] = [];
  for (; clock.nowMs < endMs; clock.nowMs += 100) {
    for (const done of running.filter((each) => each.endMs <= clock.nowMs)) done.end();
    running = running.filter((each) => each.endMs > clock.nowMs);
    for (const card of waiting) if (clock.nowMs - card.atMs >= 4_000) queue.remove(card);
    waiting = waiting.filter(({ atMs }) => clock.nowMs - atMs < 4_000);
    while (coming[0] !== undefined && coming[0].atMs <= clock.nowMs) {
      const card = coming.shift() as Arrival;
      waiting.push(card);
      queue.add(card);
    }
    while (running.length < 2) {
      const card = queue.next() as Arrival | undefined;
      if (card === undefined) break;
      if (card.name === "usual") waits.push({ atMs: card.atMs, waitedMs: clock.nowMs - card.atMs });
      running.push({ endMs: clock.nowMs + card.costMs, end: queue.begin(card) });
    }
  }
  return waits;
}

test("beside three senders of costly cards, cards of others begin within a second", {
  timeout: 2_000,
}, () => {
  const waits = simulate(true);
  // 42 usual cards arrive. In the first seconds the three senders are not known to be costly.
  expect(waits.length).toBeGreaterThan(40);
  expect(Math.max(...waits.filter(({ atMs }) => atMs > 10_000).map(({ waitedMs }) => waitedMs))).toBeLessThan(
    1_000,
  );
  expect(simulate(false).length).toBeLessThan(20);
});

test.each([
  [8, 38],
  [16, 35],
])("beside %d senders of costly cards, %d of 42 cards of others begin in time", (count, servedCount) => {
  expect(simulate(true, count).length).toBeGreaterThanOrEqual(servedCount);
});

test("beside sixteen senders of many cards just below the limit, cards of others begin in time", () => {
  expect(simulate(true, 16, 500).length).toBeGreaterThanOrEqual(40);
});
