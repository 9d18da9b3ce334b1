import type { FeedMessage } from "@trading-oms/brokerage/ports";
import fc from "fast-check";
import { expect, test } from "vitest";
import { connectFollower, connectWhole, dayOf, trade } from "../testing/connect-follower.ts";
import { openToldBoard } from "../testing/open-told-board.ts";

test("nothing is handed over before everything that was told of before is known", () => {
  const { publisher, follower, seqsTaken } = connectFollower();
  publisher.tell(dayOf("FPT", 1), trade("FPT", 2));
  expect(seqsTaken()).toEqual([]);
  follower.answer();
  expect(seqsTaken()).toEqual(["FPT snapshot 2"]);
  publisher.tell(trade("FPT", 3));
  expect(seqsTaken()).toEqual(["FPT snapshot 2", "FPT trade 3"]);
});

test("a message that is missing holds its symbol, and no other, until a snapshot makes up for it", () => {
  const { publisher, follower, seqsTaken, counts } = connectWhole("FPT", "VNM");
  publisher.tell(trade("FPT", 2));
  publisher.board.apply(trade("FPT", 3));
  publisher.tell(trade("FPT", 4), trade("VNM", 2));
  expect(seqsTaken()).toEqual(["FPT trade 2", "VNM trade 2"]);
  expect(follower.tick()?.lacking).toEqual({ afterFrame: undefined, symbols: ["FPT"] });
  follower.answer();
  expect(seqsTaken().slice(2)).toEqual(["FPT snapshot 4"]);
  expect(counts).toMatchObject({ gapCount: 1, healCount: 1, lostFrameCount: 0 });
});

test("what was held behind a snapshot is handed over after it", () => {
  const { publisher, follower, seqsTaken } = connectWhole("FPT");
  publisher.board.apply(trade("FPT", 2));
  publisher.tell(trade("FPT", 3));
  const answer = follower.takeAnswer();
  publisher.tell(trade("FPT", 4), trade("FPT", 5));
  follower.hear(answer);
  expect(seqsTaken()).toEqual(["FPT snapshot 3", "FPT trade 4", "FPT trade 5"]);
});

test("what is held says what it said, whatever is read after it", () => {
  const { publisher, follower, taken } = connectWhole("FPT", "VNM");
  const bookOf = (symbol: string, seq: number, quantity: number): FeedMessage => {
    const levels = [{ price: 80_000_000n, quantity }];
    return { ...trade(symbol, seq), kind: "depth", bids: levels, asks: levels } as FeedMessage;
  };
  publisher.board.apply(trade("FPT", 2));
  publisher.tell(trade("FPT", 3));
  const answer = follower.takeAnswer();
  publisher.tell(bookOf("FPT", 4, 100), bookOf("FPT", 5, 200));
  publisher.tell(bookOf("VNM", 2, 300), bookOf("VNM", 3, 400));
  follower.hear(answer);
  const quantities = taken.flatMap((told) =>
    told.kind === "depth" ? [[told.symbol, told.seq, told.bids[0]?.quantity, told.asks[0]?.quantity]] : [],
  );
  expect(quantities).toEqual([
    ["VNM", 2, 300, 300],
    ["VNM", 3, 400, 400],
    ["FPT", 4, 100, 100],
    ["FPT", 5, 200, 200],
  ]);
});

test("a frame that is missing is made up for, though nothing else is told of its symbols", () => {
  const { publisher, follower, seqsTaken, counts } = connectWhole("FPT", "VNM");
  publisher.lose(trade("FPT", 2));
  publisher.beat();
  expect(follower.tick()?.lacking).toEqual({ afterFrame: 2, symbols: [] });
  follower.answer();
  expect(seqsTaken()).toEqual(["heartbeat", "FPT snapshot 2"]);
  expect(counts.lostFrameCount).toBe(1);
});

test("a message of a kind that nobody knows costs its symbol a snapshot, and nothing else", () => {
  const { publisher, follower, seqsTaken, counts } = connectWhole("FPT");
  publisher.board.apply(trade("FPT", 2));
  publisher.tell({ ...trade("FPT", 2), kind: "auction-hint" } as unknown as FeedMessage, trade("FPT", 3));
  follower.answer();
  expect(seqsTaken()).toEqual(["FPT snapshot 3"]);
  expect(counts.bad.kind).toBe(1);
});

