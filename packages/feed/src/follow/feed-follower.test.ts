import type { FeedMessage } from "@trading-oms/brokerage/ports";
import fc from "fast-check";
import { expect, test } from "vitest";
import { connectFollower, connectReady, dayOf, trade } from "../testing/connect-follower.ts";
import { openTestBoard } from "../testing/open-test-board.ts";

test("delivers nothing before the first complete answer", () => {
  const { publisher, follower, seqsTaken } = connectFollower();
  publisher.publish(dayOf("FPT", 1), trade("FPT", 2));
  expect(seqsTaken()).toEqual([]);
  follower.answer();
  expect(seqsTaken()).toEqual(["FPT snapshot 2"]);
  publisher.publish(trade("FPT", 3));
  expect(seqsTaken()).toEqual(["FPT snapshot 2", "FPT trade 3"]);
});

test("a missing message holds its symbol and no other, until a snapshot covers it", () => {
  const { publisher, follower, seqsTaken, counts } = connectReady("FPT", "VNM");
  publisher.publish(trade("FPT", 2));
  publisher.board.apply(trade("FPT", 3));
  publisher.publish(trade("FPT", 4), trade("VNM", 2));
  expect(seqsTaken()).toEqual(["FPT trade 2", "VNM trade 2"]);
  expect(follower.tick()?.missing).toEqual({ afterFrame: undefined, symbols: ["FPT"] });
  follower.answer();
  expect(seqsTaken().slice(2)).toEqual(["FPT snapshot 4"]);
  expect(counts).toMatchObject({ gapCount: 1, healCount: 1, lostFrameCount: 0 });
});

test("delivers held messages after the snapshot", () => {
  const { publisher, follower, seqsTaken } = connectReady("FPT");
  publisher.board.apply(trade("FPT", 2));
  publisher.publish(trade("FPT", 3));
  const answer = follower.takeAnswer();
  publisher.publish(trade("FPT", 4), trade("FPT", 5));
  follower.receive(answer);
  expect(seqsTaken()).toEqual(["FPT snapshot 3", "FPT trade 4", "FPT trade 5"]);
});

test("held messages keep their content while later frames are read", () => {
  const { publisher, follower, taken } = connectReady("FPT", "VNM");
  const bookOf = (symbol: string, seq: number, quantity: number): FeedMessage => {
    const levels = [{ price: 80_000_000n, quantity }];
    return { ...trade(symbol, seq), kind: "depth", bids: levels, asks: levels } as FeedMessage;
  };
  publisher.board.apply(trade("FPT", 2));
  publisher.publish(trade("FPT", 3));
  const answer = follower.takeAnswer();
  publisher.publish(bookOf("FPT", 4, 100), bookOf("FPT", 5, 200));
  publisher.publish(bookOf("VNM", 2, 300), bookOf("VNM", 3, 400));
  follower.receive(answer);
  const quantities = taken.flatMap((message) =>
    message.kind === "depth"
      ? [[message.symbol, message.seq, message.bids[0]?.quantity, message.asks[0]?.quantity]]
      : [],
  );
  expect(quantities).toEqual([
    ["VNM", 2, 300, 300],
    ["VNM", 3, 400, 400],
    ["FPT", 4, 100, 100],
    ["FPT", 5, 200, 200],
  ]);
});

test("a missing frame is replaced by snapshots, even without further messages of its symbols", () => {
  const { publisher, follower, seqsTaken, counts } = connectReady("FPT", "VNM");
  publisher.lose(trade("FPT", 2));
  publisher.beat();
  expect(follower.tick()?.missing).toEqual({ afterFrame: 2, symbols: [] });
  follower.answer();
  expect(seqsTaken()).toEqual(["heartbeat", "FPT snapshot 2"]);
  expect(counts.lostFrameCount).toBe(1);
});

test("a message of an unknown kind is counted and replaced by a snapshot of its symbol", () => {
  const { publisher, follower, seqsTaken, counts } = connectReady("FPT");
  publisher.board.apply(trade("FPT", 2));
  publisher.publish({ ...trade("FPT", 2), kind: "auction-hint" } as unknown as FeedMessage, trade("FPT", 3));
  follower.answer();
  expect(seqsTaken()).toEqual(["FPT snapshot 3"]);
  expect(counts.bad.kind).toBe(1);
});

