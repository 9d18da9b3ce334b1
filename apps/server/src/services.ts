import type { Verifier } from "@trading-oms/access";
import type {
  DeskMinutes,
  DeskProjection,
  MarkBook,
  MarketBoard,
  ReferenceBook,
  Services,
  SharedDesk,
} from "@trading-oms/brokerage";
import type { AccountKey, StoreErrorCode } from "@trading-oms/brokerage/ports";
import type { CardImages } from "@trading-oms/id-card";
import type { CardReadOptions, CardOutcome as PoolOutcome } from "@trading-oms/id-card/pool";
import type { MinutePrices } from "@trading-oms/market";
import type { Failure } from "./failure.ts";
import type { Log, RecordSpan } from "./log-and-trace.ts";

export type DocumentEncoding = "br" | "gzip" | "identity";

/** A static document as the build lists it. */
export type ListedDocument = {
  readonly pathname: string;
  /** The media type and, for a page, its content security policy, which replaces the default that allows nothing. */
  readonly headers: Readonly<Record<string, string>>;
  /** Compressed forms that are smaller come first; `identity` is last. The tag is the digest of the bytes and the name of their file. */
  readonly forms: readonly {
    readonly encoding: DocumentEncoding;
    readonly tag: string;
    readonly byteCount: number;
  }[];
};

/** A document with the bodies of its forms, which are read by their tags. */
export type ServedDocument = ListedDocument & {
  readonly read: (tag: string) => Promise<Uint8Array<ArrayBuffer>>;
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

export type ImageUrls = { readonly front?: string; readonly back?: string; readonly portrait?: string };

export type ClockServices = {
  readonly now: () => number;
  readonly monotonicMs: () => number;
};

/** Request metrics in the Prometheus text format; each runtime has its own implementation. */
export type Metrics = {
  /** `operation` never comes from the caller, so the number of time series is bounded. */
  readonly count: (operation: string, status: number, durationMs: number) => void;
  readonly countOpenStreams: (operation: string, change: 1 | -1) => void;
  readonly render: () => string | Promise<string>;
};

export type ObservationServices = {
  readonly log: Log;
  readonly metrics: Metrics;
  /** 32 hexadecimal digits that cannot be guessed. */
  readonly makeId: () => string;
  /** 16 hexadecimal digits. */
  readonly makeSpanId: () => string;
  readonly recordSpan: RecordSpan | undefined;
  /** Whether to sample a trace that begins here; if omitted, none is sampled. */
  readonly chooseTrace?: ((traceId: string) => boolean) | undefined;
  /** Called when a request failed because of the store. */
  readonly noteStoreFailure?: (code: StoreErrorCode) => void;
};

export type Allowance = {
  readonly isAllowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly windowS: number;
  /** Seconds until the window ends, at least 1. */
  readonly resetS: number;
};

/** What `x-limit` of an operation names: requests by user, by network address, by person at the desk, or readings of cards by address. */
export type LimitName = "user" | "address" | "card" | "operator";

/** Counts requests per key, such as a user or a network. */
export type RateLimiter = { readonly take: (who: string) => Allowance | Promise<Allowance> };

/** Who calls, and how often. */
export type CallerServices = {
  readonly verifier: Pick<Verifier, "verify">;
  /** What is counted by no limiter is not limited. */
  readonly limiters: Readonly<Partial<Record<LimitName, RateLimiter | undefined>>>;
  /** Reads the network address from the request and the runtime's bindings; the address must never leave the process. */
  readonly addressOf?: (request: Request, bindings: unknown) => string;
  /** The CORS origins besides the service's own; one that ends in `:*` stands for each of its ports. */
  readonly corsOrigins: ReadonlySet<string>;
};

export type BookServices = {
  readonly book: ReferenceBook;
  readonly holidays: ReferenceBook["holidays"];
  /** Refreshes store and book before an operation, on runtimes without timers; false if they are unavailable. */
  readonly refreshBook?: (() => Promise<boolean>) | undefined;
};

/** Accounts, positions and notifications: what a use case of brokerage needs. */
export type TradingServices = BookServices & Services;

/** An entry as JSON in UTF-8; immutable. A change of the instrument produces a new object. */
export type WrittenEntry = Uint8Array;

export type WrittenList = {
  readonly etag: string;
  /** The list as JSON, followed by the closing brace of the enclosing object; immutable. */
  readonly bytes: Uint8Array<ArrayBuffer>;
};

export type WriteList = (name: string, entries: readonly WrittenEntry[]) => WrittenList;

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
  readonly writeList: WriteList;
};

