/** What all streams of a process share: quotes, the state of the market, hints of changes, and how many streams there may be. */
import { LiveChanges } from "@trading-oms/brokerage";
import type { Store } from "@trading-oms/brokerage/ports";
import { formatEvent } from "../../../http/format-event.ts";
import { widenNetwork } from "../../../http/rate-limits.ts";
import { LiveQuotes, type LiveQuotesServices } from "./live-quotes.ts";

/** How many streams may be open; undefined for any number. */
export type StreamLimits = {
  readonly userStreamsMax: number | undefined;
  readonly addressStreamsMax: number | undefined;
};

/** A stream that waits until it is woken. */
export type Sleeper = {
  /** Whether it has something to send, or to do, by now. */
  readonly isDue: (nowMs: number) => boolean;
  readonly wake: () => void;
};

type HubServices = LiveQuotesServices & {
  readonly store: Store;
  /** The state of the market now. */
  readonly renderMarket: () => { readonly time: number };
};

/** How often the state of the market is looked at, in turns. */
const turnsOfMarket = 10;

export class LiveHub {
  readonly quotes: LiveQuotes;
  readonly changes: LiveChanges;
  /** How often the state of the market has changed. */
  marketVersion = 0;
  readonly #services: HubServices;
  readonly #limits: StreamLimits;
  readonly #sleepers = new Set<Sleeper>();
  readonly #counts = new Map<string, number>();
  #market: object = {};
  #turn = 0;

  constructor(services: HubServices, limits: StreamLimits) {
    this.#services = services;
    this.#limits = limits;
    this.quotes = new LiveQuotes(services);
    this.changes = new LiveChanges(services.store);
    this.#refreshMarket();
  }

  /**
   * Counts a stream of a user or, without one, of an address and the wider networks that it belongs to, so that readers without a
   * token never lock out users behind the same address. Returns how to end it, or who has too many.
   */
  admit(
    userId: string | undefined,
    address: string,
  ): (() => void) | { readonly who: "user" | "address"; readonly limit: number } {
    const { userStreamsMax, addressStreamsMax } = this.#limits;
    const who = userId === undefined ? "address" : "user";
    const limit = userId === undefined ? addressStreamsMax : userStreamsMax;
    if (limit === undefined) return () => {};
    const groups = userId === undefined ? widenNetwork(address) : [];
    const places = [
      { name: `${who} ${userId ?? address}`, count: limit },
      ...groups.map(({ name, limitCount }) => ({ name: `${who} ${name}`, count: limit * limitCount })),
    ];
    for (const { name, count } of places) {
      if ((this.#counts.get(name) ?? 0) >= count) return { who, limit: count };
    }
    for (const { name } of places) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    return () => {
      for (const { name } of places) {
        const count = (this.#counts.get(name) ?? 0) - 1;
        if (count > 0) this.#counts.set(name, count);
        else this.#counts.delete(name);
      }
    };
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
    this.quotes.refresh();
    this.#turn += 1;
    if (this.#turn % turnsOfMarket === 0) this.#refreshMarket();
    const nowMs = this.#services.now();
    for (const sleeper of this.#sleepers) if (sleeper.isDue(nowMs)) sleeper.wake();
  }

  /** The event with the state of the market, as of now. */
  formatMarket(): string {
    return formatEvent({ event: "market", data: { time: this.#services.now(), ...this.#market } });
  }

  #refreshMarket(): void {
    const { time: _, ...state } = this.#services.renderMarket();
    if (JSON.stringify(state) === JSON.stringify(this.#market)) return;
    this.#market = state;
    this.marketVersion += 1;
  }
}
