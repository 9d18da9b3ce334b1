import { setImmediate, setTimeout } from "node:timers/promises";
import { type MarketDesk, QuoteKeeper, type WatchServices } from "@trading-oms/brokerage";
import type { Log } from "../../log.ts";
import { renderFamily } from "../../render-family.ts";
import { repeat } from "./repeat.ts";
import { tellOnce } from "./tell-once.ts";

/** So often that what another process saves is seen well within a second of it. */
const followMs = 250;
/** What a process that is killed loses of quotes is as old as this, and what its last save took. */
const saveMs = 1_000;
/** A store with so many quotes that reading them takes longer keeps no search waiting. */
const searchWaitMsMax = 5_000;

/** Quotes on their way to the store and from it. */
export type KeptQuotes = {
  /** Remembers symbols that the feed has told of, to be saved. */
  readonly note: (symbols: Iterable<string>) => void;
  /** Reads the quotes of symbols that were not listed when all quotes were read. */
  readonly need: (symbols: Iterable<string>) => void;
  readonly renderMetrics: () => string;
  /** Saves what is unsaved, where it is this process that saves. */
  readonly stop: () => Promise<void>;
};

/** What else is known where quotes are kept. */
export type QuotesWorld = {
  readonly log: Log;
  /** Whether a feed tells this process of quotes; where none does, it follows those of the store. */
  readonly hasFeed: boolean;
  /** Whether it is this process, of all that a feed tells, that saves. */
  readonly isSaver: () => boolean;
};

/** Keeps quotes and the store together: its timers are here, and all that it decides is elsewhere. */
export function keepQuotes(
  services: Pick<WatchServices, "store" | "now" | "book" | "marks"> & {
    readonly desk: Pick<MarketDesk, "restore" | "quoteOf" | "waitFor">;
  },
  { log, hasFeed, isSaver }: QuotesWorld,
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
    renderMetrics: () =>
      renderFamily(
        "oms_quotes_unreadable_total",
        "counter",
        "Quotes in the store that could not be read and were passed over.",
        [{ value: keeper.faultyCount() }],
      ),
    stop: async () => {
      await Promise.all([reading.stop(), saving.stop()]);
      // The watch is another's by now, perhaps; of what both save, the later stays.
      if (hasSaved) await keeper.save();
    },
  };
}
