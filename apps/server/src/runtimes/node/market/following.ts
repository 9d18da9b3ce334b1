import { setImmediate, setTimeout } from "node:timers/promises";
import {
  type MarkBook,
  type MarketBoard,
  QuoteKeeper,
  type WatchServices,
  type WatchState,
} from "@trading-oms/brokerage";
import type { Feed, FeedMessage, FeedSnapshot } from "@trading-oms/brokerage/ports";
import type { ApplyResult, Instrument, MinutePrices } from "@trading-oms/market";
import type { Registry } from "prom-client";
import type { Log } from "../../../log-and-trace.ts";
import { repeat, reportFirstFailure, throttleReports } from "../background.ts";
import { addCounter, addCounters, addGauge } from "../observe/metrics.ts";
import { followBook, type StoreTrouble } from "../observe/readiness.ts";
import { DoubtfulQuotes } from "./doubtful-quotes.ts";
import { HeardPrices } from "./heard-prices.ts";
import { feedSilenceMsMax, runWatch, type WatchWorld } from "./watch.ts";

/** The background work of the server. */
export type Following = {
  /** Why the last access to the store, by the book or by the watch, failed; undefined if it succeeded. */
  readonly storeTrouble: () => StoreTrouble | undefined;
  /** The state of the watch; undefined if this process does not watch. */
  readonly watchState: () => WatchState | undefined;
  /** Hands the watch over to other processes, while requests are still answered. */
  readonly stopWatch: () => void;
  readonly stop: () => Promise<void>;
};

/** Hears of changes of the book and of last prices. */
type ChangeListener = {
  readonly onBookChange: () => void;
  readonly onPriceChange: (symbols: Iterable<string>) => void;
};

/** Refreshes books, quotes and prices, follows the feed, and runs the margin watch if this process may watch. */
export function startFollowing(
  services: WatchServices & {
    readonly board: Pick<
      MarketBoard,
      "follow" | "apply" | "takeChangedSymbolsIn" | "takeListedSymbols" | "restore" | "quoteOf" | "waitFor"
    >;
    readonly prices: MinutePrices;
  },
  world: Omit<WatchWorld, "hasFeed"> & {
    readonly isWatching: boolean;
    readonly feed: Feed | undefined;
    /** Hears of every change of the book and of prices. */
    readonly desk: ChangeListener | undefined;
  },
): Following {
  const { book, board, marks, prices, now } = services;
  const hasFeed = world.feed !== undefined;
  const watching = world.isWatching ? runWatch(services, { ...world, hasFeed }) : undefined;
  const listeners: readonly ChangeListener[] = [watching, world.desk].filter((each) => each !== undefined);
  const onPriceChange = (symbols: Iterable<string>): void => {
    for (const listener of listeners) listener.onPriceChange(symbols);
  };
  const { log, registry } = world;
  const quotes = synchronizeQuotes(services, {
    log,
    registry,
    hasFeed,
    isSaver: () => watching?.isSaver() === true,
  });
  const isListed = (symbol: string): boolean => book.listEntries().has(symbol);
  const findInstrument = (symbol: string) => book.findInstrument(symbol);
  const forPump = { onPriceChange, isListed, findInstrument, note: quotes.note };
  const consumers = { board, marks, prices, ...forPump, now, log, registry };
  const pumped = world.feed && pumpFeed(world.feed, consumers);
  const logError = (thrown: unknown): void =>
    log({ level: "error", event: "listing the catalog failed", thrown });
  // A large catalog takes seconds. Prices and the store check never wait for it; searches wait only for the first
  // load.
  const list = (): Promise<void> =>
    board
      .follow(() => setImmediate())
      .then(askAgain)
      .catch(logError);
  let listing = list();
  const refresh = async (onPart?: () => void): Promise<boolean> => {
    const isNew = await book.refresh(onPart);
    if (isNew) for (const listener of listeners) listener.onBookChange();
    listing = list();
    const changed = await marks.refresh();
    onPriceChange(changed);
    return isNew || changed.size > 0;
  };
  const following = followBook({ refresh }, log);
  return {
    storeTrouble: () => following.trouble() ?? watching?.storeTrouble(),
    watchState: () => watching?.state(),
    // `stop` awaits the same promise and reports its error.
    stopWatch: () => void watching?.stop().catch(() => {}),
    stop: async () => {
      await Promise.all([following.stop(), pumped?.stop()]);
      await Promise.all([watching?.stop(), listing, quotes.stop()]);
      // The feed ran while requests were answered, so last prices are saved once more, like quotes. The later save
      // wins.
      await watching?.saveLast();
    },
  };

  function askAgain(): void {
    const symbols = board.takeListedSymbols();
    if (symbols.length === 0) return;
    pumped?.need(symbols);
    quotes.need(symbols);
  }
}

