import type { RungQuantity } from "./create-order-book.ts";
import { isAuction } from "./is-auction.ts";
import { type SimulatedSymbol, tellOf } from "./simulated-symbol.ts";

/** Tells the best levels if others were told last; as long as an auction gathers orders, nobody sees them. */
export function showDepth(symbol: SimulatedSymbol, atMs: number): void {
  const { book, world, session, prices } = symbol;
  const countMax = isAuction(session) ? 0 : world.levelsMax;
  const bids = book.bestRungs("buy", countMax);
  const asks = book.bestRungs("sell", countMax);
  const depth = [bids.length];
  for (const { rung, quantity } of bids) depth.push(rung, quantity);
  for (const { rung, quantity } of asks) depth.push(rung, quantity);
  const { depthTold } = symbol;
  const isTold = depth.length === depthTold.length && depth.every((part, index) => part === depthTold[index]);
  if (isTold || (depthTold.length === 0 && depth.length === 1)) return;
  symbol.depthTold = depth;
  const levelOf = ({ rung, quantity }: RungQuantity) => ({ price: prices[rung] ?? 0n, quantity });
  tellOf(symbol, atMs, { kind: "depth", bids: bids.map(levelOf), asks: asks.map(levelOf) });
}