test("an answer of which a part is lost is asked for again, later each time", () => {
  const { publisher, follower, seqsTaken } = connectFollower();
  publisher.tell(dayOf("FPT", 1));
  expect(follower.tick()?.request).toBe("1");
  follower.pass(1_600);
  expect(follower.tick()).toBeUndefined();
  follower.pass(100);
  expect(follower.tick()?.request).toBe("2");
  follower.nobody();
  follower.pass(150);
  expect(follower.tick()).toBeUndefined();
  follower.pass(100);
  follower.answer();
  expect(seqsTaken()).toEqual(["FPT snapshot 1"]);
});

test("whoever began last is followed, and who began before is not until the other has been silent", () => {
  const world = connectWhole("FPT");
  const { follower, seqsTaken, counts } = world;
  const second = world.openPublisher("second", 60_000);
  second.tell(dayOf("FPT", 1, 90_000));
  expect(seqsTaken()).toEqual([]);
  follower.answer(second);
  expect(seqsTaken()).toEqual(["FPT snapshot 1"]);
  world.publisher.tell(trade("FPT", 2));
  expect(counts.strangeFrameCount).toBe(1);
  follower.pass(5_000);
  world.publisher.tell(trade("FPT", 3));
  follower.answer();
  expect(seqsTaken().slice(1)).toEqual(["FPT snapshot 3"]);
});

test("what comes faster than it is taken is let go, and made up for by snapshots", () => {
  const { publisher, follower, seqsTaken, counts } = connectWhole("FPT");
  follower.sleep(true);
  for (let seq = 2; seq <= 900; seq += 1) publisher.tell(trade("FPT", seq));
  expect(counts.droppedFrameCount).toBeGreaterThan(400);
  follower.sleep(false);
  follower.answer();
  expect(seqsTaken().at(-1)).toBe("FPT snapshot 900");
});

test("a symbol that somebody lied about is let go on after two answers", () => {
  const { publisher, follower, seqsTaken } = connectWhole("FPT");
  publisher.tellUnseen(trade("FPT", 999));
  follower.answer();
  follower.pass(100);
  follower.answer();
  publisher.tell(trade("FPT", 2));
  expect(seqsTaken()).toEqual(["FPT trade 2"]);
});

