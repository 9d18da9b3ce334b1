import { setImmediate } from "node:timers/promises";
import type { MarketDesk, WatchServices } from "@trading-oms/brokerage";
import type { Feed } from "@trading-oms/brokerage/ports";
import { followBook, type StoreTrouble } from "./follow-book.ts";
import { keepQuotes } from "./keep-quotes.ts";
import { pumpFeed } from "./pump-feed.ts";
import { runWatch, type WatchWorld } from "./run-watch.ts";

/** Everything that goes on besides requests, for as long as the server is there. */
export type Following = {
  /** Why the store could not be asked, or written by the watch, the last time; undefined where it could. */
  readonly storeTrouble: () => StoreTrouble | undefined;
  readonly renderMetrics: () => string;
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
  const quotes = keepQuotes(services, {
    log: world.log,
    hasFeed,
    isSaver: () => watching?.isSaver() === true,
  });
  const isListed = (symbol: string): boolean => book.listEntries().has(symbol);
  const hearers = { desk, marks, heed, isListed, note: quotes.note, now, log: world.log };
  const pumped = world.feed && pumpFeed(world.feed, hearers);
  const tell = (thrown: unknown): void =>
    world.log({ level: "error", event: "catalog not to be listed", thrown });
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
  const following = followBook({ refresh }, world.log);
  return {
    storeTrouble: () => following.trouble() ?? watching?.storeTrouble(),
    renderMetrics: () => [watching, pumped, quotes].map((each) => each?.renderMetrics() ?? "").join(""),
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
