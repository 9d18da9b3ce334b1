/** What all streams of a process share: quotes, the state of the market, hints of changes, and what they may cost. */
import type { LiveChanges } from "@trading-oms/brokerage";
import { formatEvent } from "../../../http/format-event.ts";
import { renderMarket } from "../../wire/market.ts";
import { LiveQuotes, type LiveQuotesServices } from "./live-quotes.ts";
import { type StreamLimits, StreamPlaces } from "./stream-places.ts";

/** A stream that waits until it is woken. */
export type Sleeper = {
  /** Whether it has something to send, or to do, by now. */
  readonly isDue: (nowMs: number) => boolean;
  readonly wake: () => void;
};

type HubServices = LiveQuotesServices &
  Parameters<typeof renderMarket>[0] & {
    readonly changes: LiveChanges;
    readonly yieldToEventLoop?: (() => Promise<void>) | undefined;
  };

/** How often the state of the market is looked at, in turns. */
const turnsOfMarket = 10;

/**
 * Bytes of quotes in a turn, of all streams together: 40 MB a second. What is left waits for the next turns, so that quotes come less
 * often to each reader, and requests in between find the event loop free.
 */
const quoteBytesInTurn = 4_000_000;

export class LiveHub {
  readonly quotes: LiveQuotes;
  readonly changes: LiveChanges;
  marketVersion = 0;
  readonly places: StreamPlaces;
  readonly #services: HubServices;
  /** Those that took quotes longest ago come first. */
  readonly #sleepers = new Set<Sleeper>();
  #market: object = {};
  #turn = 0;
  #quoteBytesLeft = quoteBytesInTurn;
  #replayed = Promise.resolve();

  constructor(services: HubServices, limits: StreamLimits) {
    this.#services = services;
    this.places = new StreamPlaces(limits);
    this.quotes = new LiveQuotes(services);
    this.changes = services.changes;
    this.#refreshMarket();
  }

  /** Lets a stream sleep until it is due. Returns how to leave. */
  join(sleeper: Sleeper): () => void {
    // It is not refreshed while there are no streams.
    if (this.#sleepers.size === 0) this.#refreshMarket();
    this.#sleepers.add(sleeper);
    return () => this.#sleepers.delete(sleeper);
  }

  /** Takes the news of the moment, and wakes who is due. Its owner calls it several times a second. */
  turn(): void {
    if (this.#sleepers.size === 0) return;
    this.#quoteBytesLeft = quoteBytesInTurn;
    this.quotes.refresh();
    this.#turn += 1;
    if (this.#turn % turnsOfMarket === 0) this.#refreshMarket();
    const nowMs = this.#services.now();
    for (const sleeper of this.#sleepers) if (sleeper.isDue(nowMs)) sleeper.wake();
  }

  hasQuoteBytesLeft(): boolean {
    return this.#quoteBytesLeft > 0;
  }

  /** Counts the quotes that a stream took; it is the last to take some in the next turn. */
  countQuoteBytes(sleeper: Sleeper, byteCount: number): void {
    this.#quoteBytesLeft -= byteCount;
    if (this.#sleepers.delete(sleeper)) this.#sleepers.add(sleeper);
  }

  /**
   * Waits for the next page of a history. Each turn of the event loop has one page, whichever stream it is of, because a store may answer
   * synchronously: histories would leave no time for requests.
   */
  awaitReplay(): Promise<void> {
    this.#replayed = this.#replayed.then(this.#services.yieldToEventLoop);
    return this.#replayed;
  }

  formatMarket(): string {
    return formatEvent({ event: "market", data: { time: this.#services.now(), ...this.#market } });
  }

  #refreshMarket(): void {
    const { time: _, ...state } = renderMarket(this.#services);
    if (JSON.stringify(state) === JSON.stringify(this.#market)) return;
    this.#market = state;
    this.marketVersion += 1;
  }
}
