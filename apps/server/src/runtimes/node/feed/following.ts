import { setImmediate, setTimeout } from "node:timers/promises";
import { type MarkBook, type MarketDesk, QuoteKeeper, type WatchServices } from "@trading-oms/brokerage";
import type { Feed, FeedMessage } from "@trading-oms/brokerage/ports";
import type { Application } from "@trading-oms/market";
import type { Registry } from "prom-client";
import type { Log } from "../../../http/log-and-trace.ts";
import { repeat, tellOnce, tellSeldom } from "../background.ts";
import { addCounter, addCounters, addGauge } from "../metrics.ts";
import { followBook, type StoreTrouble } from "../readiness.ts";
import { runWatch, type WatchWorld } from "../watch.ts";

/** Everything that goes on besides requests, for as long as the server is there. */
export type Following = {
  /** Why the store could not be asked, or written by the watch, the last time; undefined where it could. */
  readonly storeTrouble: () => StoreTrouble | undefined;
  /** Leaves watching to others, while requests are still answered. */
  readonly leaveWatch: () => void;
  readonly stop: () => Promise<void>;
};

/** Keeps books, desk and prices up to date, hears the feed, and watches positions where that is this process's to do. */
export function startFollowing(
  services: WatchServices & {
    readonly desk: Pick<
      MarketDesk,
      "follow" | "apply" | "takeChangedSymbolsIn" | "takeListedSymbols" | "restore" | "quoteOf" | "waitFor"
    >;
  },
  world: Omit<WatchWorld, "hasFeed"> & { readonly isWatching: boolean; readonly feed: Feed | undefined },
): Following {
  const { book, desk, marks, now } = services;
  const hasFeed = world.feed !== undefined;
  const watching = world.isWatching ? runWatch(services, { ...world, hasFeed }) : undefined;
  const heed = (symbols: Iterable<string>): void => watching?.heed(symbols);
  const { log, registry } = world;
  const quotes = keepQuotes(services, {
    log,
    registry,
    hasFeed,
    isSaver: () => watching?.isSaver() === true,
  });
  const isListed = (symbol: string): boolean => book.listEntries().has(symbol);
  const hearers = { desk, marks, heed, isListed, note: quotes.note, now, log, registry };
  const pumped = world.feed && pumpFeed(world.feed, hearers);
  const tell = (thrown: unknown): void => log({ level: "error", event: "catalog not to be listed", thrown });
  // A large catalog takes seconds; prices and the store's health wait for none of it, and searches only for the first.
  const list = (): Promise<void> =>
    desk
      .follow(() => setImmediate())
      .then(askAgain)
      .catch(tell);
  let listing = list();
  const refresh = async (onPart?: () => void): Promise<boolean> => {
    const isNew = await book.refresh(onPart);
    if (isNew) watching?.heedBook();
    listing = list();
    const changed = await marks.refresh();
    heed(changed);
    return isNew || changed.size > 0;
  };
  const following = followBook({ refresh }, log);
  return {
    storeTrouble: () => following.trouble() ?? watching?.storeTrouble(),
    // Whatever comes of it comes of `stop` as well.
    leaveWatch: () => void watching?.stop().catch(() => {}),
    stop: async () => {
      await Promise.all([following.stop(), pumped?.stop()]);
      await Promise.all([watching?.stop(), listing, quotes.stop()]);
      // The feed was heard while requests were answered: prices are kept as far as quotes are. Of what both save, the later stays.
      await watching?.saveLast();
    },
  };

  function askAgain(): void {
    const symbols = desk.takeListedSymbols();
    if (symbols.length === 0) return;
    pumped?.need(symbols);
    quotes.need(symbols);
  }
}

/** So often that what another process saves is seen well within a second of it. */
const followMs = 250;
/** What a process that is killed loses of quotes is as old as this, and what its last save took. */
const saveMs = 1_000;
/** A store with so many quotes that reading them takes longer keeps no search waiting. */
const searchWaitMsMax = 5_000;

/** Quotes on their way to the store and from it. */
type KeptQuotes = {
  /** Remembers symbols that the feed has told of, to be saved. */
  readonly note: (symbols: Iterable<string>) => void;
  /** Reads the quotes of symbols that were not listed when all quotes were read. */
  readonly need: (symbols: Iterable<string>) => void;
  /** Saves what is unsaved, where it is this process that saves. */
  readonly stop: () => Promise<void>;
};

/** What else is known where quotes are kept. */
type QuotesWorld = {
  readonly log: Log;
  readonly registry: Registry;
  /** Whether a feed tells this process of quotes; where none does, it follows those of the store. */
  readonly hasFeed: boolean;
  /** Whether it is this process, of all that a feed tells, that saves. */
  readonly isSaver: () => boolean;
};

