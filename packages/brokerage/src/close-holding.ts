import { closePosition } from "@trading-oms/margin";
import type { Price } from "@trading-oms/market";
import {
  type ChangedPosition,
  changePosition,
  type PositionKey,
  readUnit,
  refuseAbsent,
  withEquity,
} from "./change-position.ts";
import type { PositionRecord } from "./ports/index.ts";
import type { Refusal } from "./refusal.ts";
import type { Services } from "./services.ts";

/** Closes a position at a price; without one it is only marked as closing, and changes no more. */
export async function closeHolding(
  services: Services,
  key: PositionKey,
  price: Price | undefined,
): Promise<ChangedPosition | Refusal> {
  return changePosition(services, key, async (instrument, state, atMs) => {
    const before = state.positions.find(({ symbol }) => symbol === key.symbol);
    if (before === undefined) return refuseAbsent(key);
    if (price === undefined) {
      const position: PositionRecord = { ...before, isClosing: true, changedAtMs: atMs };
      return { positions: [position], result: { position, realizedVnd: 0n } };
    }
    const unit = readUnit(instrument, price);
    if (typeof unit !== "bigint") return unit;
    const { realizedVnd } = closePosition(before, unit);
    const result = { position: undefined, realizedVnd };
    return withEquity(state, realizedVnd, { closedSymbols: [key.symbol], result });
  });
}
