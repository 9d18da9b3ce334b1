import {
  type AccountFigures,
  figuresOfAccount,
  figuresOfPosition,
  type PositionFigures,
  type Rates,
} from "@trading-oms/margin";
import { unitVndOf } from "@trading-oms/market";
import { findInstrument } from "./find-instrument.ts";
import type { AccountRecord, PositionRecord } from "./ports/index.ts";
import { readEffectiveRates } from "./read-effective-rates.ts";
import type { Services } from "./services.ts";

/** A position with all that is known of it at its mark. */
export type ValuedPosition = {
  readonly position: PositionRecord;
  readonly rates: Rates;
  /** What one unit is marked at. */
  readonly unitVnd: bigint;
  readonly figures: PositionFigures;
};

/** An account with its figures, each position at its own mark. */
export type ValuedAccount = {
  readonly figures: AccountFigures;
  readonly positions: readonly ValuedPosition[];
};

const neverCalled: Rates = { marginRatio: 1_000_000n, marginCallRate: 0n, forceCloseRate: 0n };

/** Values an account by the marks and rates of now. */
export async function valueAccount(
  services: Pick<Services, "store">,
  { equityVnd }: Pick<AccountRecord, "equityVnd">,
  positions: readonly PositionRecord[],
): Promise<ValuedAccount> {
  const valued = await Promise.all(positions.map((position) => valuePosition(services, position)));
  return { figures: figuresOfAccount(equityVnd, valued), positions: valued };
}

/** A position is marked at the reference price, and where there is none at what was paid. */
async function valuePosition(
  services: Pick<Services, "store">,
  position: PositionRecord,
): Promise<ValuedPosition> {
  const instrument = await findInstrument(services, position.symbol);
  const rates = instrument === undefined ? neverCalled : await readEffectiveRates(services, instrument);
  const unitVnd =
    instrument?.referencePrice === undefined
      ? averageVndOf(position)
      : unitVndOf(instrument, instrument.referencePrice);
  return { position, rates, unitVnd, figures: figuresOfPosition(position, rates, unitVnd) };
}

/** A mark is above 0, even where the average is less than one VND. */
function averageVndOf({ entryVnd, quantity }: PositionRecord): bigint {
  const averageVnd = entryVnd / (quantity < 0n ? -quantity : quantity);
  return averageVnd > 0n ? averageVnd : 1n;
}
