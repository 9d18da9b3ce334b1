import type { FeedMessage } from "@trading-oms/brokerage/ports";
import { FeedCounts } from "../follow/feed-counts.ts";
import { FeedFollower } from "../follow/feed-follower.ts";
import { FeedPublisher } from "../publish/feed-publisher.ts";
import type { SnapshotRequest } from "../wire/snapshot-request.ts";
import { openTestBoard } from "./open-test-board.ts";

const beganMs = Date.parse("2026-11-16T09:15:00+07:00");
const encode = (text: string) => new TextEncoder().encode(text);

/** The first message of a trading day. */
export function dayOf(symbol: string, seq: number, laterMs = 0): FeedMessage {
  const atMs = beganMs + laterMs + seq;
  return { kind: "day", symbol, seq, atMs, date: "2026-11-16", referencePrice: 80_000_000n };
}

/** A trade of 100 at the reference price. */
export function trade(symbol: string, seq: number): FeedMessage {
  return { kind: "trade", symbol, seq, atMs: beganMs + seq, price: 80_000_000n, quantity: 100, side: "buy" };
}

/** Connects a follower that knows the `day` message of each symbol and has emptied `taken`. */
export function connectReady(...symbols: readonly string[]) {
  const world = connectFollower();
  world.publisher.publish(...symbols.map((symbol) => dayOf(symbol, 1)));
  world.follower.answer();
  world.publisher.beat();
  world.taken.length = 0;
  world.follower.advance(100);
  return world;
}

/** Connects a follower to a publisher by function calls, with a clock that the test sets. */
export function connectFollower({
  takesSimulated = false,
  isListed,
}: {
  readonly takesSimulated?: boolean;
  readonly isListed?: (symbol: string) => boolean;
} = {}) {
  let clockMs = 0;
  let isPaused = false;
  let sent: SnapshotRequest | undefined;
  const { taken, take, refuse } = openTaker();
  const counts = new FeedCounts();
  const follower = new FeedFollower({
    take,
    sendRequest: (request) => {
      sent = request;
    },
    monotonicMs: () => clockMs,
    counts,
    takesSimulated,
    isListed,
    waitingBytesMax: 100_000,
    onWhole: () => {},
  });
  const drain = (): void => {
    while (!isPaused && follower.drain(1));
  };
  const receiveFrame = (text: string): void => {
    follower.receiveFrame(encode(text));
    drain();
  };
  const tick = (): SnapshotRequest | undefined => {
    const before = sent;
    follower.tick();
    return sent === before ? undefined : sent;
  };
  const openPublisher = (source: string, laterMs: number, isSimulated = false) =>
    publishTo(receiveFrame, { source, isSimulated, atMs: beganMs + laterMs });
  const publisher = openPublisher("first", 0);
  const takeAnswer = (of: Pick<typeof publisher, "answer"> = publisher): string[] => {
    const request = tick() ?? sent;
    sent = undefined;
    return request === undefined ? [] : [...of.answer(request)];
  };
  const receive = (parts: readonly string[]): void => {
    for (const part of parts) follower.receiveAnswer(encode(part));
    drain();
  };
  const answer = (of?: Pick<typeof publisher, "answer">): void => receive(takeAnswer(of));
  const advance = (ms: number): void => {
    clockMs += ms;
  };
  const pause = (isNow: boolean): void => {
    isPaused = isNow;
    drain();
  };
  const need = (...symbols: readonly string[]): void => follower.need(symbols);
  const isDoubtful = (symbol: string): boolean => follower.isDoubtful(symbol);
  const noResponder = (): void => follower.handleNoResponder();
  return {
    publisher,
    openPublisher,
    taken,
    counts,
    seqsTaken: () => taken.map(nameOf),
    follower: {
      ...{ tick, takeAnswer, receive, receiveFrame, answer, noResponder },
      ...{ need, refuse, advance, pause, isDoubtful },
    },
  };
}

/** A subscriber that takes everything except the symbols passed to `refuse`. */
function openTaker() {
  const taken: FeedMessage[] = [];
  let refused: readonly string[] = [];
  return {
    taken,
    take: (messages: readonly FeedMessage[]): readonly string[] => {
      taken.push(...messages);
      const symbols = new Set(
        messages.map((message) => (message.kind === "heartbeat" ? "" : message.symbol)),
      );
      return refused.filter((symbol) => symbols.has(symbol));
    },
    refuse: (...symbols: readonly string[]): void => {
      refused = symbols;
    },
  };
}

function nameOf(message: FeedMessage): string {
  return message.kind === "heartbeat" ? message.kind : `${message.symbol} ${message.kind} ${message.seq}`;
}

type Run = { readonly source: string; readonly isSimulated: boolean; readonly atMs: number };

function publishTo(receiveFrame: (text: string) => void, { source, isSimulated, atMs }: Run) {
  const board = openTestBoard();
  let isLosing = false;
  const publisher = new FeedPublisher({
    source,
    isSimulated,
    now: () => atMs,
    send: (text) => void (isLosing || receiveFrame(text)),
    snapshotOf: board.snapshotOf,
    payloadBytesMax: () => 1_048_576,
    fail: () => {},
  });
  const publishUnrecorded = (...messages: readonly FeedMessage[]): void => {
    publisher.add(messages);
    publisher.flush();
  };
  const publish = (...messages: readonly FeedMessage[]): void => {
    for (const message of messages) board.apply(message);
    publishUnrecorded(...messages);
  };
  const lose = (message: FeedMessage): void => {
    isLosing = true;
    publish(message);
    isLosing = false;
  };
  // The first call sends no heartbeat if a frame was sent before it.
  const beat = (): void => {
    publisher.beat();
    publisher.beat();
  };
  const answer = (request: SnapshotRequest) => publisher.answer(request);
  return { board, publish, publishUnrecorded, lose, beat, answer };
}