/** Keeps quotes and the store together: its timers are here, and all that it decides is elsewhere. */
function keepQuotes(
  services: Pick<WatchServices, "store" | "now" | "book" | "marks"> & {
    readonly desk: Pick<MarketDesk, "restore" | "quoteOf" | "waitFor">;
  },
  { log, registry, hasFeed, isSaver }: QuotesWorld,
): KeptQuotes {
  const { desk, book, marks } = services;
  const keeper = new QuoteKeeper(services, desk, {
    breathe: () => setImmediate(),
    isPlayed: marks.isPlayed,
    tellFaulty: (symbol, faults) =>
      log({
        level: "warn",
        event: "a quote in the store not to be read",
        notes: { symbol, faults: faults.join(" ") },
      }),
  });
  addCounter(
    registry,
    "oms_quotes_unreadable_total",
    "Quotes in the store that could not be read and were passed over.",
    () => keeper.faultyCount(),
  );
  const tell = (event: string) => (thrown: unknown) => log({ level: "error", event, thrown });
  const firstRead = Promise.withResolvers<void>();
  const needed = new Set<string>();
  let isRestored = false;
  let hasSaved = false;
  desk.waitFor(Promise.race([firstRead.promise, setTimeout(searchWaitMsMax, undefined, { ref: false })]));
  const read = tellOnce(tell("quotes not to be read"), async () => {
    if (!isRestored) await keeper.restore();
    // A feed that is there is nearer to the market than what others save of theirs.
    else if (!hasFeed || marks.heardAtMs() === undefined) await keeper.follow(book.versions().quotes);
    isRestored = true;
    const symbols = [...needed];
    await keeper.restoreOf(symbols);
    for (const symbol of symbols) needed.delete(symbol);
  });
  const reading = repeat(() => read().finally(firstRead.resolve), followMs);
  const saving = repeat(
    tellOnce(tell("quotes not to be saved"), async () => {
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
      // The watch is another's by now, perhaps; of what both save, the later stays.
      if (hasSaved) await keeper.save();
    },
  };
}

/** Searches show symbols in the order of what was traded a second ago. */
const orderMs = 1_000;

/** How soon a feed that could not be followed is tried again. */
const againMsByDefault = 2_000;

/** A feed on its way to its hearers. */
type PumpedFeed = {
  /** Has the state of symbols told again. */
  readonly need: (symbols: readonly string[]) => void;
  /** Resolves when the last message has been taken. */
  readonly stop: () => Promise<void>;
};

/** Whom a feed is pumped to: quotes first, then last prices, then those who wait for a price. */
type FeedHearers = {
  readonly desk: Pick<MarketDesk, "apply" | "takeChangedSymbolsIn">;
  readonly marks: Pick<MarkBook, "hear" | "heardAtMs" | "refusedCount">;
  readonly heed: (symbols: Iterable<string>) => void;
  readonly isListed: (symbol: string) => boolean;
  /** Is told now and then of the symbols whose quotes have changed. */
  readonly note: (symbols: Iterable<string>) => void;
  readonly now: () => number;
  readonly log: Log;
  readonly registry: Registry;
};

/** Pumps a feed to those who hear it; one that fails is tried again, and nobody waits for it. */
export function pumpFeed(
  feed: Feed,
  { desk, marks, heed, isListed, note, now, log, registry }: FeedHearers,
  againMs: number = againMsByDefault,
): PumpedFeed {
  const counts: Record<Application, number> = { applied: 0, old: 0, gap: 0, "unknown-symbol": 0 };
  addFigures(registry, counts, marks, now);
  const tell = (event: string) => (thrown: unknown) => log({ level: "error", event, thrown });
  const tellMessage = tellSeldom(tell("a message of the feed not to be taken"));
  let following: Awaited<ReturnType<Feed["follow"]>> | undefined;
  const beginning = repeat(
    tellOnce(tell("the feed not to be followed"), async () => {
      following ??= await feed.follow(take, isListed);
    }),
    againMs,
  );
  const order = async (): Promise<void> => note(await desk.takeChangedSymbolsIn(() => setImmediate()));
  const ordering = repeat(order, orderMs);
  return {
    // A feed that is not followed yet will tell every state.
    need: (symbols) => following?.need(symbols),
    stop: async () => {
      await beginning.stop();
      await following?.stop();
      await ordering.stop();
      await order();
    },
  };

  /** Gives the symbols of which the board stands elsewhere than the feed, so that they are told of anew. */
  function take(messages: readonly FeedMessage[]): readonly string[] {
    const lost = new Set<string>();
    for (const message of messages) {
      const application = show(message);
      const isLost = application === "old" || application === "gap";
      if (isLost && message.kind !== "heartbeat") lost.add(message.symbol);
    }
    // Positions must not miss a price because a quote could not be shown.
    try {
      heed(marks.hear(messages));
    } catch (thrown) {
      tellMessage(thrown);
    }
    return [...lost];
  }

  function show(message: FeedMessage): Application | undefined {
    try {
      const application = desk.apply(message);
      counts[application] += 1;
      return application;
    } catch (thrown) {
      tellMessage(thrown);
      return undefined;
    }
  }
}

function addFigures(
  registry: Registry,
  counts: Readonly<Record<Application, number>>,
  marks: Pick<MarkBook, "heardAtMs" | "refusedCount">,
  now: () => number,
): void {
  addCounters(
    registry,
    "oms_feed_messages_total",
    "Messages of the feed: applied; old or after a gap, and asked for anew; of symbols that are not listed.",
    "outcome",
    () => counts,
  );
  addGauge(
    registry,
    "oms_feed_age_seconds",
    "How long ago the feed was heard; NaN where it never was.",
    () => {
      const heardAtMs = marks.heardAtMs();
      return heardAtMs === undefined ? Number.NaN : Math.max(0, now() - heardAtMs) / 1_000;
    },
  );
  addCounter(registry, "oms_prices_refused_total", "Prices of feeds that could not be true.", () =>
    marks.refusedCount(),
  );
}
