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
import { keepEntries } from "@trading-oms/server/search-entries";

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

const atOnce = 8;
/** As many tell that a server is not there yet. */
const differentMax = 5;

/** Names symbols of which a server shows something else than a board does, a few of them where there are many. */
export async function compareBoards(
  port: number,
  board: Pick<QuoteBoard, "quotedOf">,
  symbols: Iterable<string>,
): Promise<string[]> {
  const different: string[] = [];
  const write = keepEntries();
  const waiting = [...symbols];
  const ask = async (): Promise<void> => {
    for (let symbol = waiting.pop(); symbol !== undefined; symbol = waiting.pop()) {
      if (different.length >= differentMax) return;
      const shown = await readEntry(port, symbol);
      const quoted = board.quotedOf(symbol);
      const expected = JSON.parse(new TextDecoder().decode(quoted && write(quoted)));
      if (shown !== JSON.stringify(expected)) different.push(symbol);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
  return different;
}

async function readEntry(port: number, symbol: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/MarketData/GetSymbolSearch/${symbol}`);
  const { data } = (await answer.json()) as { readonly data: readonly { readonly symbol: string }[] };
  return JSON.stringify(data.find((entry) => entry.symbol === symbol));
}

/** What a server's metrics tell of its feed. */
type FeedMetrics = {
  readonly bad: number;
  /** What was bad, by its reason. */
  readonly badOf: Readonly<Record<string, number>>;
  readonly gaps: number;
  readonly heals: number;
  readonly lostFrames: number;
  readonly losses: number;
  readonly conflicts: number;
};

/** Reads what a server's metrics tell of its feed. */
export async function readFeedMetrics(port: number): Promise<FeedMetrics> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  const text = await answer.text();
  const sumOf = (name: string): number =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\d+)$`, "gm"))].reduce(
      (sum, [, value]) => sum + Number(value),
      0,
    );
  return {
    bad: sumOf("oms_feed_bad_total"),
    badOf: Object.fromEntries(
      [...text.matchAll(/^oms_feed_bad_total\{reason="([a-z-]+)"\} (\d+)$/gm)].map(
        ([, reason = "", count]) => [reason, Number(count)],
      ),
    ),
    gaps: sumOf("oms_feed_gaps_total"),
    heals: sumOf("oms_feed_heals_total"),
    lostFrames: sumOf("oms_feed_lost_frames_total"),
    losses: sumOf("oms_feed_losses_total"),
    conflicts: sumOf("oms_feed_conflicts_total"),
  };
}