test("repeats a request without a complete answer, with growing pauses", () => {
  const { publisher, follower, seqsTaken } = connectFollower();
  publisher.publish(dayOf("FPT", 1));
  expect(follower.tick()?.request).toBe("1");
  follower.advance(1_600);
  expect(follower.tick()).toBeUndefined();
  follower.advance(100);
  expect(follower.tick()?.request).toBe("2");
  follower.noResponder();
  follower.advance(150);
  expect(follower.tick()).toBeUndefined();
  follower.advance(100);
  follower.answer();
  expect(seqsTaken()).toEqual(["FPT snapshot 1"]);
});

test("follows the publisher that began last, and an earlier one only when that is silent", () => {
  const world = connectReady("FPT");
  const { follower, seqsTaken, counts } = world;
  const second = world.openPublisher("second", 60_000);
  second.publish(dayOf("FPT", 1, 90_000));
  expect(seqsTaken()).toEqual([]);
  follower.answer(second);
  expect(seqsTaken()).toEqual(["FPT snapshot 1"]);
  world.publisher.publish(trade("FPT", 2));
  expect(counts.strangeFrameCount).toBe(1);
  follower.advance(5_000);
  world.publisher.publish(trade("FPT", 3));
  follower.answer();
  expect(seqsTaken().slice(1)).toEqual(["FPT snapshot 3"]);
});

test("drops frames that arrive faster than they are taken, and requests snapshots", () => {
  const { publisher, follower, seqsTaken, counts } = connectReady("FPT");
  follower.pause(true);
  for (let seq = 2; seq <= 900; seq += 1) publisher.publish(trade("FPT", seq));
  expect(counts.droppedFrameCount).toBeGreaterThan(400);
  follower.pause(false);
  follower.answer();
  expect(seqsTaken().at(-1)).toBe("FPT snapshot 900");
});

test("drops held messages with a forged number after two answers", () => {
  const { publisher, follower, seqsTaken } = connectReady("FPT");
  publisher.publishUnrecorded(trade("FPT", 999));
  follower.answer();
  follower.advance(100);
  follower.answer();
  publisher.publish(trade("FPT", 2));
  expect(seqsTaken()).toEqual(["FPT trade 2"]);
});

test("after any losses the follower's board equals the publisher's, and no symbol skips a message", () => {
  const step = fc.record({
    symbol: fc.constantFrom("FPT", "VNM", "HPG"),
    isLost: fc.boolean(),
    isBad: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { publisher, follower, taken } = connectReady("FPT", "VNM", "HPG");
      const seqs = new Map([
        ["FPT", 1],
        ["VNM", 1],
        ["HPG", 1],
      ]);
      for (const [index, { symbol, isLost, isBad }] of steps.entries()) {
        const seq = (seqs.get(symbol) ?? 0) + 1;
        seqs.set(symbol, seq);
        if (isBad) follower.receiveFrame("{invalid");
        if (isLost) publisher.lose(trade(symbol, seq));
        else publisher.publish(trade(symbol, seq));
        if (index % 7 === 0) follower.answer();
        follower.advance(30);
      }
      publisher.beat();
      for (let round = 0; round < 3; round += 1) {
        follower.answer();
        follower.advance(30);
      }
      const board = openTestBoard();
      for (const symbol of seqs.keys()) board.apply(dayOf(symbol, 1));
      for (const message of taken) {
        board.apply(message);
        if (message.kind !== "heartbeat") expect(board.snapshotOf(message.symbol)?.seq).toBe(message.seq);
      }
      const byName = (one: { symbol: string }, other: { symbol: string }) =>
        one.symbol < other.symbol ? -1 : 1;
      expect(board.snapshots().toSorted(byName)).toEqual(publisher.board.snapshots().toSorted(byName));
    }),
  );
});

test("ignores and counts simulated prices, even of the publisher that began last", () => {
  const world = connectReady("FPT");
  const simulated = world.openPublisher("simulated", 60_000, true);
  simulated.publish(dayOf("FPT", 1, 90_000));
  expect(world.follower.tick()).toBeUndefined();
  world.follower.advance(60_000);
  simulated.publish(trade("FPT", 2));
  expect(world.follower.tick()).toBeUndefined();
  world.publisher.publish(trade("FPT", 2));
  expect(world.seqsTaken()).toEqual(["FPT trade 2"]);
  expect(world.counts).toMatchObject({ simulatedFrameCount: 2, strangeFrameCount: 0, hasSimulated: false });
});

