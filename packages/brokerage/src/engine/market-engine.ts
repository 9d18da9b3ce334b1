/** The market of a process: catalog, rates, last prices, quotes, prices by minute and what streams wait for. */
import { type ApplyResult, MinutePrices } from "@trading-oms/market";
import { LiveChanges } from "../live/live-changes.ts";
import { MarketBoard } from "../market-board.ts";
import type { FeedMessage, StoreVersions } from "../ports/index.ts";
import type { MarkBook } from "../quotes/mark-book.ts";
import { sourceAheadMsMax } from "../quotes/price-times.ts";
import type { ReferenceBook, Services } from "../services.ts";
import {
  accountsInPart,
  type ChangedAccounts,
  clockDifferenceMsMax,
  type FollowedAccounts,
} from "../watch/shards.ts";
import { DoubtfulQuotes } from "./doubtful-quotes.ts";
import { type BookOptions, type Books, openBooks } from "./open-books.ts";

type MarketOptions = BookOptions & {
  /** Receives the failure of one message; the next ones are applied. Without it `apply` throws. */
  readonly onFaultyMessage?: ((thrown: unknown) => void) | undefined;
};

export type PolledChanges = ChangedAccounts & { readonly versions: StoreVersions };

/** Hears of every change of a market. */
type MarketListener = {
  /** The catalog, rates, holidays or ex-dates have changed. */
  onBookChange?(): void;
  onPriceChange?(symbols: Iterable<string>): void;
  /** The accounts that a poll asks for; undefined for none. */
  followed?(): FollowedAccounts | undefined;
  /** Takes what a poll found. A listener that is not done with it is neither asked nor told by the next poll. */
  follow?(found: PolledChanges): Promise<void>;
};

/** How far back a poll asks. */
const behindMsMax = 60_000;

const noKeys = { users: [], accounts: [] };

/**
 * The market of a process. Two things move it: `apply` with messages of a feed, and `poll`, which asks the store for everything that
 * others have changed. Its listeners hear of both. It has no timer of its own.
 */
export class MarketEngine {
  readonly book: ReferenceBook;
  readonly marks: MarkBook;
  readonly board: MarketBoard;
  readonly prices: MinutePrices = new MinutePrices();
  readonly live: LiveChanges = new LiveChanges();
  /** How many messages of the feed had which result. */
  readonly counts: Record<ApplyResult, number> = { applied: 0, old: 0, gap: 0, "unknown-symbol": 0 };
  readonly #services: Pick<Services, "store" | "now">;
  readonly #onFaultyMessage: (thrown: unknown) => void;
  readonly #doubtful: DoubtfulQuotes;
  readonly #heard: HeardPrices;
  readonly #listeners: MarketListener[] = [];
  readonly #following = new Map<MarketListener, Promise<void>>();

