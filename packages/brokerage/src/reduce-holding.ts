import { reducePosition } from "@trading-oms/margin";
import type { Price } from "@trading-oms/market";
import {
  type ChangedPosition,
  changePosition,
  type PositionKey,
  readUnit,
  refuseAbsent,
} from "./change-position.ts";
import type { PositionRecord } from "./ports/index.ts";
import { type Refusal, refuse } from "./refusal.ts";
import type { Services } from "./services.ts";

/** Takes a part out of a position at a price; what is covered stays. */
export async function reduceHolding(
  services: Services,
  key: PositionKey,
  part: { readonly quantity: bigint; readonly price: Price },
): Promise<ChangedPosition | Refusal> {
  return changePosition(services, key, async (instrument, state, atMs) => {
    const before = state.positions.find(({ symbol }) => symbol === key.symbol);
    if (before === undefined) return refuseAbsent(key);
    const size = before.quantity < 0n ? -before.quantity : before.quantity;
    if (part.quantity <= 0n || part.quantity >= size) {
      return refuse(
        "quantity-not-valid",
        `A part of ${size} is 1 to ${size - 1n}; to take all of it, close it.`,
      );
    }
    const unit = readUnit(instrument, part.price);
    if (typeof unit !== "bigint") return unit;
    const { position: rest, realizedVnd } = reducePosition(before, part.quantity, unit);
    const position: PositionRecord = { ...before, ...rest, changedAtMs: atMs };
    const equityVnd = state.account.equityVnd + realizedVnd;
    return { equityVnd, positions: [position], result: { position, realizedVnd } };
  });
}