test("a simulating publisher never replaces a real one and is replaced by it at once", () => {
  const world = connectFollower({ takesSimulated: true });
  const simulated = world.openPublisher("simulated", 60_000, true);
  simulated.publish(dayOf("FPT", 1, 90_000));
  world.follower.answer(simulated);
  expect(world.seqsTaken()).toEqual(["FPT snapshot 1"]);
  expect(world.counts.hasSimulated).toBe(true);
  world.publisher.publish(dayOf("FPT", 1));
  world.follower.answer();
  simulated.publish(trade("FPT", 2));
  world.publisher.publish(trade("FPT", 2));
  expect(world.seqsTaken().slice(1)).toEqual(["FPT snapshot 1", "FPT trade 2"]);
  expect(world.counts.strangeFrameCount).toBe(1);
});

test("requests a symbol with unreadable snapshots with growing pauses, and without one after a readable snapshot", () => {
  const { publisher, follower, seqsTaken, counts } = connectReady("FPT", "VNM");
  const answerUnread = (): void =>
    follower.receive(
      follower.takeAnswer().map((part) => part.replace('"isHalted":false', '"isHalted":"no"')),
    );
  publisher.lose(trade("FPT", 2));
  publisher.publish(trade("FPT", 3));
  const requestedAtMs: number[] = [];
  for (let passedMs = 0; passedMs < 60_000; passedMs += 20) {
    const before = counts.requestCount;
    answerUnread();
    if (counts.requestCount > before) requestedAtMs.push(passedMs);
    follower.advance(20);
  }
  expect(requestedAtMs.length).toBeLessThan(14);
  expect(requestedAtMs.slice(0, 5)).toEqual([0, 20, 120, 320, 720]);
  publisher.publish(trade("VNM", 2));
  expect(seqsTaken()).toEqual(["VNM trade 2"]);
  follower.advance(30_000);
  follower.answer();
  expect(seqsTaken()).toEqual(["VNM trade 2", "FPT snapshot 3"]);
  follower.advance(30_000);
  publisher.lose(trade("FPT", 4));
  publisher.publish(trade("FPT", 5));
  follower.answer();
  expect(seqsTaken().at(-1)).toBe("FPT snapshot 5");
});

test("requests a symbol that is never taken with growing pauses, until it is needed", () => {
  const { publisher, follower, seqsTaken, counts } = connectReady("FPT");
  follower.refuse("FPT");
  publisher.publish(trade("FPT", 2));
  for (let passedMs = 0; passedMs < 60_000; passedMs += 20) {
    follower.answer();
    follower.advance(20);
  }
  expect(counts.requestCount).toBeLessThan(16);
  follower.refuse();
  publisher.publish(trade("FPT", 3));
  const before = seqsTaken().length;
  follower.need("FPT", "GONE");
  follower.answer();
  publisher.publish(trade("FPT", 4));
  expect(seqsTaken().slice(before)).toEqual(["FPT snapshot 3", "FPT trade 4"]);
});

test("requests a symbol of a lost frame until its snapshot can be read", () => {
  const { publisher, follower, seqsTaken } = connectReady("FPT", "VNM");
  publisher.lose(trade("FPT", 2));
  publisher.beat();
  follower.receive(follower.takeAnswer().map((part) => part.replace('"isHalted":false', '"isHalted":"no"')));
  expect(seqsTaken()).toEqual(["heartbeat"]);
  follower.advance(20);
  expect(follower.tick()?.missing).toEqual({ afterFrame: undefined, symbols: ["FPT"] });
  follower.answer();
  expect(seqsTaken()).toEqual(["heartbeat", "FPT snapshot 2"]);
});

/** The answer of a process that pretends to be the publisher. */
const forged = (answer: readonly string[]): string[] =>
  answer.map((part) => part.replaceAll('"referencePrice":80000000', '"referencePrice":1000'));

