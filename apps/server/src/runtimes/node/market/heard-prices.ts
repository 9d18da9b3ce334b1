/** Keeps the prices by minute in step with the quotes that are shown. */
import type { MarketBoard } from "@trading-oms/brokerage";
import type { FeedMessage } from "@trading-oms/brokerage/ports";
import type { ApplyResult, MinutePrices } from "@trading-oms/market";

/** How far ahead the clock of a trade's source may be. A later minute would stay the newest one for too long. */
const aheadMsMax = 1_000;

type HeardPricesServices = {
  readonly board: Pick<MarketBoard, "apply" | "quoteOf">;
  readonly prices: Pick<MinutePrices, "add" | "begin" | "completeSinceMs">;
  readonly now: () => number;
};

/** Applies messages to the board, and counts the trades that it shows. What a snapshot replaced is missing. */
export class HeardPrices {
  readonly #services: HeardPricesServices;
  /** No trade up to this time is ahead, so that the clock is read about once a second. */
  #notAheadMs = 0;

  constructor(services: HeardPricesServices) {
    this.#services = services;
  }

  /** Applies a message to the board. */
  apply(message: FeedMessage): ApplyResult {
    const { board, prices } = this.#services;
    const isGap = message.kind === "snapshot" || (message.kind === "day" && !this.#isNext(message));
    const application = board.apply(message);
    if (application !== "applied") return application;
    if (isGap) this.skip(message);
    else if (message.kind === "trade") {
      if (this.#isAhead(message.atMs)) this.skip(message);
      else prices.add(message.symbol, message.price, message.quantity, message.atMs);
    }
    return application;
  }

  /** Leaves out a message that is not shown yet: a snapshot will replace it. */
  skip(message: FeedMessage): void {
    const { prices, now } = this.#services;
    if (message.kind !== "heartbeat") prices.begin(message.symbol, Math.min(message.atMs, now()));
  }

  #isAhead(atMs: number): boolean {
    if (atMs <= this.#notAheadMs) return false;
    this.#notAheadMs = this.#services.now() + aheadMsMax;
    return atMs > this.#notAheadMs;
  }

  /** A day may come without the messages before it. */
  #isNext({ symbol, seq }: Extract<FeedMessage, { readonly kind: "day" }>): boolean {
    const { board, prices } = this.#services;
    return prices.completeSinceMs(symbol) !== undefined && seq === (board.quoteOf(symbol)?.seq ?? 0) + 1;
  }
}
