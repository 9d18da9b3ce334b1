import { setImmediate } from "node:timers/promises";
import {
  type MarkBook,
  MarketDesk,
  openMarkBook,
  openReferenceBook,
  type ReferenceBook,
  type Services,
} from "@trading-oms/brokerage";
import type { Feed } from "@trading-oms/brokerage/ports";
import { isOnStep } from "@trading-oms/market";

/** What is held in memory so that nobody has to ask the store for it. */
export type Books = {
  readonly book: ReferenceBook;
  readonly marks: MarkBook;
  readonly desk: MarketDesk;
};

/** Reads catalog, rates and last prices into memory; a price off its step is believed of nobody. */
export async function openBooks(
  services: Pick<Services, "store" | "now">,
  feed: Pick<Feed, "isAlwaysTrading"> | undefined,
): Promise<Books> {
  const book = await openReferenceBook(services, () => setImmediate());
  const desk = new MarketDesk(book);
  const isPrice = (symbol: string, price: bigint): boolean => {
    const instrument = book.findInstrument(symbol);
    return instrument !== undefined && price > 0n && isOnStep(instrument, price);
  };
  const isAlwaysTrading = feed?.isAlwaysTrading;
  return { book, desk, marks: await openMarkBook(services, { isPrice, isAlwaysTrading }) };
}