export type LiveFields = "price" | "quote" | "depth";

export type LiveUser = {
  readonly userId: string;
  /** The id of the last notification that was seen. */
  readonly placeId: number;
  /** Verifies the token again; undefined if it stands no longer, else until when. */
  readonly verify: () => Promise<number | undefined>;
};

/** What one reader of a stream follows. */
export type LiveQuestion = {
  readonly symbols: readonly string[];
  readonly fields: LiveFields;
  readonly accounts: readonly AccountKey[];
  /** Whose notifications come. */
  readonly user: LiveUser | undefined;
};

/** Where a stream goes; `cut` cuts it where it has given way to another. */
type LiveConnection = {
  readonly address: string;
  readonly cut: (() => void) | undefined;
  readonly signal: AbortSignal;
};

export type LiveStreams = {
  /** Opens a stream, or fails where there are too many. */
  readonly open: (
    services: Services & { readonly book: ReferenceBook },
    question: LiveQuestion,
    reader: LiveConnection,
  ) => AsyncIterable<{ readonly text: string; readonly eventCount: number }, unknown> | Failure;
};

export type LiveServices = {
  /** Undefined on runtimes without streams. */
  readonly live?: LiveStreams | undefined;
};

/** The positions of all accounts, for those who answer for margin calls. */
export type CallDesk = {
  readonly projection: DeskProjection;
  /** What all viewers see of it. */
  readonly shared: SharedDesk;
  readonly minutes: Pick<DeskMinutes, "list">;
  /** Whether all accounts have been read, and followed of late. */
  readonly isCurrent: () => boolean;
  readonly startedAtMs: number;
  /** The page of an account in another system, with `{accountId}` in it. */
  readonly contactUrl: string | undefined;
  readonly isDemonstration: boolean;
};

export type DeskServices = {
  /** Undefined where the desk is off. */
  readonly callDesk?: CallDesk | undefined;
};

export type MemoryReservation = {
  /**
   * Reserves bytes; returns false if they are not available, or the reservation was ended. Where `byteCount` is an upper
   * bound, `usualBytes` are compared with what slow senders hold.
   */
  readonly take: (byteCount: number, usualBytes?: number) => boolean;
  readonly release: () => void;
  /**
   * From now on the reservation may be ended in favour of another sender: it is released, and `end` has to stop what
   * uses the memory. `undefined` revokes this.
   */
  readonly endBy: (end: (() => void) | undefined) => void;
};

export type CardServices = {
  /** Rejects a request that claims to be forwarded by our Worker and cannot prove it; if omitted, nothing is checked. */
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
  /** The version of the product with the build that runs; the version alone if omitted. */
  readonly version?: string;
  readonly documents: Documents;
  /** A random name of this instance that answers include; it does not reveal where the instance runs. */
  readonly instanceId: string;
  /** Aborts when the server drains: streams may send a last event, and end. Undefined on runtimes without a drain. */
  readonly draining?: AbortSignal | undefined;
};

/** What a change by an operator needs, which the desk shows. */
export type ChangeServices = TradingServices & DeskServices;

export type ListServices = DeskServices & TradingServices & SiteServices;

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

export type CardOutcome =
  | PoolOutcome
  /** The image decoder cannot be reached; `thrown` is for the log. */
  | { readonly kind: "away"; readonly thrown?: unknown };

/** A card that was read, with copies of its images without metadata if they are to be stored and could be made. */
export type ReadCard = Extract<CardOutcome, { readonly kind: "read" }>;
