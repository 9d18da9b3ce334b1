import {
  type MarketDesk,
  type QuoteReader,
  type ReferenceBook,
  type Services,
  storeErrorCodeOf,
} from "@trading-oms/brokerage";
import type { Log } from "../../http/log-and-trace.ts";
import type { ServerServices } from "../../services.ts";

/** What is at hand once the store could be asked. */
export type Held = {
  readonly store: Services["store"];
  readonly book: ReferenceBook;
  /** Over this very book; it follows when it is searched. */
  readonly desk: Pick<MarketDesk, "search" | "symbolsOf" | "quotedOf" | "followAtOnce">;
  /** Those of the symbols that are searched. */
  readonly quotes: Pick<QuoteReader, "refreshOf">;
};

/** Store and book of an isolate, brought up to date by the requests themselves. */
export type FollowedStore = {
  /** Opens what is not open and looks for changes, at most once a period; tells whether both are at hand. */
  readonly catchUp: () => Promise<boolean>;
  /** Why the store could not be asked the last time; undefined where it could. */
  readonly trouble: () => string | undefined;
  readonly held: () => Held;
};

/** Between requests a Worker has no timers, and what one request has begun no other can wait for. */
type FollowingWorld = {
  readonly open: () => Promise<Held>;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Keeps the runtime awake for a look whose request has gone. */
  readonly inBackground: (work: Promise<void>) => void;
  readonly log: Log;
};

/** So often that what is changed elsewhere is seen within a second, a look of half a second included. */
const periodMs = 500;

/** A look that takes longer was ended by the runtime together with its request. */
const lookMsMax = 10_000;

const pauseMs = 20;

/** Follows a store from one request to the next. */
export function followStore({ open, now, wait, inBackground, log }: FollowingWorld): FollowedStore {
  let held: Held | undefined;
  let trouble: string | undefined = "not asked yet";
  let isToldOf = false;
  let lookBeganAtMs = Number.NEGATIVE_INFINITY;
  let underWay: object | undefined;
  return {
    catchUp: async () => {
      const isAnothersUnderWay = isUnderWay();
      while (held === undefined && isUnderWay()) await wait(pauseMs);
      // A look that failed has failed for all who waited for it.
      const isDue = !isAnothersUnderWay && now() - lookBeganAtMs >= periodMs;
      if (!isUnderWay() && (isDue || underWay !== undefined)) {
        const looking = look(underWay !== undefined);
        inBackground(looking);
        await looking;
      }
      return held !== undefined;
    },
    trouble: () => trouble,
    held: () => {
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
      // A book that was cut off in the middle of its work would wait for the end of it for ever.
      if (held === undefined || isLastOneLost) held = await open();
      else await held.book.refresh();
      trouble = undefined;
      isToldOf = false;
    } catch (thrown) {
      if (!isToldOf) log({ level: "error", event: "store not to be asked", thrown });
      trouble = storeErrorCodeOf(thrown) ?? "failing";
      isToldOf = true;
    } finally {
      if (underWay === own) underWay = undefined;
    }
  }
}

/**
 * Searches on what an isolate has at hand. Nobody who never searches pays for an index, and of the quotes in the store
 * those are read that a search finds, unless they are here as the store counted them last.
 */
export function makeSearchDesk(held: () => Held, log: Log): Required<ServerServices["desk"]> {
  let isWell = true;
  /** What was found for the request that is at hand, so that it is not looked for twice. */
  let found:
    | { readonly term: string; readonly desk: Held["desk"]; readonly symbols: readonly string[] }
    | undefined;
  const tell = (thrown: unknown): void => {
    if (isWell) log({ level: "error", event: "quotes not to be read", thrown });
    isWell = false;
  };
  return {
    whenReady: (term) => {
      const { book, desk, quotes } = held();
      desk.followAtOnce();
      const symbols = desk.symbolsOf(term);
      const reading = quotes.refreshOf(symbols, book.versions().quotes);
      // What is read changes what is traded most, and with it the order.
      found = reading === undefined ? { term, desk, symbols } : undefined;
      // What is known already is an answer; without any, an instrument has no quote.
      return reading?.then(() => {
        isWell = true;
      }, tell);
    },
    search: (term) => {
      const { desk } = held();
      const known = found;
      found = undefined;
      return known?.term === term && known.desk === desk ? desk.quotedOf(known.symbols) : desk.search(term);
    },
  };
}
