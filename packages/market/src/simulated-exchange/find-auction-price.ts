import type { OrderBook, RungQuantity } from "./create-order-book.ts";

/** The one price of an auction, and how much is traded at it. */
export type AuctionPrice = { readonly rung: number; readonly quantity: number };

/**
 * Finds the price at which most is traded; of several the one that leaves least unmatched, then the one nearest to
 * the last price, then the higher. Where no buyer meets a seller there is none.
 */
export function findAuctionPrice(book: OrderBook, rungBefore: number): AuctionPrice | undefined {
  const bids = book.bestRungs("buy", Number.POSITIVE_INFINITY);
  const asks = book.bestRungs("sell", Number.POSITIVE_INFINITY);
  const [highest = -1, lowest = 0] = [bids[0]?.rung, asks[0]?.rung];
  let found: Candidate | undefined;
  // From the top, so that the higher of two equally good prices is the one that is kept.
  for (let rung = highest; rung >= lowest && asks.length > 0; rung -= 1) {
    const demand = sumOf(bids.filter((bid) => bid.rung >= rung));
    const supply = sumOf(asks.filter((ask) => ask.rung <= rung));
    const candidate = { rung, quantity: Math.min(demand, supply), unmatched: Math.abs(demand - supply) };
    if (found === undefined || isBetter(candidate, found, rungBefore)) found = candidate;
  }
  return found && { rung: found.rung, quantity: found.quantity };
}

type Candidate = AuctionPrice & { readonly unmatched: number };

function isBetter(candidate: Candidate, other: Candidate, rungBefore: number): boolean {
  if (candidate.quantity !== other.quantity) return candidate.quantity > other.quantity;
  if (candidate.unmatched !== other.unmatched) return candidate.unmatched < other.unmatched;
  return Math.abs(candidate.rung - rungBefore) < Math.abs(other.rung - rungBefore);
}

function sumOf(rungs: readonly RungQuantity[]): number {
  return rungs.reduce((sum, { quantity }) => sum + quantity, 0);
}
