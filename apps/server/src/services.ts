import type { Verifier } from "@trading-oms/access";
import type { InTurn, MarketDesk, ReferenceBook, Services } from "@trading-oms/brokerage";
import type { StoreErrorCode } from "@trading-oms/brokerage/ports";
import type { CardImages } from "@trading-oms/id-card";
import type { CardOutcome as PoolOutcome } from "@trading-oms/id-card/pool";
import type { BodyRoom } from "./http/body-bytes.ts";
import type { Failure } from "./http/failures.ts";
import type { Log, RecordSpan } from "./http/log-and-trace.ts";
import type { Metrics } from "./http/metrics.ts";
import type { RateLimiter, SharedRateLimiter } from "./http/rate-limits.ts";
import type { WriteList } from "./operations/search-symbols/entries.ts";

/** How a body is packed for its way; `identity` is the body as it is. */
export type DocumentEncoding = "br" | "gzip" | "identity";

/** A document as one encoding has it. */
type DocumentForm = {
  readonly encoding: DocumentEncoding;
  /** A strong validator of just these bytes, quotes included. */
  readonly etag: string;
  readonly byteCount: number;
  readonly read: () => Promise<Uint8Array<ArrayBuffer>>;
};

/** A document that is served as it was built. */
export type ServedDocument = {
  /** What it is and, where it is a page, what it may do; everything else may do nothing. */
  readonly headers: Readonly<Record<string, string>>;
  /** `identity`, and before it what is smaller, if anything is. */
  readonly forms: readonly DocumentForm[];
};

/** Everything that is served beside the operations, by its path, such as `/openapi.json` or `/docs`. */
export type Documents = ReadonlyMap<string, ServedDocument>;

/** What keeps the service from answering, if anything does; each name is one that an operator can look after. */
export type Readiness = {
  readonly isReady: boolean;
  readonly checks: Readonly<Record<string, boolean>>;
  /** Why a check does not hold, by its name, where that is known. */
  readonly reasons?: Readonly<Record<string, string>>;
};

/** Links to kept images. */
export type ImageUrls = { readonly front?: string; readonly back?: string; readonly portrait?: string };

/** All that the application is handed by the composition root of its runtime. */
export type ServerServices = {
  readonly store: Services["store"];
  readonly book: ReferenceBook;
  readonly desk: Pick<MarketDesk, "search"> & {
    /** Resolves when all that a term finds is at hand; undefined where it is. */
    readonly whenReady?: (term: string) => Promise<void> | undefined;
  };
  /** A note on the origin of prices for the `detail` of an answer, if any. */
  readonly feedDetail?: () => string | undefined;
  /** Last prices that may be newer than those of the store, where a process hears a feed. */
  readonly marks?: Services["marks"];
  /** Left out where requests of one process may not wait for each other. */
  readonly inTurn?: InTurn | undefined;
  readonly verifier: Pick<Verifier, "verify">;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Milliseconds on a clock that never goes back. */
  readonly monotonicMs: () => number;
  /** 32 hexadecimal digits that nobody can guess. */
  readonly makeTraceId: () => string;
  /** 16 hexadecimal digits. */
  readonly makeSpanId: () => string;
  /** SHA-256 of a text, as 64 hexadecimal digits. */
  readonly hash: Services["hash"];
  readonly log: Log;
  readonly metrics: Metrics;
  /** Takes the spans of traces that are recorded. */
  readonly recordSpan: RecordSpan | undefined;
  /** Whether a trace that begins here is recorded; left out, none is. */
  readonly chooseTrace?: ((traceId: string) => boolean) | undefined;
  /** Left out, nothing is counted and nobody is refused. */
  readonly userLimiter: RateLimiter | SharedRateLimiter | undefined;
  /** The same for operations that ask for no token, by their ids: they are counted by network address. */
  readonly addressLimiters?: Readonly<Record<string, RateLimiter | SharedRateLimiter | undefined>>;
  /** Where a request comes from, by what its runtime hands along with it; never to be told to anybody. */
  readonly addressOf?: (request: Request, surroundings: unknown) => string;
  /** Refuses what claims to come from a Worker of ours and does not prove it; left out, nothing can. */
  readonly judgeForwarded?: (request: Request) => Failure | undefined;
  /** Writes the lists of answers. */
  readonly writeList: WriteList;
  /** The origins that a browser may call from, besides the service's own. */
  readonly corsOrigins: ReadonlySet<string>;
  /** Reads a card, and never throws; left out, there is nothing to read it with. */
  readonly readCard?: (images: CardImages) => Promise<CardOutcome>;
  /** Keeps the copies of a card that was read, if there are any, and gives links to them; left out, nothing is kept. */
  readonly keepImages?:
    | ((card: ReadCard, requestId: string) => Promise<{ readonly imageUrls?: ImageUrls }>)
    | undefined;
  /** Takes the images out of a large body in a thread; undefined where the body is small enough to be taken here. */
  readonly takeImagesInThread?: (bytes: Uint8Array<ArrayBuffer>) => Promise<CardImagesTaken> | undefined;
  /** Lets a request into the room that large bodies share, by user or address; left out, there is room for all. */
  readonly enterBodyRoom?: (sender: string) => BodyRoom;
  /**
   * Brings store and book up to date before an operation is served, on a runtime where no timer does; tells whether
   * they are there at all.
   */
  readonly catchUp?: (() => Promise<boolean>) | undefined;
  /** Hears that a request failed on account of the store. */
  readonly noteStoreFailure?: (code: StoreErrorCode) => void;
  readonly judgeReadiness: () => Readiness | Promise<Readiness>;
  readonly documents: Documents;
  /** A name of this instance that answers tell, and that says nothing of where it runs. */
  readonly instanceId: string;
};

/** The images of a request, or everything that is wrong with it. */
export type CardImagesTaken = { readonly value: CardImages } | { readonly failure: Failure };

/** What became of a card that was to be read. */
export type CardOutcome =
  | PoolOutcome
  /** What images are decoded by can't be reached; `thrown` is for the log. */
  | { readonly kind: "away"; readonly thrown?: unknown };

/** A card that was read, with copies of its images, without metadata, where they are to be kept and could be made. */
export type ReadCard = Extract<CardOutcome, { readonly kind: "read" }>;
