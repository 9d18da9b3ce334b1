import { onePrice } from "@trading-oms/market";
import type { PositionSnapshot } from "./notification-data.ts";
import type { ValuedPosition } from "./value-account.ts";

/** Takes down a position as it is at its mark, for its owner to be told. */
export function snapshotPosition({
  position,
  instrument,
  rates,
  mark,
  figures,
}: ValuedPosition): PositionSnapshot {
  const size = position.quantity < 0n ? -position.quantity : position.quantity;
  const pointVnd = instrument?.contractSize ?? 1n;
  return {
    symbol: position.symbol,
    quantity: position.quantity,
    averagePrice: (position.entryVnd * onePrice) / (size * pointVnd),
    markPrice: mark.price ?? (mark.unitVnd * onePrice) / pointVnd,
    markAtMs: mark.atMs,
    marketVnd: figures.marketVnd,
    unrealizedVnd: figures.unrealizedVnd,
    coveredVnd: position.coveredVnd,
    dealRatio: figures.dealRatio,
    neededVnd: figures.neededVnd,
    ...rates,
  };
}
