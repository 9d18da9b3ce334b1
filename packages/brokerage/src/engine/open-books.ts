/** The parts of a market that a process without feed and polls can have alone, such as a Worker, whose bundle they are kept small for. */
import { isOnStep, isPlausiblePrice } from "@trading-oms/market";
import { MarketBoard } from "../market-board.ts";
import { MarkBook, type MarkBookOptions } from "../quotes/mark-book.ts";
import { openReferenceBook, type ReferenceBookOptions } from "../reference/book.ts";
import type { ReferenceBook, Services } from "../services.ts";

/** Options of the books. Those of prices describe the feed. */
export type BookOptions = Omit<MarkBookOptions, "isListed"> & ReferenceBookOptions;

export type Books = { readonly book: ReferenceBook; readonly marks: MarkBook };

/** Loads catalog, rates and last prices. Prices of a feed that are off the price step or implausible are rejected. */
export async function openBooks(
  services: Pick<Services, "store" | "now">,
  options: BookOptions = {},
): Promise<Books> {
  const book = await openReferenceBook(services, options);
  const isListed = (symbol: string): boolean => book.listEntries().has(symbol);
  const isPrice = options.isPrice ?? priceCheckOf(book);
  const marks = new MarkBook(services, { ...options, isPrice, isListed });
  await marks.refresh();
  return { book, marks };
}

/** Loads the catalog and the rates, with a search that reads no price. */
export async function openCatalog(
  services: Pick<Services, "store" | "now">,
  options: ReferenceBookOptions = {},
): Promise<{ readonly book: ReferenceBook; readonly board: MarketBoard }> {
  const book = await openReferenceBook(services, options);
  return { book, board: new MarketBoard(book, services.now) };
}

function priceCheckOf({
  findInstrument,
}: Pick<ReferenceBook, "findInstrument">): NonNullable<MarkBookOptions["isPrice"]> {
  return (symbol, price, ofDay) => {
    const instrument = findInstrument(symbol);
    if (instrument === undefined || !isOnStep(instrument, price)) return false;
    return isPlausiblePrice(instrument, price, { listed: instrument.referencePrice, ofDay });
  };
}