/** Frequent enough to see what another process saves well within a second. */
const followMs = 250;
/** A killed process loses quotes of at most this age plus the duration of its last save. */
const saveMs = 1_000;
/** Searches wait at most this long for the first read of all quotes. */
const searchWaitMsMax = 5_000;

/** Synchronizes quotes with the store. */
type KeptQuotes = {
  /** Marks symbols with new quotes from the feed to be saved. */
  readonly note: (symbols: Iterable<string>) => void;
  /** Reads the quotes of symbols that were listed after all quotes were read. */
  readonly need: (symbols: Iterable<string>) => void;
  /** Saves unsaved quotes, if this process has saved before. */
  readonly stop: () => Promise<void>;
};

/** The dependencies of `synchronizeQuotes`. */
type QuotesWorld = {
  readonly log: Log;
  readonly registry: Registry;
  /** Whether this process has a feed; without one, or while it is silent, it follows the quotes in the store. */
  readonly hasFeed: boolean;
  /** Whether this process is the one that saves quotes. */
  readonly isSaver: () => boolean;
};

/** Runs the timers that read and save quotes; `QuoteKeeper` makes the decisions. */
function synchronizeQuotes(
  services: Pick<WatchServices, "store" | "now" | "book" | "marks"> & {
    readonly board: Pick<MarketBoard, "restore" | "quoteOf" | "waitFor">;
  },
  { log, registry, hasFeed, isSaver }: QuotesWorld,
): KeptQuotes {
  const { board, book, marks } = services;
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
  const logError = (event: string) => (thrown: unknown) => log({ level: "error", event, thrown });
  const firstRead = Promise.withResolvers<void>();
  const needed = new Set<string>();
  const isHeard = (): boolean => {
    const heardAtMs = marks.heardAtMs();
    return hasFeed && heardAtMs !== undefined && services.now() - heardAtMs < feedSilenceMsMax;
  };
  let isRestored = false;
  let hasSaved = false;
  board.waitFor(Promise.race([firstRead.promise, setTimeout(searchWaitMsMax, undefined, { ref: false })]));
  const read = reportFirstFailure(logError("reading quotes failed"), async () => {
    if (!isRestored) {
      await keeper.restore();
      marks.knowsDays = true;
    }
    // A feed that is heard is fresher than the quotes that another process saves.
    else if (!isHeard()) await keeper.follow(book.versions().quotes);
    isRestored = true;
    const symbols = [...needed];
    await keeper.restoreOf(symbols);
    for (const symbol of symbols) needed.delete(symbol);
  });
  const reading = repeat(() => read().finally(firstRead.resolve), followMs);
  const saving = repeat(
    reportFirstFailure(logError("saving quotes failed"), async () => {
      if (!isSaver()) return;
      hasSaved = true;
      await keeper.save();
    }),
    saveMs,
  );
  return {
    note: (symbols) => keeper.note(symbols),
    need: (symbols) => {
      for (const symbol of symbols) needed.add(symbol);
    },
    stop: async () => {
      await Promise.all([reading.stop(), saving.stop()]);
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

/** The pause before a failed feed is tried again. */
const againMsByDefault = 2_000;

/** A feed that is being delivered to its consumers. */
type PumpedFeed = {
  /** Requests the state of symbols again. */
  readonly need: (symbols: readonly string[]) => void;
  /** Resolves when the last message has been delivered. */
  readonly stop: () => Promise<void>;
};

/** The consumers of a feed: last prices first, which reject implausible ones, then the watch, then quotes and prices by minute. */
type FeedConsumers = {
  readonly board: Pick<MarketBoard, "apply" | "takeChangedSymbolsIn" | "quoteOf">;
  readonly prices: Pick<MinutePrices, "add" | "begin" | "completeSinceMs">;
  readonly marks: Pick<MarkBook, "hear" | "heardAtMs" | "refusedCount" | "aheadCount">;
  readonly onPriceChange: (symbols: Iterable<string>) => void;
  readonly isListed: (symbol: string) => boolean;
  readonly findInstrument: (symbol: string) => Instrument | undefined;
  /** Receives, once a second, the symbols whose quotes have changed. */
  readonly note: (symbols: Iterable<string>) => void;
  readonly now: () => number;
  readonly log: Log;
  readonly registry: Registry;
};

/** Delivers a feed to its consumers, and retries in the background if it fails. */
export function pumpFeed(
  feed: Feed,
  { board, marks, prices, onPriceChange, isListed, findInstrument, note, now, log, registry }: FeedConsumers,
  againMs: number = againMsByDefault,
): PumpedFeed {
  const counts: Record<ApplyResult, number> = { applied: 0, old: 0, gap: 0, "unknown-symbol": 0 };
  addFigures(registry, counts, marks, now);
  const logError = (event: string) => (thrown: unknown) => log({ level: "error", event, thrown });
  const logBadMessage = throttleReports(logError("processing a feed message failed"));
  const isDoubtful = (symbol: string): boolean => feed.isDoubtful?.(symbol) === true;
  const doubtful = new DoubtfulQuotes({
    isDoubtful,
    findInstrument,
    quoteOf: (symbol) => board.quoteOf(symbol),
  });
  const heard = new HeardPrices({ board, prices, now });
  let following: Awaited<ReturnType<Feed["follow"]>> | undefined;
  // A feed may deliver messages as soon as it is followed.
  const beginning = repeat(
    reportFirstFailure(logError("following the feed failed"), async () => {
      following ??= await feed.follow(take, isListed);
    }),
    againMs,
  );
  const order = async (): Promise<void> => note(await board.takeChangedSymbolsIn(() => setImmediate()));
  const ordering = repeat(order, orderMs);
  let loggedAheadCount = 0;
  const reporting = repeat(async () => reportAhead(), reportMs);
  // A timer, because a feed may fall silent before its snapshots are confirmed.
  const confirming = repeat(async () => {
    for (const snapshot of doubtful.takeConfirmed(confirmedInTurn)) heard.apply(snapshot);
  }, confirmMs);
  return {
    // A feed that is not followed yet will send every state anyway.
    need: (symbols) => following?.need(symbols),
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

  /** Returns the symbols whose sequence does not match the feed, so that their state is requested again. */
  function take(messages: readonly FeedMessage[]): readonly string[] {
    // A price on which nothing is decided is not shown either. Positions must not miss a price because a quote could not be shown.
    const rejected = new Set<FeedMessage>();
    try {
      onPriceChange(marks.hear(messages, (message) => rejected.add(message)));
    } catch (thrown) {
      logBadMessage(thrown);
    }
    const lost = new Set<string>();
    for (const message of messages) {
      if (isLost(message, rejected.has(message))) lost.add(message.symbol);
    }
    return [...lost];
  }

  function isLost(
    message: FeedMessage,
    isRejected: boolean,
  ): message is Exclude<FeedMessage, { readonly kind: "heartbeat" }> {
    const application = show(message, isRejected);
    return message.kind !== "heartbeat" && (application === "old" || application === "gap");
  }

  function show(message: FeedMessage, isRejected: boolean): ApplyResult | undefined {
    try {
      const held = doubtful.apply(message, isRejected);
      if (held !== undefined) heard.skip(message);
      const application = held ?? heard.apply(message, isRejected);
      counts[application] += 1;
      return application;
    } catch (thrown) {
      logBadMessage(thrown);
      return undefined;
    }
  }
}

function addFigures(
  registry: Registry,
  counts: Readonly<Record<ApplyResult, number>>,
  marks: Pick<MarkBook, "heardAtMs" | "refusedCount" | "aheadCount">,
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
