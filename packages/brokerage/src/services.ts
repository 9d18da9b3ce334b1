import type { Rates } from "@trading-oms/margin";
import type { Holidays, Instrument, ProductGroup } from "@trading-oms/market";
import type {
  AccountKey,
  CatalogEntry,
  ExDateRecord,
  Store,
  StoreErrorCode,
  StoreVersions,
} from "./ports/index.ts";
import type { MarkBook } from "./quotes/mark-book.ts";
import type { InTurn } from "./watch/queue-work.ts";

/** The dependencies of every use case: the store, the clock and unique IDs. */
export type Services = {
  readonly store: Store;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly makeId: () => string;
  /** SHA-256 of a text in UTF-8, as 64 hexadecimal digits. */
  readonly hash: (text: string) => Promise<string>;
  /** Called when this process has committed a change of an account. */
  readonly onCommitted?: ((key: AccountKey) => void) | undefined;
  /** Serializes this process's decisions on one account. Without it they conflict and are repeated. */
  readonly inTurn?: InTurn | undefined;
  /** Yields between two pages of a long read, because a store may answer synchronously; if omitted, nothing yields. */
  readonly yieldToEventLoop?: (() => Promise<void>) | undefined;
  /** Days without trading besides weekends; none if omitted. */
  readonly holidays?: (() => Holidays) | undefined;
  /**
   * The in-memory catalog and rates of a process that follows them. If omitted, the store is read.
   */
  readonly book?: ReferenceBook | undefined;
  /** Last prices in memory, which may be newer than the store's. */
  readonly marks?: MarkBook | undefined;
};

const noHolidays: Holidays = new Set();

/** Days without trading besides weekends. */
export function holidaysOf({ holidays }: Pick<Services, "holidays">): Holidays {
  return holidays?.() ?? noHolidays;
}

export type RefusalCode =
  | "account_already_open"
  | "account_of_another_user"
  | "no_such_account"
  | "no_such_position"
  | "no_such_instrument"
  | "no_such_notification"
  | "name_not_valid"
  | "amount_not_valid"
  | "amounts_too_large"
  | "quantity_not_valid"
  | "price_not_valid"
  | "price_unusual"
  | "lending_ended"
  | "short_shares"
  | "date_not_valid"
  | "adjustment_not_valid"
  | "reference_unknown"
  | "above_trading_power"
  | "needed_for_calls"
  | "unreliable_price"
  | "opposite_position"
  | "position_closing"
  | "contract_expired"
  | "position_not_closing"
  | "movement_id_used"
  | "idempotency_key_reused"
  | "too_many_notifications"
  | "too_busy";

/** A refusal changes nothing. Its message names the fault and the remedy. */
export type Refusal = { readonly kind: "refused"; readonly code: RefusalCode; readonly message: string };

export function refuse(code: RefusalCode, message: string): Refusal {
  return { kind: "refused", code, message };
}

/** Formats an amount for people: 18,000,000 VND, or with another mark between the groups. */
export function renderVnd(amountVnd: bigint, mark: "," | "." = ","): string {
  const sign = amountVnd < 0n ? "-" : "";
  const digits = String(amountVnd < 0n ? -amountVnd : amountVnd);
  // Sliced by hand: a lookahead regular expression takes several times as long.
  let grouped = "";
  let end = digits.length;
  for (; end > 3; end -= 3) grouped = `${mark}${digits.slice(end - 3, end)}${grouped}`;
  return `${sign}${digits.slice(0, end)}${grouped} VND`;
}

const codes: Readonly<Record<StoreErrorCode, true>> = {
  busy: true,
  unreachable: true,
  late: true,
  disk_full: true,
  disk_failed: true,
  not_writable: true,
  damaged: true,
  unfinished_restore: true,
};

/** The code of a failure of the store; undefined for any other failure, which is a bug. */
export function storeErrorCodeOf(failure: unknown): StoreErrorCode | undefined {
  if (!(failure instanceof Error && "code" in failure && typeof failure.code === "string")) return undefined;
  return Object.hasOwn(codes, failure.code) ? (failure.code as StoreErrorCode) : undefined;
}

/**
 * The dependencies of a watch: those of every use case, and the catalog, rates and prices that its process
 * follows.
 */
export type WatchServices = Services & {
  readonly book: ReferenceBook;
  readonly marks: MarkBook;
};

/** The in-memory catalog and rates in force. */
export type ReferenceBook = {
  /** The instrument listed under a symbol. */
  readonly findInstrument: (symbol: string) => Instrument | undefined;
  /** All listed entries by symbol. The map is the same object while the catalog is unchanged. */
  readonly listEntries: () => ReadonlyMap<string, CatalogEntry>;
  /** The rates in force for an instrument. */
  readonly ratesOf: (instrument: Pick<Instrument, "symbol" | "exchange">) => Rates;
  /** The rates in force for a product with at least one listed contract. */
  readonly findProduct: (code: string) => { readonly rates: Rates; readonly group: ProductGroup } | undefined;
  /** When the rates in force for an instrument were set; undefined without rates. */
  readonly ratesSinceMs: (instrument: Pick<Instrument, "symbol" | "exchange">) => number | undefined;
  /** Days without trading besides weekends. */
  readonly holidays: () => Holidays;
  /** What was decided about the ex-dates of a symbol. */
  readonly exDatesOf: (symbol: string) => readonly ExDateRecord[];
  /** The store's counters at the last refresh. */
  readonly versions: () => StoreVersions;
  /** Adopts changes until nothing is older than these versions, which were read with an account. */
  readonly catchUpWith: (versions: StoreVersions) => Promise<void>;
  /**
   * Adopts changes from the store; returns whether there were any, also those found by `catchUpWith`. Concurrent calls share one refresh. `onPart` is
   * called for each part of a large catalog, so that a slow store can be told from an unreachable one. With `versions`, which were just
   * read, a store without changes is not asked at all.
   */
  readonly refresh: (onPart?: () => void, versions?: StoreVersions) => Promise<boolean>;
};
