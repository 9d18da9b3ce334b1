import { setImmediate } from "node:timers/promises";
import {
  type MarkBook,
  MarketBoard,
  openMarkBook,
  openReferenceBook,
  type ReferenceBook,
  type Services,
} from "@trading-oms/brokerage";
import type { Feed } from "@trading-oms/brokerage/ports";
import { isOnStep, isPlausiblePrice } from "@trading-oms/market";
import type { Registry } from "prom-client";
import type { Log } from "../../../log-and-trace.ts";

/** Data in memory, so that requests do not query the store. */
export type Books = {
  readonly book: ReferenceBook;
  readonly marks: MarkBook;
  readonly board: MarketBoard;
};

/**
 * Loads catalog, rates and last prices. Prices that are off the price step or implausible are rejected; that simulated ones in the store
 * are ignored, because the feed is real, is logged.
 */
export async function openBooks(
  services: Pick<Services, "store" | "now"> & { readonly log?: Log },
  feed: Pick<Feed, "isAlwaysTrading" | "isDoubtful"> | undefined,
  isPlayed = false,
): Promise<Books> {
  const book = await openReferenceBook(services, { yieldToEventLoop: () => setImmediate() });
  const isPrice = (symbol: string, price: bigint, ofDay?: bigint): boolean => {
    const instrument = book.findInstrument(symbol);
    if (instrument === undefined || !isOnStep(instrument, price)) return false;
    return isPlausiblePrice(instrument, price, { listed: instrument.referencePrice, ofDay });
  };
  const yieldToEventLoop = (): Promise<void> => setImmediate();
  const isAlwaysTrading = feed?.isAlwaysTrading;
  const isListed = (symbol: string): boolean => book.listEntries().has(symbol);
  const ofFeed = { isAlwaysTrading, isDoubtful: feed?.isDoubtful, isListed, isPrice, isPlayed };
  const marks = await openMarkBook(services, { ...ofFeed, yieldToEventLoop });
  const count = marks.passedOverCount();
  const notes = { count, until: "a price is set by hand or told by a feed" };
  if (count > 0) services.log?.({ level: "info", event: "simulated prices ignored", notes });
  return { book, board: new MarketBoard(book, services.now, marks), marks };
}

/** A feed, and how to start it once the books are loaded. */
export type OpenedFeed = {
  readonly feed: Feed | undefined;
  /** Whether prices of this feed may be simulated. */
  readonly isSimulated: () => boolean;
  readonly begin: (stage: Pick<Books, "book" | "marks"> & FeedStage) => {
    readonly stop: () => Promise<void>;
  };
};

type FeedStage = { readonly now: () => number; readonly log: Log; readonly registry: Registry };
