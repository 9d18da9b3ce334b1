import { setTimeout as wait } from "node:timers/promises";
import type { FeedMessage, FeedSnapshot } from "@trading-oms/brokerage/ports";
import {
  calendarDateOf,
  createPlayedExchange,
  type Instrument,
  type PlayedExchange,
  type QuoteBoard,
  startOfDateMs,
} from "@trading-oms/market";
import { cacheEntries } from "@trading-oms/server/search-entries";
import { inLanes } from "../harness/lanes.ts";
import { openPublisher } from "../harness/publisher.ts";
import { type Listening, showEntry } from "../harness/server.ts";

/** A simulated and published exchange, and the board that followers must arrive at. */
export type PublishedMarket = {
  readonly board: QuoteBoard;
  /** The symbols with published messages. */
  readonly symbols: () => ReadonlySet<string>;
  readonly messageCount: () => number;
  /** Drops one frame in this many; 0 drops none. */
  readonly loseEvery: (frameCount: number) => void;
  readonly lostCount: () => number;
  /** Publishes messages that the board ignores. */
  readonly publishUnchecked: (messages: readonly FeedMessage[]) => void;
  /** Answers with snapshots that cannot be shown. */
  readonly spoilAnswers: (isSpoilt: boolean) => void;
  /** Pauses the market, with all published messages on their way, while the work runs. */
  readonly hold: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly close: () => Promise<void>;
};

/** At this speed the demonstration's instruments send some thousand messages a second. */
const usualSpeed = 50;
const strokeMs = 10;
const continuousFromMs = 9.25 * 3_600_000;

/** Runs and publishes an exchange until it is closed. */
export async function openPublishedMarket(
  url: string,
  instruments: readonly Instrument[],
  seed: number,
  speed = usualSpeed,
): Promise<PublishedMarket> {
  const symbols = new Set<string>();
  let [messageCount, frameCount, lostCount, loseEvery] = [0, 0, 0, 0];
  let isHeld = false;
  let isSpoilt = false;
  let isClosed = false;
  const publisher = await openPublisher(url, instruments, {
    isSimulated: true,
    snapshotOf: (snapshot) => (isSpoilt ? spoil(snapshot) : snapshot),
    isSent: () => {
      frameCount += 1;
      const isLost = loseEvery > 0 && frameCount % loseEvery === 0;
      if (isLost) lostCount += 1;
      return !isLost;
    },
  });
  const exchange = openExchange(instruments, seed, speed);
  const playing = play();
  return {
    board: publisher.board,
    symbols: () => symbols,
    messageCount: () => messageCount,
    lostCount: () => lostCount,
    publishUnchecked: publisher.publishUnchecked,
    spoilAnswers: (isNow) => {
      isSpoilt = isNow;
    },
    loseEvery: (count) => {
      loseEvery = count;
    },
    hold: async (work) => {
      isHeld = true;
      publisher.flush();
      return work().finally(() => {
        isHeld = false;
      });
    },
    close: async () => {
      isClosed = true;
      await playing;
      await publisher.close();
    },
  };

  async function play(): Promise<void> {
    for (; !isClosed; await wait(strokeMs)) {
      if (isHeld) continue;
      const { messages } = exchange.playUntil(Date.now());
      for (const message of messages) if (message.kind !== "heartbeat") symbols.add(message.symbol);
      messageCount += messages.length;
      publisher.publish(messages);
    }
  }
}

/** A snapshot with a bought quantity but no turnover. */
function spoil(snapshot: FeedSnapshot | undefined): FeedSnapshot | undefined {
  if (snapshot === undefined) return undefined;
  const bought = { quantity: 100, turnover: 0n, tradeCount: 1 };
  return { ...snapshot, quote: { ...snapshot.quote, bought } };
}

function openExchange(instruments: readonly Instrument[], seed: number, speed: number): PlayedExchange {
  const nowMs = Date.now();
  return createPlayedExchange({
    seed,
    speed,
    nowMs,
    startMs: startOfDateMs(calendarDateOf(nowMs)) + continuousFromMs,
    isAlwaysTrading: true,
    holidays: new Set(),
    instruments,
  });
}

const atOnce = 8;
/** This many differences suffice to show that a server has not caught up. */
const differentMax = 5;

/** Names symbols of which a server shows another state than a board; a few, if there are many. */
export async function findDifferentSymbols(
  server: Listening,
  board: Pick<QuoteBoard, "quotedOf">,
  symbols: Iterable<string>,
): Promise<string[]> {
  const different: string[] = [];
  const write = cacheEntries();
  await inLanes(atOnce, symbols, async (symbol) => {
    if (different.length >= differentMax) return;
    const quoted = board.quotedOf(symbol);
    const expected = JSON.parse(new TextDecoder().decode(quoted && write(quoted)));
    if ((await showEntry(server, symbol)) !== JSON.stringify(expected)) different.push(symbol);
  });
  return different;
}