test("whatever is lost on the way, the follower's board becomes the publisher's, and no symbol skips a message", () => {
  const step = fc.record({
    symbol: fc.constantFrom("FPT", "VNM", "HPG"),
    isLost: fc.boolean(),
    isBad: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { publisher, follower, taken } = connectWhole("FPT", "VNM", "HPG");
      const seqs = new Map([
        ["FPT", 1],
        ["VNM", 1],
        ["HPG", 1],
      ]);
      for (const [index, { symbol, isLost, isBad }] of steps.entries()) {
        const seq = (seqs.get(symbol) ?? 0) + 1;
        seqs.set(symbol, seq);
        if (isBad) follower.hearFrame("{rubbish");
        if (isLost) publisher.lose(trade(symbol, seq));
        else publisher.tell(trade(symbol, seq));
        if (index % 7 === 0) follower.answer();
        follower.pass(30);
      }
      publisher.beat();
      for (let round = 0; round < 3; round += 1) {
        follower.answer();
        follower.pass(30);
      }
      const board = openToldBoard();
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

test("prices that are only played are not taken, whoever began last, and are counted", () => {
  const world = connectWhole("FPT");
  const played = world.openPublisher("played", 60_000, true);
  played.tell(dayOf("FPT", 1, 90_000));
  expect(world.follower.tick()).toBeUndefined();
  world.follower.pass(60_000);
  played.tell(trade("FPT", 2));
  expect(world.follower.tick()).toBeUndefined();
  world.publisher.tell(trade("FPT", 2));
  expect(world.seqsTaken()).toEqual(["FPT trade 2"]);
  expect(world.counts).toMatchObject({ simulatedFrameCount: 2, strangeFrameCount: 0, hasSimulated: false });
});

test("where played prices are allowed they take nobody's place who does not play, and give theirs at once", () => {
  const world = connectFollower({ takesSimulated: true });
  const played = world.openPublisher("played", 60_000, true);
  played.tell(dayOf("FPT", 1, 90_000));
  world.follower.answer(played);
  expect(world.seqsTaken()).toEqual(["FPT snapshot 1"]);
  expect(world.counts.hasSimulated).toBe(true);
  world.publisher.tell(dayOf("FPT", 1));
  world.follower.answer();
  played.tell(trade("FPT", 2));
  world.publisher.tell(trade("FPT", 2));
  expect(world.seqsTaken().slice(1)).toEqual(["FPT snapshot 1", "FPT trade 2"]);
  expect(world.counts.strangeFrameCount).toBe(1);
});

test("a symbol whose snapshot nobody can read is asked for ever later, and at once again after it was read", () => {
  const { publisher, follower, seqsTaken, counts } = connectWhole("FPT", "VNM");
  const answerUnread = (): void =>
    follower.hear(follower.takeAnswer().map((part) => part.replace('"isHalted":false', '"isHalted":"no"')));
  publisher.lose(trade("FPT", 2));
  publisher.tell(trade("FPT", 3));
  const askedAtMs: number[] = [];
  for (let passedMs = 0; passedMs < 60_000; passedMs += 20) {
    const before = counts.requestCount;
    answerUnread();
    if (counts.requestCount > before) askedAtMs.push(passedMs);
    follower.pass(20);
  }
  expect(askedAtMs.length).toBeLessThan(14);
  expect(askedAtMs.slice(0, 5)).toEqual([0, 20, 120, 320, 720]);
  publisher.tell(trade("VNM", 2));
  expect(seqsTaken()).toEqual(["VNM trade 2"]);
  follower.pass(30_000);
  follower.answer();
  expect(seqsTaken()).toEqual(["VNM trade 2", "FPT snapshot 3"]);
  follower.pass(30_000);
  publisher.lose(trade("FPT", 4));
  publisher.tell(trade("FPT", 5));
  follower.answer();
  expect(seqsTaken().at(-1)).toBe("FPT snapshot 5");
});

test("a symbol that can't be taken, whatever is told of it, is asked for ever later until it is needed", () => {
  const { publisher, follower, seqsTaken, counts } = connectWhole("FPT");
  follower.refuse("FPT");
  publisher.tell(trade("FPT", 2));
  for (let passedMs = 0; passedMs < 60_000; passedMs += 20) {
    follower.answer();
    follower.pass(20);
  }
  expect(counts.requestCount).toBeLessThan(16);
  follower.refuse();
  publisher.tell(trade("FPT", 3));
  const before = seqsTaken().length;
  follower.need("FPT", "GONE");
  follower.answer();
  publisher.tell(trade("FPT", 4));
  expect(seqsTaken().slice(before)).toEqual(["FPT snapshot 3", "FPT trade 4"]);
});

test("a symbol that only a lost frame told of is asked for until its snapshot can be read", () => {
  const { publisher, follower, seqsTaken } = connectWhole("FPT", "VNM");
  publisher.lose(trade("FPT", 2));
  publisher.beat();
  follower.hear(follower.takeAnswer().map((part) => part.replace('"isHalted":false', '"isHalted":"no"')));
  expect(seqsTaken()).toEqual(["heartbeat"]);
  follower.pass(20);
  expect(follower.tick()?.lacking).toEqual({ afterFrame: undefined, symbols: ["FPT"] });
  follower.answer();
  expect(seqsTaken()).toEqual(["heartbeat", "FPT snapshot 2"]);
});

/** What somebody answers who only pretends to be the publisher. */
const forged = (answer: readonly string[]): string[] =>
  answer.map((part) => part.replaceAll('"referencePrice":80000000', '"referencePrice":1000'));

test.for(["first", "last"])(
  "where a request is answered twice, the false answer coming %s, its symbols are doubtful until one answer alone has come",
  (place) => {
    const { publisher, follower, taken, counts } = connectWhole("FPT", "VNM");
    publisher.lose(trade("FPT", 2));
    publisher.beat();
    const answer = follower.takeAnswer();
    const [first, second] = place === "first" ? [forged(answer), answer] : [answer, forged(answer)];
    follower.hear(first);
    follower.hear(second);
    expect(counts.conflictCount).toBe(1);
    follower.pass(60_000);
    expect([follower.isDoubtful("FPT"), follower.isDoubtful("VNM")]).toEqual([true, false]);
    follower.answer();
    follower.pass(499);
    expect(follower.isDoubtful("FPT")).toBe(true);
    follower.pass(1);
    expect(follower.isDoubtful("FPT")).toBe(false);
    expect(counts.conflictCount).toBe(1);
    expect(taken.at(-1)).toMatchObject({ symbol: "FPT", seq: 2, quote: { referencePrice: 80_000_000n } });
  },
);

test("a false answer that leaves symbols out hides none of them, and is asked about no sooner than an answer may take", () => {
  const { publisher, follower, counts, seqsTaken } = connectFollower();
  publisher.lose(dayOf("FPT", 1));
  const answer = follower.takeAnswer();
  follower.hear(answer.map((part) => part.replace(/"messages":.*/, '"messages":[]}')));
  follower.hear(answer);
  expect(seqsTaken()).toEqual([]);
  expect(counts).toMatchObject({ conflictCount: 1, requestCount: 1 });
  follower.pass(1_499);
  expect(follower.tick()).toBeUndefined();
  follower.pass(1);
  follower.answer();
  expect(seqsTaken()).toEqual(["FPT snapshot 1"]);
});

test("a snapshot is doubtful for half a second, or until the next trade of its symbol", () => {
  const { publisher, follower } = connectWhole("FPT", "VNM");
  for (const symbol of ["FPT", "VNM"]) publisher.lose(trade(symbol, 2));
  publisher.beat();
  follower.answer();
  expect([follower.isDoubtful("FPT"), follower.isDoubtful("VNM")]).toEqual([true, true]);
  publisher.tell({ ...trade("FPT", 3), kind: "session", session: "continuous" } as unknown as FeedMessage);
  expect(follower.isDoubtful("FPT")).toBe(true);
  publisher.tell(trade("FPT", 4));
  expect([follower.isDoubtful("FPT"), follower.isDoubtful("VNM")]).toEqual([false, true]);
  follower.pass(500);
  expect(follower.isDoubtful("VNM")).toBe(false);
});

test("an answer under another publisher's name takes nobody's place", () => {
  const { publisher, follower, openPublisher, seqsTaken, counts } = connectWhole("FPT");
  const other = openPublisher("other", 60_000);
  publisher.lose(trade("FPT", 2));
  publisher.beat();
  const answer = follower.takeAnswer();
  const others = (part: string): string =>
    part
      .replace('"source":"first"', '"source":"other"')
      .replace(/"beganAtMs":\d+/, '"beganAtMs":1799999999999');
  follower.hear(answer.map(others));
  expect(seqsTaken()).toEqual(["heartbeat"]);
  expect(counts.strangeFrameCount).toBe(1);
  follower.hear(answer);
  expect(seqsTaken()).toEqual(["heartbeat", "FPT snapshot 2"]);
  other.tell(dayOf("FPT", 1, 90_000));
  expect(follower.tick()?.source).toBe("other");
});

test("a symbol that is listed later is told of by a snapshot, though nothing was kept of it", () => {
  const listed = new Set(["FPT"]);
  const { publisher, follower, seqsTaken, counts } = connectFollower({
    isListed: (symbol) => listed.has(symbol),
  });
  publisher.tell(dayOf("FPT", 1), dayOf("VNM", 1));
  follower.answer();
  publisher.tell(trade("VNM", 2));
  expect(seqsTaken()).toEqual(["FPT snapshot 1"]);
  expect(counts.unlistedCount).toBe(3);
  listed.add("VNM");
  follower.need("VNM");
  follower.pass(100);
  follower.answer();
  publisher.tell(trade("VNM", 3));
  expect(seqsTaken()).toEqual(["FPT snapshot 1", "VNM snapshot 2", "VNM trade 3"]);
});
