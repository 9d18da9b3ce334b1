import { openPosition } from "@trading-oms/margin";
import type { Price } from "@trading-oms/market";
import { amountVndMax } from "./amount-vnd-max.ts";
import { type ChangedPosition, changePosition, type PositionKey, readUnit } from "./change-position.ts";
import type { PositionRecord } from "./ports/index.ts";
import { readEffectiveRates } from "./read-effective-rates.ts";
import { type Refusal, refuse } from "./refusal.ts";
import type { Services } from "./services.ts";

/**
 * Sets a position to a quantity that was entered at a price, in the place of what was there. What is covered stays, as
 * long as it points the same way; to turn a position round is to close it and to open another.
 */
export async function setPosition(
  services: Services,
  key: PositionKey,
  entry: { readonly quantity: bigint; readonly price: Price },
): Promise<ChangedPosition | Refusal> {
  return changePosition(services, key, async (instrument, state, atMs) => {
    const before = state.positions.find(({ symbol }) => symbol === key.symbol);
    if (entry.quantity === 0n)
      return refuse("quantity-not-valid", "A position has a quantity; to end it, close it.");
    if (before !== undefined && before.quantity > 0n !== entry.quantity > 0n) {
      return refuse(
        "opposite-position",
        `The position in ${key.symbol} points the other way; close it first.`,
      );
    }
    const unit = readUnit(instrument, entry.price);
    if (typeof unit !== "bigint") return unit;
    const size = entry.quantity < 0n ? -entry.quantity : entry.quantity;
    if (size * unit > amountVndMax)
      return refuse("quantity-not-valid", "The position is worth more than can be held.");
    const rates = await readEffectiveRates(services, instrument);
    const position: PositionRecord = {
      symbol: key.symbol,
      ...openPosition(entry.quantity, size * unit, rates),
      coveredVnd: before?.coveredVnd ?? 0n,
      isClosing: before?.isClosing ?? false,
      openedAtMs: before?.openedAtMs ?? atMs,
      changedAtMs: atMs,
      judged: before?.judged,
    };
    return { positions: [position], result: { position, realizedVnd: 0n } };
  });
}
