import { readQuote } from "@trading-oms/market";
import type { MarketDesk } from "./market-desk.ts";
import type { QuoteRecord } from "./ports/index.ts";
import type { Services } from "./services.ts";
import { isSignedPlayed } from "./sign-played.ts";

/** Is told of a quote in the store that can't be read. */
export type TellFaulty = (symbol: string, faults: readonly string[]) => void;

/** Takes over quotes that the store has; one that a feed has told this process since is newer than any of them. */
export class QuoteReader {
  readonly #store: Pick<Services["store"], "readQuotes">;
  readonly #desk: Pick<MarketDesk, "restore">;
  readonly #tellFaulty: TellFaulty | undefined;
  readonly #takesPlayed: boolean;
  readonly #readAt = new Map<string, number>();
  #faultyCount = 0;

  /**
   * The first quote that can't be read is told of, and the others are counted. Quotes that were only played are passed
   * over, unless it is said that they are taken.
   */
  constructor(
    store: Pick<Services["store"], "readQuotes">,
    desk: Pick<MarketDesk, "restore">,
    tellFaulty?: TellFaulty,
    takesPlayed = false,
  ) {
    this.#store = store;
    this.#desk = desk;
    this.#tellFaulty = tellFaulty;
    this.#takesPlayed = takesPlayed;
  }

  /** How many quotes in the store could not be read, and were passed over. */
  faultyCount(): number {
    return this.#faultyCount;
  }

  take({ symbol, seq, atMs, snapshot }: QuoteRecord): void {
    if (!this.#takesPlayed && isSignedPlayed(snapshot)) return;
    const reading = readQuote(snapshot);
    if (reading.kind === "quote") {
      this.#desk.restore({ kind: "snapshot", symbol, seq, atMs, quote: reading.quote });
      return;
    }
    if (this.#faultyCount === 0) this.#tellFaulty?.(symbol, reading.faults);
    this.#faultyCount += 1;
  }

  /**
   * Takes over the quotes of these symbols alone; gives undefined where they are as the store's counter says already.
   * Nobody waits for what another has begun.
   */
  refreshOf(symbols: readonly string[], version: number): Promise<void> | undefined {
    const stale = version === 0 ? [] : symbols.filter((symbol) => this.#readAt.get(symbol) !== version);
    return stale.length === 0 ? undefined : this.#refresh(stale, version);
  }

  async #refresh(symbols: readonly string[], version: number): Promise<void> {
    for (const record of await this.#store.readQuotes(symbols)) this.take(record);
    for (const symbol of symbols) this.#readAt.set(symbol, version);
  }
}
