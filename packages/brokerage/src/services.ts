import type { Rates } from "@trading-oms/margin";
import type { Holidays, Instrument, ProductGroup } from "@trading-oms/market";
import type { CatalogEntry, Store, StoreErrorCode, StoreVersions } from "./ports/index.ts";
import type { MarkBook } from "./watch/mark-book.ts";
import type { InTurn } from "./watch/queue-work.ts";

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

/** Why something was not done, as far as it was to be expected. */
export type RefusalCode =
  | "account-open-already"
  | "account-of-somebody-else"
  | "no-such-account"
  | "no-such-position"
  | "no-such-instrument"
  | "no-such-notification"
  | "name-not-valid"
  | "amount-not-valid"
  | "amounts-too-large"
  | "quantity-not-valid"
  | "price-not-valid"
  | "rates-not-valid"
  | "date-not-valid"
  | "above-trading-power"
  | "needed-for-calls"
  | "opposite-position"
  | "movement-id-used"
  | "idempotency-key-reused"
  | "too-many-notifications"
  | "too-busy";

/** A refusal changes nothing; its message names what is wrong and how to mend it. */
export type Refusal = { readonly kind: "refused"; readonly code: RefusalCode; readonly message: string };

/** Refuses, in words for a person. */
export function refuse(code: RefusalCode, message: string): Refusal {
  return { kind: "refused", code, message };
}

/** Writes an amount as people read it: 18,000,000 VND. */
export function renderVnd(amountVnd: bigint): string {
  const sign = amountVnd < 0n ? "-" : "";
  const digits = String(amountVnd < 0n ? -amountVnd : amountVnd);
  // Cut by hand, because a pattern that looks ahead at each digit takes several times as long.
  let grouped = "";
  let end = digits.length;
  for (; end > 3; end -= 3) grouped = `,${digits.slice(end - 3, end)}${grouped}`;
  return `${sign}${digits.slice(0, end)}${grouped} VND`;
}

const codes: Readonly<Record<StoreErrorCode, true>> = {
  busy: true,
  unreachable: true,
  "disk-full": true,
  "disk-failed": true,
  "not-writable": true,
  damaged: true,
  "unfinished-restore": true,
};

/** The code of a failure that lies with the store; undefined for any other, which is a fault of a program. */
export function storeErrorCodeOf(failure: unknown): StoreErrorCode | undefined {
  if (!(failure instanceof Error && "code" in failure && typeof failure.code === "string")) return undefined;
  return Object.hasOwn(codes, failure.code) ? (failure.code as StoreErrorCode) : undefined;
}

/** What a watch is handed: besides what every use case is, the catalog, rates and prices that its process follows. */
export type WatchServices = Services & {
  readonly book: ReferenceBook;
  readonly marks: MarkBook;
};

/** The catalog and the rates in force, at hand without asking the store. */
export type ReferenceBook = {
  /** The instrument that is listed under a symbol. */
  readonly findInstrument: (symbol: string) => Instrument | undefined;
  /** Everything that is listed, by symbol: the same map for as long as the catalog is the same. */
  readonly listEntries: () => ReadonlyMap<string, CatalogEntry>;
  /** The rates in force for an instrument. */
  readonly ratesOf: (instrument: Pick<Instrument, "symbol" | "exchange">) => Rates;
  /** The rates in force for a product of which some contract is listed. */
  readonly findProduct: (code: string) => { readonly rates: Rates; readonly group: ProductGroup } | undefined;
  /** When the rates in force for an instrument were set; undefined where none were. */
  readonly ratesSinceMs: (instrument: Pick<Instrument, "symbol" | "exchange">) => number | undefined;
  /** Days without trading besides weekends. */
  readonly holidays: () => Holidays;
  /** The store's counters when they were looked at last. */
  readonly versions: () => StoreVersions;
  /** As of when it is what the store has; a book that nobody refreshes grows old. */
  readonly atMs: () => number;
  /**
   * Takes over what has changed in the store; tells whether anything had. Asked while it is at it, it does it once. A large
   * catalog comes in parts, and each is told of: a store that is slow is not one that is away.
   */
  readonly refresh: (onPart?: () => void) => Promise<boolean>;
};
