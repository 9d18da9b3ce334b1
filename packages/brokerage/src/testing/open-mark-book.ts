import { MarkBook, type MarkBookOptions, type MarkServices } from "../quotes/mark-book.ts";

/** Reads the last prices into memory, as a market does. */
export async function openMarkBook(services: MarkServices, options: MarkBookOptions = {}): Promise<MarkBook> {
  const book = new MarkBook(services, options);
  await book.refresh();
  return book;
}
