import { setImmediate, setTimeout } from "node:timers/promises";
import { type MarketEngine, QuoteKeeper, type WatchServices } from "@trading-oms/brokerage";
import type { Feed, FeedSnapshot } from "@trading-oms/brokerage/ports";
import type { Registry } from "prom-client";
import { logFirstFailure, repeat } from "../background.ts";
import { addCounter, addCounters, addGauge } from "../observe/metrics.ts";
import { pollStore } from "../observe/readiness.ts";
import { feedSilenceMsMax, runWatch, type WatchWorld } from "./watch.ts";

export type Following = ReturnType<typeof startFollowing>;

/** Polls the store and follows the feed for a market, keeps its quotes, and runs the margin watch if this process may watch. */
export function startFollowing(
  services: WatchServices & { readonly market: MarketEngine },
  world: Omit<WatchWorld, "hasFeed"> & { readonly isWatching: boolean; readonly feed: Feed | undefined },
) {
  const { market } = services;
  const { board } = market;
  const { log, feed } = world;
  const watching = world.isWatching
    ? runWatch(services, { ...world, hasFeed: feed !== undefined })
    : undefined;
  const quotes = synchronizeQuotes(services, { ...world, isSaver: () => watching?.isSaver() === true });
  const pumped = feed && pumpFeed(feed, { ...services, ...world, note: quotes.note });
  // A large catalog takes seconds. Prices and the store check never wait for it; searches wait only for the first load.
  market.listen({
    follow: logFirstFailure(log, "listing the catalog failed", async () => {
      await board.follow(() => setImmediate());
      const symbols = board.takeListedSymbols();
      if (symbols.length === 0) return;
      pumped?.need(symbols);
      quotes.need(symbols);
    }),
  });
  const polling = pollStore(market, log);
  return {
    /** Why the last access to the store, by the book or by the watch, failed; undefined if it succeeded. */
    storeTrouble: () => polling.trouble() ?? watching?.storeTrouble(),
    watchState: () => watching?.state(),
    /** Hands the watch over to other processes, while requests are still answered. `stop` reports its errors. */
    stopWatch: () => void watching?.stop().catch(() => {}),
    stop: async (): Promise<void> => {
      await Promise.all([polling.stop(), pumped?.stop()]);
      await Promise.all([watching?.stop(), market.settle(), quotes.stop()]);
      // The feed ran while requests were answered, so last prices are saved once more, like quotes. The later save
      // wins.
      await watching?.saveLast();
    },
  };
}

/** A killed process loses quotes of at most this age plus the duration of its last save. */
const saveMs = 1_000;
/** Searches wait at most this long for the first read of all quotes. */
const searchWaitMsMax = 5_000;

/** Reads quotes after polls, and saves them by a timer; `QuoteKeeper` makes the decisions. */
function synchronizeQuotes(
  services: Pick<WatchServices, "store" | "now"> & { readonly market: MarketEngine },
  { log, registry, isSaver }: Pick<WatchWorld, "log" | "registry"> & { readonly isSaver: () => boolean },
) {
  const { market } = services;
  const { board, marks } = market;
  const restored = {
    quoteOf: board.quoteOf.bind(board),
    restore: (snapshot: FeedSnapshot) => {
      marks.restore(snapshot);
      return board.restore(snapshot);
    },
  };
  const keeper = new QuoteKeeper(services, restored, {
    yieldToEventLoop: () => setImmediate(),
    isPlayed: marks.isPlayed,
    heardAtMs: () => marks.heardAtMs(),
    onFaulty: (symbol, faults) =>
      log({
        level: "warn",
        event: "stored quote is unreadable",
        notes: { symbol, faults: faults.join(" ") },
      }),
  });
  addCounter(
    registry,
    "oms_quotes_unreadable_total",
    "Quotes in the store that could not be read and were skipped.",
    () => keeper.faultyCount(),
  );
  const firstRead = Promise.withResolvers<void>();
  const needed = new Set<string>();
  const isHeard = (): boolean => {
    const heardAtMs = marks.heardAtMs();
    return heardAtMs !== undefined && services.now() - heardAtMs < feedSilenceMsMax;
  };
  let isRestored = false;
  let hasSaved = false;
  board.waitFor(Promise.race([firstRead.promise, setTimeout(searchWaitMsMax, undefined, { ref: false })]));
  const read = logFirstFailure(log, "reading quotes failed", async (version: number) => {
    if (!isRestored) {
      await keeper.restore();
      marks.knowsDays = true;
    }
    // A feed that is heard is fresher than the quotes that another process saves.
    else if (!isHeard()) await keeper.follow(version);
    isRestored = true;
    const symbols = [...needed];
    await keeper.restoreOf(symbols);
    for (const symbol of symbols) needed.delete(symbol);
  });
  market.listen({ follow: ({ versions }) => read(versions.quotes).finally(firstRead.resolve) });
  const saving = repeat(
    logFirstFailure(log, "saving quotes failed", async () => {
      if (!isSaver()) return;
      hasSaved = true;
      await keeper.save();
    }),
    saveMs,
  );
  return {
    /** Marks symbols with new quotes from the feed to be saved. */
    note: (symbols: Iterable<string>): void => keeper.note(symbols),
    /** Reads the quotes of symbols that were listed after all quotes were read. */
    need: (symbols: Iterable<string>): void => {
      for (const symbol of symbols) needed.add(symbol);
    },
    stop: async () => {
      await saving.stop();
      // Another process may run the watch by now; the later save wins.
      if (hasSaved) await keeper.save();
    },
  };
}