test.for(["first", "last"])(
  "symbols with two answers, the forged one %s, are doubtful until a request has one answer",
  (place) => {
    const { publisher, follower, taken, counts } = connectReady("FPT", "VNM");
    publisher.lose(trade("FPT", 2));
    publisher.beat();
    const answer = follower.takeAnswer();
    const [first, second] = place === "first" ? [forged(answer), answer] : [answer, forged(answer)];
    follower.receive(first);
    follower.receive(second);
    expect(counts.conflictCount).toBe(1);
    follower.advance(60_000);
    expect([follower.isDoubtful("FPT"), follower.isDoubtful("VNM")]).toEqual([true, false]);
    follower.answer();
    follower.advance(499);
    expect(follower.isDoubtful("FPT")).toBe(true);
    follower.advance(1);
    expect(follower.isDoubtful("FPT")).toBe(false);
    expect(counts.conflictCount).toBe(1);
    expect(taken.at(-1)).toMatchObject({ symbol: "FPT", seq: 2, quote: { referencePrice: 80_000_000n } });
  },
);

test("a day does not end a dispute: the symbol is requested again until there is one answer", () => {
  const { publisher, follower } = connectReady("FPT");
  publisher.lose(trade("FPT", 2));
  publisher.beat();
  const answer = follower.takeAnswer();
  follower.receive(answer);
  follower.receive(forged(answer));
  publisher.publish(dayOf("FPT", 3));
  expect(follower.isDoubtful("FPT")).toBe(true);
  follower.advance(60_000);
  follower.answer();
  follower.advance(500);
  expect(follower.isDoubtful("FPT")).toBe(false);
});

test("a forged answer without symbols hides none of them, and the request is repeated after the timeout", () => {
  const { publisher, follower, counts, seqsTaken } = connectFollower();
  publisher.lose(dayOf("FPT", 1));
  const answer = follower.takeAnswer();
  follower.receive(answer.map((part) => part.replace(/"messages":.*/, '"messages":[]}')));
  follower.receive(answer);
  expect(seqsTaken()).toEqual([]);
  expect(counts).toMatchObject({ conflictCount: 1, requestCount: 1 });
  follower.advance(1_499);
  expect(follower.tick()).toBeUndefined();
  follower.advance(1);
  follower.answer();
  expect(seqsTaken()).toEqual(["FPT snapshot 1"]);
});

test("a snapshot is doubtful for half a second or until the next trade of its symbol", () => {
  const { publisher, follower } = connectReady("FPT", "VNM");
  for (const symbol of ["FPT", "VNM"]) publisher.lose(trade(symbol, 2));
  publisher.beat();
  follower.answer();
  expect([follower.isDoubtful("FPT"), follower.isDoubtful("VNM")]).toEqual([true, true]);
  publisher.publish({ ...trade("FPT", 3), kind: "session", session: "continuous" } as unknown as FeedMessage);
  expect(follower.isDoubtful("FPT")).toBe(true);
  publisher.publish(trade("FPT", 4));
  expect([follower.isDoubtful("FPT"), follower.isDoubtful("VNM")]).toEqual([false, true]);
  follower.advance(500);
  expect(follower.isDoubtful("VNM")).toBe(false);
});

test("an answer of another publisher does not replace the followed one", () => {
  const { publisher, follower, openPublisher, seqsTaken, counts } = connectReady("FPT");
  const other = openPublisher("other", 60_000);
  publisher.lose(trade("FPT", 2));
  publisher.beat();
  const answer = follower.takeAnswer();
  const others = (part: string): string =>
    part
      .replace('"source":"first"', '"source":"other"')
      .replace(/"beganAtMs":\d+/, '"beganAtMs":1799999999999');
  follower.receive(answer.map(others));
  expect(seqsTaken()).toEqual(["heartbeat"]);
  expect(counts.strangeFrameCount).toBe(1);
  follower.receive(answer);
  expect(seqsTaken()).toEqual(["heartbeat", "FPT snapshot 2"]);
  other.publish(dayOf("FPT", 1, 90_000));
  expect(follower.tick()?.source).toBe("other");
});

test("requests a snapshot of a symbol that is listed later", () => {
  const listed = new Set(["FPT"]);
  const { publisher, follower, seqsTaken, counts } = connectFollower({
    isListed: (symbol) => listed.has(symbol),
  });
  publisher.publish(dayOf("FPT", 1), dayOf("VNM", 1));
  follower.answer();
  publisher.publish(trade("VNM", 2));
  expect(seqsTaken()).toEqual(["FPT snapshot 1"]);
  expect(counts.unlistedCount).toBe(3);
  listed.add("VNM");
  follower.need("VNM");
  follower.advance(100);
  follower.answer();
  publisher.publish(trade("VNM", 3));
  expect(seqsTaken()).toEqual(["FPT snapshot 1", "VNM snapshot 2", "VNM trade 3"]);
});
