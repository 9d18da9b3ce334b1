import { openPosition } from "@trading-oms/margin";
import { onePrice, type Price, renderPrice } from "@trading-oms/market";
import { type ChangedPosition, changePosition, type PositionKey } from "./change-position.ts";
import type { PositionRecord } from "./ports/index.ts";
import { readEffectiveRates } from "./read-effective-rates.ts";
import { type Refusal, refuse } from "./refusal.ts";
import type { Services } from "./services.ts";

/**
 * Sets a position to a quantity that was entered at a price, in the place of what was there. The price may be an average,
 * off the price steps. What is covered stays, as long as it points the same way; to turn a position round is to close it
 * and to open another.
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
    if (entry.price <= 0n) return refuse("price-not-valid", "A price is above 0.");
    const size = entry.quantity < 0n ? -entry.quantity : entry.quantity;
    const entryThousandths = size * entry.price * (instrument.contractSize ?? 1n);
    if (entryThousandths % onePrice !== 0n) {
      const entryValue = renderPrice(entryThousandths);
      return refuse(
        "price-not-valid",
        `The entry value of ${entryValue} VND is not whole; give a price at which it is.`,
      );
    }
    const rates = await readEffectiveRates(services, instrument);
    const position: PositionRecord = {
      symbol: key.symbol,
      ...openPosition(entry.quantity, entryThousandths / onePrice, rates),
      coveredVnd: before?.coveredVnd ?? 0n,
      isClosing: before?.isClosing ?? false,
      openedAtMs: before?.openedAtMs ?? atMs,
      changedAtMs: atMs,
      judged: before?.judged,
    };
    return { positions: [position], result: { position, realizedVnd: 0n } };
  });
}
