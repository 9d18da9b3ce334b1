import type { Holidays } from "@trading-oms/market";
import type { Store } from "./ports/index.ts";
import type { ReferenceBook } from "./reference-book.ts";
import type { InTurn } from "./take-turns.ts";
import type { MarkBook } from "./watch/mark-book.ts";

/** What every use case is handed: where things are kept, what time it is, and names that nobody else has. */
export type Services = {
  readonly store: Store;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly makeId: () => string;
  /** SHA-256 of a text in UTF-8, as 64 hexadecimal digits. */
  readonly hash: (text: string) => Promise<string>;
  /** Keeps decisions of one process on one account apart; without it they come between each other and are decided again. */
  readonly inTurn?: InTurn | undefined;
  /** Days without trading besides weekends; none where nothing is said. */
  readonly holidays?: (() => Holidays) | undefined;
  /** The catalog and the rates at hand, where a process follows them; without it, or where it has grown old, the store is asked. */
  readonly book?: Pick<ReferenceBook, "findInstrument" | "ratesOf" | "atMs"> | undefined;
  /** Last prices at hand, which a feed may have told and the store does not have yet. */
  readonly marks?:
    | (Pick<MarkBook, "markOf" | "isHalted" | "heardAtMs" | "isAlwaysTrading" | "atMs"> &
        Partial<Pick<MarkBook, "isPlayed" | "isDoubtful">>)
    | undefined;
};