  constructor(
    services: Pick<Services, "store" | "now">,
    { book, marks }: Books,
    { isDoubtful = () => false, onFaultyMessage = rethrow }: MarketOptions,
  ) {
    this.#services = services;
    this.#onFaultyMessage = onFaultyMessage;
    this.book = book;
    this.marks = marks;
    this.board = new MarketBoard(book, services.now, marks);
    this.#heard = new HeardPrices({ board: this.board, prices: this.prices, now: services.now });
    this.#doubtful = new DoubtfulQuotes({
      isDoubtful,
      findInstrument: book.findInstrument,
      quoteOf: (symbol) => this.board.quoteOf(symbol),
    });
  }

  /** Tells a listener of every change from now on. */
  listen(listener: MarketListener): void {
    this.#listeners.push(listener);
  }

  /**
   * Applies messages of a feed: to last prices first, of which the listeners hear, then to quotes and prices by minute. Returns the
   * symbols whose sequence does not match the feed, so that their state is requested again.
   */
  apply(messages: readonly FeedMessage[]): readonly string[] {
    // A price on which nothing is decided is not shown either. Positions must not miss a price because a quote could not be shown.
    const rejected = new Set<FeedMessage>();
    try {
      this.#tellPrices(this.marks.hear(messages, (message) => rejected.add(message)));
    } catch (thrown) {
      this.#onFaultyMessage(thrown);
    }
    const lost = new Set<string>();
    for (const message of messages) {
      const application = this.#show(message, rejected.has(message));
      if (message.kind !== "heartbeat" && (application === "old" || application === "gap"))
        lost.add(message.symbol);
    }
    return [...lost];
  }

  /** Shows quotes that are not doubtful any more, at most `countMax` of them. */
  showConfirmed(countMax: number): void {
    for (const snapshot of this.#doubtful.takeConfirmed(countMax)) this.#heard.apply(snapshot);
  }

  /**
   * Asks the store what has changed, in one statement; tells streams, adopts newer rates, catalog and prices, and hands the rest to
   * the listeners without waiting for them. `onPart` is called for each answer of the store.
   */
  async poll(onPart: () => void = () => {}): Promise<void> {
    const saves = this.marks.beginRead();
    const free = this.#listeners.filter((listener) => !this.#following.has(listener));
    const found = await this.#readChanges(free);
    onPart();
    try {
      const { versions } = found;
      if (await this.book.refresh(onPart, versions)) this.#tell((listener) => listener.onBookChange?.());
      this.#tellPrices(await this.marks.refresh({ versions, saves }));
    } finally {
      for (const listener of free) this.#hand(listener, found);
    }
  }

  /** Resolves when the listeners are done with what polls found; rejects if one of them fails. */
  async settle(): Promise<void> {
    await Promise.all(this.#following.values());
  }

  async #readChanges(listeners: readonly MarketListener[]): Promise<PolledChanges> {
    const { store, now } = this.#services;
    const askedAtMs = now();
    const followed = listeners.flatMap((listener) => listener.followed?.() ?? []);
    const shards = [...new Set(followed.flatMap((each) => each.shards))];
    const earliestMs = Math.min(askedAtMs, ...followed.map((each) => each.sinceMs));
    // A listener that is further behind reads for itself.
    const sinceMs = Math.max(earliestMs, askedAtMs - behindMsMax) - clockDifferenceMsMax;
    const limit = accountsInPart;
    const [keys = noKeys, ...otherKeys] = this.live.followed();
    const { versions, changed, ...heads } = await store.readChanges({ shards, sinceMs, limit, ...keys });
    this.live.note(keys, heads);
    // Beyond the first thousand readers.
    for (const each of otherKeys)
      this.live.note(each, await store.readChanges({ shards: [], sinceMs, limit, ...each }));
    return { askedAtMs, shards, sinceMs, versions, changed, areAll: changed.length < limit };
  }

  #hand(listener: MarketListener, found: PolledChanges): void {
    if (listener.follow === undefined) return;
    const work = listener.follow(found).finally(() => this.#following.delete(listener));
    // `settle` reports it, where it is called.
    work.catch(() => {});
    this.#following.set(listener, work);
  }

  #tellPrices(symbols: Iterable<string>): void {
    this.#tell((listener) => listener.onPriceChange?.(symbols));
  }

  /** Calls every listener, also after one has thrown, because no later poll repeats the change. */
  #tell(act: (listener: MarketListener) => void): void {
    const failures: unknown[] = [];
    for (const listener of this.#listeners) {
      try {
        act(listener);
      } catch (thrown) {
        failures.push(thrown);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  #show(message: FeedMessage, isRejected: boolean): ApplyResult | undefined {
    try {
      const held = this.#doubtful.apply(message, isRejected);
      if (held !== undefined) this.#heard.skip(message);
      const application = held ?? this.#heard.apply(message, isRejected);
      this.counts[application] += 1;
      return application;
    } catch (thrown) {
      this.#onFaultyMessage(thrown);
      return undefined;
    }
  }
}

/** Opens a market, with catalog, rates and last prices loaded. */
export async function openMarket(
  services: Pick<Services, "store" | "now">,
  options: MarketOptions = {},
): Promise<MarketEngine> {
  return new MarketEngine(services, await openBooks(services, options), options);
}

type HeardPricesServices = {
  readonly board: Pick<MarketBoard, "apply" | "quoteOf">;
  readonly prices: Pick<MinutePrices, "add" | "begin" | "completeSinceMs">;
  readonly now: () => number;
};

/** Applies messages to the board in step with the prices by minute, and counts the trades that it shows. What a snapshot replaced is missing. */
export class HeardPrices {
  readonly #services: HeardPricesServices;

  constructor(services: HeardPricesServices) {
    this.#services = services;
  }

  /** Applies a message to the board, without its price if that was rejected. */
  apply(message: FeedMessage, isRejected = false): ApplyResult {
    const { board, prices } = this.#services;
    if (message.kind === "heartbeat") return board.apply(message);
    const isNext = this.#isNext(message);
    const application = board.apply(message, isRejected);
    if (application === "unknown-symbol") return application;
    const isShown = application === "applied" && !isRejected;
    if (!isShown || !isNext) this.skip(message);
    if (isShown && message.kind === "trade")
      prices.add(message.symbol, message.price, message.quantity, message.atMs);
    return application;
  }

  /** Notes that trades are missing. They may be dated later than the message that tells it, but not later than any is taken. */
  skip(message: FeedMessage): void {
    const { prices, now } = this.#services;
    if (message.kind !== "heartbeat") prices.begin(message.symbol, now() + sourceAheadMsMax + 1);
  }

  /** Whether no message is missing before this one. The first of a run, a snapshot and a day may come without those before. */
  #isNext(message: Exclude<FeedMessage, { readonly kind: "heartbeat" }>): boolean {
    const { kind, symbol, seq } = message;
    if (kind === "snapshot" || seq === 1) return false;
    if (kind !== "day") return true;
    const { board, prices } = this.#services;
    return prices.completeSinceMs(symbol) !== undefined && seq === (board.quoteOf(symbol)?.seq ?? 0) + 1;
  }
}

function rethrow(thrown: unknown): never {
  throw thrown;
}
