/** Keeps the prices by minute in step with the quotes that are shown. */
import type { ApplyResult, MinutePrices } from "@trading-oms/market";
import type { MarketBoard } from "../market-board.ts";
import type { FeedMessage } from "../ports/index.ts";

/** How far ahead of this clock a trade may be dated. Later ones are rejected. */
const aheadMsMax = 1_000;

type HeardPricesServices = {
  readonly board: Pick<MarketBoard, "apply" | "quoteOf">;
  readonly prices: Pick<MinutePrices, "add" | "begin" | "completeSinceMs">;
  readonly now: () => number;
};

/** Applies messages to the board, and counts the trades that it shows. What a snapshot replaced is missing. */
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
    if (message.kind !== "heartbeat") prices.begin(message.symbol, now() + aheadMsMax + 1);
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
