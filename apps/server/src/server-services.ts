import type { Verifier } from "@trading-oms/access";
import type { InTurn, MarketDesk, ReferenceBook, Services } from "@trading-oms/brokerage";
import type { StoreErrorCode } from "@trading-oms/brokerage/ports";
import type { CardImages } from "@trading-oms/id-card";
import type { Holidays } from "@trading-oms/market";
import type { SentAnswer } from "./answer.ts";
import type { Asked } from "./asked.ts";
import type { BodyRoom } from "./body-room.ts";
import type { CardOutcome, ReadCard } from "./card-outcome.ts";
import type { Documents } from "./documents.ts";
import type { Failure } from "./failure.ts";
import type { WriteList } from "./keep-lists.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import type { BodyRead } from "./parse-json-body.ts";
import type { RateLimiter, SharedRateLimiter } from "./rate-limiter.ts";
import type { Repeat } from "./read-body-bytes.ts";
import type { RecordSpan } from "./span.ts";

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
  /** Says what whoever reads quotes has to know of where they come from, if anything. */
  readonly feedDetail?: () => string | undefined;
  readonly holidays: () => Holidays;
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
  readonly addressOf?: (request: Asked, surroundings: unknown) => string;
  /** Refuses what claims to come from a Worker of ours and does not prove it; left out, nothing can. */
  readonly judgeForwarded?: (request: Asked) => Failure | undefined;
  /**
   * Sends an answer at once, where what the runtime hands along with a request allows it, and tells whether it did;
   * left out or not done, the answer becomes a `Response`.
   */
  readonly send?: (surroundings: unknown, answer: SentAnswer) => boolean;
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
  /** Takes a large body where it keeps nobody else waiting; undefined where it is small enough to be taken here. */
  readonly takeBodyAside?: (
    operationId: string,
    bytes: Uint8Array<ArrayBuffer>,
  ) => Promise<BodyRead> | undefined;
  /** Lets a request into the room that large bodies share, by user or address; left out, there is room for all. */
  readonly enterBodyRoom?: (sender: string) => BodyRoom;
  /** Ends bodies that come too slowly; left out, none is ended before its request is. */
  readonly repeat?: Repeat;
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
