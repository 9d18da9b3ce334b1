import type { ReferenceBook } from "../reference-book.ts";
import type { Services } from "../services.ts";
import type { MarkBook } from "./mark-book.ts";

/** What a watch is handed: besides what every use case is, the catalog, rates and prices that its process follows. */
export type WatchServices = Services & {
  readonly book: ReferenceBook;
  readonly marks: MarkBook;
};
