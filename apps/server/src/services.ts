import type { Verifier } from "@trading-oms/access";
import type {
  DeskMinutes,
  DeskProjection,
  InTurn,
  MarkBook,
  MarketBoard,
  ReferenceBook,
  Services,
} from "@trading-oms/brokerage";
import type { StoreErrorCode } from "@trading-oms/brokerage/ports";
import type { CardImages } from "@trading-oms/id-card";
import type { CardReadOptions, CardOutcome as PoolOutcome } from "@trading-oms/id-card/pool";
import type { MinutePrices } from "@trading-oms/market";
import type { Failure } from "./http/failures.ts";
import type { Log, RecordSpan } from "./http/log-and-trace.ts";
import type { MemoryReservation } from "./http/memory-budget.ts";
import type { Metrics } from "./http/metrics.ts";
import type { LimitName, RateLimiter, SharedRateLimiter } from "./http/rate-limits.ts";
import type { LiveHub } from "./operations/companion/stream-live/live-hub.ts";
import type { WriteList } from "./operations/specified/search-symbols/entries.ts";

/** A content encoding; `identity` means uncompressed. */
export type DocumentEncoding = "br" | "gzip" | "identity";

/** A document in one encoding. */
type DocumentForm = {
  readonly encoding: DocumentEncoding;
  /** A strong validator of exactly these bytes, including the quotes. */
  readonly etag: string;
  readonly byteCount: number;
  readonly read: () => Promise<Uint8Array<ArrayBuffer>>;
};

/** A static document, served as it was built. */
export type ServedDocument = {
  /** The media type and, for a page, its content security policy, which replaces the default that allows nothing. */
  readonly headers: Readonly<Record<string, string>>;
  /** Compressed forms that are smaller come first; `identity` is last. */
  readonly forms: readonly DocumentForm[];
};

/** All static documents by path, such as `/openapi.json` or `/docs`. */
export type Documents = ReadonlyMap<string, ServedDocument>;

/** The result of the readiness probe; each check has a name that an operator can act on. */
export type Readiness = {
  readonly isReady: boolean;
  readonly checks: Readonly<Record<string, boolean>>;
  /** Why a check failed, by its name, if known. */
  readonly reasons?: Readonly<Record<string, string>>;
};

/** Whether prices arrive, and whether they are invented. */
export type FeedHealth = {
  /** When something was last heard, if that is too long ago for quotes to be current. */
  readonly silentSinceMs: number | undefined;
  readonly isSimulated: boolean;
};

/** Signed links to stored images. */
export type ImageUrls = { readonly front?: string; readonly back?: string; readonly portrait?: string };

/** The clocks. */
export type ClockServices = {
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Milliseconds of a monotonic clock. */
  readonly monotonicMs: () => number;
};

/** Log, metrics and traces. */
export type ObservationServices = {
  readonly log: Log;
  readonly metrics: Metrics;
  /** 32 hexadecimal digits that cannot be guessed. */
  readonly makeTraceId: () => string;
  /** 16 hexadecimal digits. */
  readonly makeSpanId: () => string;
  /** Receives the spans of sampled traces. */
  readonly recordSpan: RecordSpan | undefined;
  /** Whether to sample a trace that begins here; if omitted, none is sampled. */
  readonly chooseTrace?: ((traceId: string) => boolean) | undefined;
  /** Called when a request failed because of the store. */
  readonly noteStoreFailure?: (code: StoreErrorCode) => void;
};

/** Who calls, and how often. */
export type CallerServices = {
  readonly verifier: Pick<Verifier, "verify">;
  /** What is counted by no limiter is not limited. */
  readonly limiters: Readonly<Partial<Record<LimitName, RateLimiter | SharedRateLimiter | undefined>>>;
  /**
   * Reads the network address from the request and the runtime's bindings; the address must never leave the process.
   */
  readonly addressOf?: (request: Request, bindings: unknown) => string;
  /** The CORS origins besides the service's own; one that ends in `:*` stands for each of its ports. */
  readonly corsOrigins: ReadonlySet<string>;
};

/** Catalog, rates and holidays in memory. */
export type BookServices = {
  readonly book: ReferenceBook;
  /**
   * Refreshes store and book before an operation, on runtimes without timers; resolves to false if they are
   * unavailable.
   */
  readonly refreshBook?: (() => Promise<boolean>) | undefined;
};

