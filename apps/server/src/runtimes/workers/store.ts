import {
  type MarketBoard,
  type QuoteReader,
  type ReferenceBook,
  type Services,
  storeErrorCodeOf,
} from "@trading-oms/brokerage";
import type { Log } from "../../log-and-trace.ts";
import type { ServerServices } from "../../services.ts";

/** The data of an isolate once the store is open. */
export type Held = {
  readonly store: Services["store"];
  readonly book: ReferenceBook;
  /** Built on `book`; it is updated when it is searched. */
  readonly board: Pick<MarketBoard, "search" | "symbolsOf" | "quotedOf" | "followAtOnce">;
  /** Reads quotes of the searched symbols. */
  readonly quotes: Pick<QuoteReader, "refreshOf">;
};

/** A Worker has no timers between requests, and a request cannot wait for work that another one started. */
type FollowingWorld = {
  readonly open: () => Promise<Held>;
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Keeps the isolate alive for a check whose request has ended. */
  readonly inBackground: (work: Promise<void>) => void;
  readonly log: Log;
};

/** Frequent enough to see changes by others within a second, including a check of half a second. */
const periodMs = 500;

/** A check that takes longer was ended by the runtime together with its request. */
const lookMsMax = 10_000;

const pauseMs = 20;

/** Store and book of an isolate, refreshed by the requests themselves. */
export function followStore({ open, now, wait, inBackground, log }: FollowingWorld) {
  let held: Held | undefined;
  let trouble: string | undefined = "not asked yet";
  let isToldOf = false;
  let lookBeganAtMs = Number.NEGATIVE_INFINITY;
  let underWay: object | undefined;
  return {
    /** Opens the store if necessary and checks for changes at most once per period; returns whether data is available. */
    refreshBook: async (): Promise<boolean> => {
      const isAnothersUnderWay = isUnderWay();
      while (held === undefined && isUnderWay()) await wait(pauseMs);
      // A failed check has failed for all requests that waited for it.
      const isDue = !isAnothersUnderWay && now() - lookBeganAtMs >= periodMs;
      if (!isUnderWay() && (isDue || underWay !== undefined)) {
        const looking = look(underWay !== undefined);
        inBackground(looking);
        await looking;
      }
      return held !== undefined;
    },
    /** Why the last check failed; undefined if it succeeded. */
    trouble: () => trouble,
    held: (): Held => {
      if (held === undefined) throw new Error("The store is asked for before it was caught up with.");
      return held;
    },
  };

  function isUnderWay(): boolean {
    return underWay !== undefined && now() - lookBeganAtMs < lookMsMax;
  }

  async function look(isLastOneLost: boolean): Promise<void> {
    const own = {};
    underWay = own;
    lookBeganAtMs = now();
    try {
      // A book whose refresh was cut off would wait for that refresh forever, so the store is opened again.
      if (held === undefined || isLastOneLost) held = await open();
      else await held.book.refresh();
      trouble = undefined;
      isToldOf = false;
    } catch (thrown) {
      if (!isToldOf) log({ level: "error", event: "store check failed", thrown });
      trouble = storeErrorCodeOf(thrown) ?? "failing";
      isToldOf = true;
    } finally {
      if (underWay === own) underWay = undefined;
    }
  }
}

/**
 * Searches the data of an isolate. The index is built at the first search, and only quotes of found symbols
 * are read from the store, unless they are current.
 */
export function makeSearchBoard(held: () => Held, log: Log): Required<ServerServices["board"]> {
  let isWell = true;
  /** The result for the current request, so that it is not computed twice. */
  let found:
    | { readonly term: string; readonly board: Held["board"]; readonly symbols: readonly string[] }
    | undefined;
  const tell = (thrown: unknown): void => {
    if (isWell) log({ level: "error", event: "reading quotes failed", thrown });
    isWell = false;
  };
  return {
    whenReady: (term) => {
      const { book, board, quotes } = held();
      board.followAtOnce();
      const symbols = board.symbolsOf(term);
      const reading = quotes.refreshOf(symbols, book.versions().quotes);
      // New quotes change trading volumes, and with them the order of results.
      found = reading === undefined ? { term, board, symbols } : undefined;
      // If reading fails, known quotes are used; without one, an instrument has no quote.
      return reading?.then(() => {
        isWell = true;
      }, tell);
    },
    search: (term) => {
      const { board } = held();
      const known = found;
      found = undefined;
      return known?.term === term && known.board === board
        ? board.quotedOf(known.symbols)
        : board.search(term);
    },
  };
}