/** Search results are ordered by figures that are at most a second old. */
const orderMs = 1_000;

/** How often, and how many quotes a turn, are shown that are not doubtful any more. */
const confirmMs = 100;
const confirmedInTurn = 500;

/** How often prices that yielded because of a wrong clock are logged. */
const reportMs = 10_000;

type FeedConsumers = Pick<WatchWorld, "log" | "registry"> & {
  readonly market: MarketEngine;
  /** Receives, once a second, the symbols whose quotes have changed. */
  readonly note: (symbols: Iterable<string>) => void;
  readonly now: () => number;
};

/** Delivers a feed to the market, and retries in the background if it fails. */
export function pumpFeed(feed: Feed, { market, note, now, log, registry }: FeedConsumers, againMs = 2_000) {
  const { book, board, marks } = market;
  addFigures(registry, market, now);
  let following: Awaited<ReturnType<Feed["follow"]>> | undefined;
  // A feed may deliver messages as soon as it is followed.
  const beginning = repeat(
    logFirstFailure(log, "following the feed failed", async () => {
      following ??= await feed.follow(
        (messages) => market.apply(messages),
        (symbol) => book.listEntries().has(symbol),
      );
    }),
    againMs,
  );
  const order = async (): Promise<void> => note(await board.takeChangedSymbolsIn(() => setImmediate()));
  const ordering = repeat(order, orderMs);
  let loggedAheadCount = 0;
  const reporting = repeat(async () => reportAhead(), reportMs);
  // A timer, because a feed may fall silent before its snapshots are confirmed.
  const confirming = repeat(async () => market.showConfirmed(confirmedInTurn), confirmMs);
  return {
    // A feed that is not followed yet will send every state anyway.
    need: (symbols: readonly string[]): void => following?.need(symbols),
    stop: async () => {
      await beginning.stop();
      await following?.stop();
      await Promise.all([confirming.stop(), ordering.stop(), reporting.stop()]);
      await order();
      reportAhead();
    },
  };

  function reportAhead(): void {
    const count = marks.aheadCount() - loggedAheadCount;
    loggedAheadCount += count;
    const event = "stored prices dated in the future were replaced: a clock was wrong";
    if (count > 0) log({ level: "warn", event, notes: { count } });
  }
}

function addFigures(
  registry: Registry,
  { counts, marks }: Pick<MarketEngine, "counts" | "marks">,
  now: () => number,
): void {
  addCounters(
    registry,
    "oms_feed_messages_total",
    "Messages of the feed by outcome: applied, old, after a gap, or of a symbol that is not listed.",
    "outcome",
    () => counts,
  );
  addGauge(
    registry,
    "oms_feed_age_seconds",
    "Seconds since the last message of the feed; NaN before the first.",
    () => {
      const heardAtMs = marks.heardAtMs();
      return heardAtMs === undefined ? Number.NaN : Math.max(0, now() - heardAtMs) / 1_000;
    },
  );
  addCounter(
    registry,
    "oms_prices_rejected_total",
    "Prices of feeds that were rejected as implausible.",
    () => marks.refusedCount(),
  );
  addCounter(
    registry,
    "oms_prices_future_dated_total",
    "Stored prices that a wrong clock had put more than a minute ahead, and that were replaced or lost their time.",
    () => marks.aheadCount(),
  );
}