/** Accounts, positions and notifications. */
export type TradingServices = BookServices & {
  readonly store: Services["store"];
  /** Last prices from the feed, which may be newer than those in the store. */
  readonly marks?: Services["marks"];
  /** Called when this process has committed a change of an account. */
  readonly onCommitted?: Services["onCommitted"];
  /** Serializes work per key; omitted where requests of one process must not wait for each other. */
  readonly inTurn?: InTurn | undefined;
  /** Yields between two pages of a long read. */
  readonly yieldToEventLoop?: Services["yieldToEventLoop"];
  /** SHA-256 of a text, as 64 hexadecimal digits. */
  readonly hash: Services["hash"];
};

/** Instruments and their quotes. */
export type MarketServices = BookServices & {
  readonly board: Pick<MarketBoard, "search"> & {
    /** Resolves when all matches for a term are loaded; undefined if they already are. */
    readonly whenReady?: (term: string) => Promise<void> | undefined;
  };
  /** The state of the feed that this server follows, if it follows one. */
  readonly feedHealth?: (() => FeedHealth) | undefined;
  /** What is halted, as that feed says. */
  readonly marks?: Pick<MarkBook, "haltedSymbols"> | undefined;
  /** The prices by minute that this server has heard; undefined on runtimes that follow no feed. */
  readonly prices?: Pick<MinutePrices, "minutesOf" | "completeSinceMs"> | undefined;
  /** Serializes the lists of answers. */
  readonly writeList: WriteList;
};

/** What arrives by itself. */
export type LiveServices = {
  /** Serves streams; undefined on runtimes without them. */
  readonly live?: LiveHub | undefined;
};

/** The positions of all accounts, for those who answer for margin calls. */
export type CallDesk = {
  readonly projection: DeskProjection;
  readonly minutes: Pick<DeskMinutes, "list">;
  /** Whether all accounts have been read, and followed of late. */
  readonly isCurrent: () => boolean;
  readonly startedAtMs: number;
  /** The page of an account in another system, with `{accountId}` in it. */
  readonly contactUrl: string | undefined;
  /** Whether the accounts are invented. */
  readonly isDemonstration: boolean;
};

/** What the desk shows. */
export type DeskServices = {
  /** Undefined where the desk is off. */
  readonly callDesk?: CallDesk | undefined;
};

/** The reading of identity cards. */
export type CardServices = {
  /**
   * Rejects a request that claims to be forwarded by our Worker and cannot prove it; if omitted, nothing is checked.
   */
  readonly checkForwarded?: (request: Request) => Failure | undefined;
  /** Reads a card and never throws; omitted where this deployment cannot read cards. */
  readonly readCard?: ((images: CardImages, turn: CardTurn) => Promise<CardOutcome>) | undefined;
  /** Stores the copies of a read card, if any, and returns links to them; if omitted, nothing is stored. */
  readonly storeImages?:
    | ((card: ReadCard, requestId: string) => Promise<{ readonly imageUrls?: ImageUrls }>)
    | undefined;
  /** Parses a large body in a worker thread; undefined if the body is small enough to be parsed here. */
  readonly takeImagesInThread?: (bytes: Uint8Array<ArrayBuffer>) => Promise<CardImagesTaken> | undefined;
  /** Reserves memory for a large body, by user or address; if omitted, memory is not limited. */
  readonly reserveBodyMemory?: (sender: string) => MemoryReservation;
};

/** The instance, its probes and its pages. */
export type SiteServices = {
  readonly checkReadiness: () => Readiness | Promise<Readiness>;
  readonly documents: Documents;
  /** A random name of this instance that answers include; it does not reveal where the instance runs. */
  readonly instanceId: string;
  /** Aborts when the server drains: streams may send a last event, and end. Undefined on runtimes without a drain. */
  readonly draining?: AbortSignal | undefined;
};

/**
 * Everything the composition root of a runtime injects into the application. A handler names the groups that it needs in
 * its type.
 */
export type ServerServices = ClockServices &
  ObservationServices &
  CallerServices &
  TradingServices &
  MarketServices &
  LiveServices &
  DeskServices &
  CardServices &
  SiteServices;

/** The images of a request, or everything that is wrong with it. */
export type CardImagesTaken = { readonly value: CardImages } | { readonly failure: Failure };

/** Who sent a card, and until when it may be dropped. */
export type CardTurn = Pick<CardReadOptions, "sender" | "signal" | "onBegin">;

/** The result of reading a card. */
export type CardOutcome =
  | PoolOutcome
  /** The image decoder cannot be reached; `thrown` is for the log. */
  | { readonly kind: "away"; readonly thrown?: unknown };

/** A card that was read, with copies of its images without metadata if they are to be stored and could be made. */
export type ReadCard = Extract<CardOutcome, { readonly kind: "read" }>;
