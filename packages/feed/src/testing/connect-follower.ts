import type { FeedMessage } from "@trading-oms/brokerage/ports";
import { FeedCounts } from "../follow/feed-counts.ts";
import { FeedFollower } from "../follow/feed-follower.ts";
import { FeedPublisher } from "../publish/feed-publisher.ts";
import type { SnapshotRequest } from "../wire/snapshot-request.ts";
import { openToldBoard } from "./open-told-board.ts";

const beganMs = Date.parse("2026-11-16T09:15:00+07:00");
const encode = (text: string) => new TextEncoder().encode(text);

/** A day begins for a symbol. */
export function dayOf(symbol: string, seq: number, laterMs = 0): FeedMessage {
  const atMs = beganMs + laterMs + seq;
  return { kind: "day", symbol, seq, atMs, date: "2026-11-16", referencePrice: 80_000_000n };
}

/** Something was traded at the same price as ever. */
export function trade(symbol: string, seq: number): FeedMessage {
  return { kind: "trade", symbol, seq, atMs: beganMs + seq, price: 80_000_000n, quantity: 100, side: "buy" };
}

/** Connects a follower that has been told of a day of each symbol, and of nothing else. */
export function connectWhole(...symbols: readonly string[]) {
  const world = connectFollower();
  world.publisher.tell(...symbols.map((symbol) => dayOf(symbol, 1)));
  world.follower.answer();
  world.publisher.beat();
  world.taken.length = 0;
  world.follower.pass(100);
  return world;
}

/** Connects a follower to a publisher by nothing but calls, with a clock that somebody moves. */
export function connectFollower({
  takesSimulated = false,
  isListed,
}: {
  readonly takesSimulated?: boolean;
  readonly isListed?: (symbol: string) => boolean;
} = {}) {
  let clockMs = 0;
  let isAsleep = false;
  let asked: SnapshotRequest | undefined;
  const { taken, take, refuse } = openTaker();
  const counts = new FeedCounts();
  const follower = new FeedFollower({
    take,
    ask: (request) => {
      asked = request;
    },
    monotonicMs: () => clockMs,
    counts,
    takesSimulated,
    isListed,
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
  const openPublisher = (source: string, laterMs: number, isSimulated = false) =>
    publishTo(hearFrame, { source, isSimulated, atMs: beganMs + laterMs });
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
  const need = (...symbols: readonly string[]): void => follower.need(symbols);
  const isDoubtful = (symbol: string): boolean => follower.isDoubtful(symbol);
  const nobody = (): void => follower.hearNobody();
  return {
    publisher,
    openPublisher,
    taken,
    counts,
    seqsTaken: () => taken.map(nameOf),
    follower: { tick, takeAnswer, hear, hearFrame, answer, nobody, need, refuse, pass, sleep, isDoubtful },
  };
}

/** Takes everything, but for symbols that somebody has it refuse. */
function openTaker() {
  const taken: FeedMessage[] = [];
  let refused: readonly string[] = [];
  return {
    taken,
    take: (messages: readonly FeedMessage[]): readonly string[] => {
      taken.push(...messages);
      const told = new Set(messages.map((message) => (message.kind === "heartbeat" ? "" : message.symbol)));
      return refused.filter((symbol) => told.has(symbol));
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

function publishTo(hearFrame: (text: string) => void, { source, isSimulated, atMs }: Run) {
  const board = openToldBoard();
  let isLosing = false;
  const publisher = new FeedPublisher({
    source,
    isSimulated,
    now: () => atMs,
    send: (text) => void (isLosing || hearFrame(text)),
    snapshotOf: board.snapshotOf,
    payloadBytesMax: () => 1_048_576,
    fail: () => {},
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
