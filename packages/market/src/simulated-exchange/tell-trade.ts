import type { TradeSide } from "../quotes/messages.ts";
import { type SimulatedSymbol, tellOf } from "./simulated-symbol.ts";

/** What was traded at which rung, and who came to whom. */
type RungTrade = { readonly rung: number; readonly quantity: number; readonly side: TradeSide };

/** Tells of a trade, which makes the last price; with a future it opens contracts, closes some, or hands them on. */
export function tellTrade(symbol: SimulatedSymbol, atMs: number, { rung, quantity, side }: RungTrade): void {
  const price = symbol.prices[rung];
  if (price === undefined) throw new RangeError(`There is no rung ${rung} among ${symbol.prices.length}.`);
  symbol.lastPrice = price;
  tellOf(symbol, atMs, { kind: "trade", price, quantity, side });
  if (symbol.instrument.type === "future") {
    const change = (symbol.random.below(3) - 1) * quantity;
    symbol.openInterest = Math.max(0, symbol.openInterest + change);
  }
}
