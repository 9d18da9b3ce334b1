import type { FeedMessage } from "@trading-oms/brokerage/ports";
import fc from "fast-check";
import { expect, test } from "vitest";
import { FeedPublisher } from "../publish/feed-publisher.ts";
import { openToldBoard } from "../testing/open-told-board.ts";
import type { SnapshotRequest } from "../wire/snapshot-request.ts";
import { makeFeedCounts } from "./feed-counts.ts";
import { FeedFollower } from "./feed-follower.ts";

const beganMs = Date.parse("2026-11-16T09:15:00+07:00");
const encode = (text: string) => new TextEncoder().encode(text);

test("nothing is handed over before everything that was told of before is known", () => {
  const { publisher, follower, seqsTaken } = connect();
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
  const { publisher, follower, seqsTaken } = connect();
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
    { numRuns: 300 },
  );
});

function dayOf(symbol: string, seq: number, laterMs = 0): FeedMessage {
  const atMs = beganMs + laterMs + seq;
  return { kind: "day", symbol, seq, atMs, date: "2026-11-16", referencePrice: 80_000_000n };
}

function trade(symbol: string, seq: number): FeedMessage {
  return { kind: "trade", symbol, seq, atMs: beganMs + seq, price: 80_000_000n, quantity: 100, side: "buy" };
}

/** A follower that has been told of a day of each symbol, and of nothing else. */
function connectWhole(...symbols: readonly string[]) {
  const world = connect();
  world.publisher.tell(...symbols.map((symbol) => dayOf(symbol, 1)));
  world.follower.answer();
  world.publisher.beat();
  world.taken.length = 0;
  world.follower.pass(100);
  return world;
}

function connect() {
  let clockMs = 0;
  let isAsleep = false;
  let asked: SnapshotRequest | undefined;
  const taken: FeedMessage[] = [];
  const counts = makeFeedCounts();
  const follower = new FeedFollower({
    take: (messages) => taken.push(...messages),
    ask: (request) => {
      asked = request;
    },
    monotonicMs: () => clockMs,
    counts,
    waitingBytesMax: 100_000,
    hearWhole: () => {},
  });
  const work = (): void => {
    while (!isAsleep && follower.work(1));
  };
  const hearFrame = (text: string): void => {
    follower.hearFrame(encode(text));
    work();
  };
  const tick = (): SnapshotRequest | undefined => {
    const before = asked;
    follower.tick();
    return asked === before ? undefined : asked;
  };
  const openPublisher = (source: string, laterMs: number) => publishTo(hearFrame, source, beganMs + laterMs);
  const publisher = openPublisher("first", 0);
  const takeAnswer = (of: Pick<typeof publisher, "answer"> = publisher): string[] => {
    const request = tick() ?? asked;
    asked = undefined;
    return request === undefined ? [] : [...of.answer(request)];
  };
  const hear = (parts: readonly string[]): void => {
    for (const part of parts) follower.hearAnswer(encode(part));
    work();
  };
  const answer = (of?: Pick<typeof publisher, "answer">): void => hear(takeAnswer(of));
  const pass = (ms: number): void => {
    clockMs += ms;
  };
  const sleep = (isNow: boolean): void => {
    isAsleep = isNow;
    work();
  };
  const nobody = (): void => follower.hearNobody();
  return {
    publisher,
    openPublisher,
    taken,
    counts,
    seqsTaken: () => taken.map(nameOf),
    follower: { tick, takeAnswer, hear, hearFrame, answer, nobody, pass, sleep },
  };
}

function nameOf(message: FeedMessage): string {
  return message.kind === "heartbeat" ? message.kind : `${message.symbol} ${message.kind} ${message.seq}`;
}

function publishTo(hearFrame: (text: string) => void, source: string, atMs: number) {
  const board = openToldBoard();
  let isLosing = false;
  const publisher = new FeedPublisher({
    source,
    now: () => atMs,
    send: (text) => void (isLosing || hearFrame(text)),
    snapshotOf: board.snapshotOf,
  });
  const tellUnseen = (...messages: readonly FeedMessage[]): void => {
    publisher.tell(messages);
    publisher.flush();
  };
  const tell = (...messages: readonly FeedMessage[]): void => {
    for (const message of messages) board.apply(message);
    tellUnseen(...messages);
  };
  const lose = (message: FeedMessage): void => {
    isLosing = true;
    tell(message);
    isLosing = false;
  };
  // The first only notes that something was said.
  const beat = (): void => {
    publisher.beat();
    publisher.beat();
  };
  return { board, tell, tellUnseen, lose, beat, answer: (asked: SnapshotRequest) => publisher.answer(asked) };
}
