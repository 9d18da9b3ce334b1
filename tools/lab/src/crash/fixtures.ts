/** The stocks of the crash test, and how their positions are changed. */
import { setRates } from "@trading-oms/brokerage";
import type { Store } from "@trading-oms/brokerage/ports";
import { listRecords, makeRecord, makeServices, need } from "../harness/accounts.ts";
import type { Market, PositionState, Step } from "../model/position.ts";

/** Prices are stored in thousandths. */
export const onePrice = 1_000n;

/** A stock, and how a writer changes its position. */
export type CrashStock = {
  readonly symbol: string;
  readonly market: Market | undefined;
  readonly draw: (before: PositionState, random: () => number) => Step;
};

/** The stock of positions that are set, reduced and closed. It has no rates, so nothing is called. */
export const heldStock: CrashStock = { symbol: "CRASH", market: undefined, draw: drawHolding };

/**
 * The stock of covered positions: bought at 30 and marked at 20, so that each opening sends a margin call and a force
 * close, and 3,000,000 VND are needed.
 */
export const coveredStock = {
  symbol: "COVER",
  market: {
    rates: { marginRatio: 500_000n, marginCallRate: 400_000n, forceCloseRate: 300_000n },
    markVnd: 20n,
  },
  draw: drawCover,
} as const satisfies CrashStock;

export const stocks: readonly CrashStock[] = [heldStock, coveredStock];

/** Lists both stocks. */
export async function listCrashFixtures(store: Store): Promise<void> {
  const services = makeServices(store);
  const { symbol, market } = coveredStock;
  const records = stocks.map((each) =>
    makeRecord(each.symbol, { referencePrice: market.markVnd * onePrice }),
  );
  await listRecords(services, records);
  need(await setRates(services, { level: "symbol", name: symbol, rates: market.rates }));
}

const unitsVnd = [10n, 20n, 30n];
const quantityMax = 50;

/** Sets, reduces or closes a position. A whole one is set at one price, so that the cost of each part is a whole number. */
export function drawHolding({ quantity }: PositionState, random: () => number): Step {
  const unitVnd = unitsVnd[random() % unitsVnd.length] ?? 10n;
  const choice = random() % 4;
  if (quantity < 2n || choice === 0) {
    const wanted = BigInt(2 + (random() % quantityMax));
    // Always another quantity, so that the change is visible.
    return { kind: "set", quantity: wanted === quantity ? wanted + 1n : wanted, unitVnd };
  }
  if (choice === 1) return { kind: "close", unitVnd };
  return { kind: "reduce", quantity: 1n + (BigInt(random()) % (quantity - 1n)), unitVnd };
}

const bought = { kind: "set", quantity: 1_000_000n, unitVnd: 30n } as const;

/** Most amounts are at least the needed one. A lower amount is accepted as a raise and refused as a release. */
const amountVndMin = 2_000_000n;
const stepVnd = 1_000n;
const stepCount = 10_000;

/** Opens a closed position, and covers an open one, or closes it at its entry price, so that nothing is realised. */
function drawCover({ quantity }: PositionState, random: () => number): Step {
  if (quantity === 0n) return bought;
  if (random() % 16 === 0) return { kind: "close", unitVnd: bought.unitVnd };
  return { kind: "cover", amountVnd: amountVndMin + BigInt(random() % stepCount) * stepVnd };
}
