import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { FeedMessage, FeedSnapshot } from "@trading-oms/brokerage/ports";
import { type NatsServers, readNatsServers } from "@trading-oms/feed";
import { openNatsPublisher } from "@trading-oms/feed/nats";
import {
  calendarDateOf,
  createPlayedExchange,
  type Instrument,
  type PlayedExchange,
  QuoteBoard,
  startOfDateMs,
} from "@trading-oms/market";

/** An exchange that is played and published, with the board that everybody else's has to become. */
export type PublishedMarket = {
  readonly board: QuoteBoard;
  /** The symbols that something was told of. */
  readonly symbols: () => ReadonlySet<string>;
  readonly messageCount: () => number;
  /** Lets a frame in so many be lost on the way; 0 loses none. */
  readonly loseEvery: (frameCount: number) => void;
  readonly lostCount: () => number;
  /** Tells messages that the board knows nothing of. */
  readonly tellUnheeded: (messages: readonly FeedMessage[]) => void;
  /** Answers with snapshots that could not be shown. */
  readonly spoilAnswers: (isSpoilt: boolean) => void;
  /** Holds the market still, with all that was told on its way, for as long as something is done. */
  readonly hold: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly close: () => Promise<void>;
};

/** So fast, the demonstration's instruments come to some thousand messages a second. */
const speed = 50;
const strokeMs = 10;
const continuousFromMs = 9.25 * 3_600_000;

/** Plays an exchange and publishes it, until it is closed. */
export async function openPublishedMarket(
  url: string,
  instruments: readonly Instrument[],
  seed: number,
): Promise<PublishedMarket> {
  const board = new QuoteBoard(instruments);
  const symbols = new Set<string>();
  const losses = planLosses();
  let messageCount = 0;
  let isHeld = false;
  let isSpoilt = false;
  let isClosed = false;
  const publisher = openNatsPublisher({
    servers: serversAt(url),
    source: randomUUID(),
    isSimulated: true,
    snapshotOf: (symbol) => (isSpoilt ? spoil(board.snapshotOf(symbol)) : board.snapshotOf(symbol)),
    isSent: losses.isSent,
  });
  await publisher.opened;
  const exchange = openExchange(instruments, seed);
  const playing = play();
  return {
    board,
    symbols: () => symbols,
    messageCount: () => messageCount,
    lostCount: losses.lostCount,
    tellUnheeded: (messages) => publisher.tell(messages),
    spoilAnswers: (isNow) => {
      isSpoilt = isNow;
    },
    loseEvery: losses.loseEvery,
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
      for (const message of messages) {
        board.apply(message);
        if (message.kind !== "heartbeat") symbols.add(message.symbol);
      }
      messageCount += messages.length;
      publisher.tell(messages);
    }
  }
}

/** Lets a frame in so many be lost. */
function planLosses() {
  let [every, frameCount, lostCount] = [0, 0, 0];
  return {
    lostCount: () => lostCount,
    loseEvery: (count: number): void => {
      every = count;
    },
    isSent: (): boolean => {
      frameCount += 1;
      const isLost = every > 0 && frameCount % every === 0;
      if (isLost) lostCount += 1;
      return !isLost;
    },
  };
}

/** Something was bought, and nothing paid for it. */
function spoil(snapshot: FeedSnapshot | undefined): FeedSnapshot | undefined {
  if (snapshot === undefined) return undefined;
  const bought = { quantity: 100, turnover: 0n, tradeCount: 1 };
  return { ...snapshot, quote: { ...snapshot.quote, bought } };
}

function openExchange(instruments: readonly Instrument[], seed: number): PlayedExchange {
  const nowMs = Date.now();
  return createPlayedExchange({
    seed,
    speed,
    nowMs,
    startMs: startOfDateMs(calendarDateOf(nowMs)) + continuousFromMs,
    tradesAnyway: true,
    holidays: new Set(),
    instruments,
  });
}

function serversAt(url: string): NatsServers {
  const servers = readNatsServers(url);
  if (servers === undefined) throw new Error(`${url} is no address of NATS.`);
  return servers;
}
