/** Prices of positions that are so far from the market that they ask to be confirmed. */
import { bandOf, type Instrument, type Price, unitVndOf } from "@trading-oms/market";
import { priceIn } from "../refusal-texts.ts";
import { type Refusal, refuse } from "../services.ts";

/** The largest usual distance to another price is its tenth. */
const usualPart = 10n;
/** An entry is an average of years, so it is unusual only beyond this many times the reference price, or below that part of it. */
const usualFactor = 3n;

export type Confirmation = { readonly isConfirmed?: boolean | undefined };

/** Whether a price is at most a tenth away from another. */
export function isNear(price: Price, other: Price): boolean {
  const distance = price > other ? price - other : other - price;
  return distance * usualPart <= other;
}

/** Whether a price lies within the band of the day. */
export function isInBand(instrument: Instrument, price: Price): boolean {
  const { floor, ceiling } = bandOf(instrument, instrument.referencePrice);
  return price >= floor && price <= ceiling;
}

/** Refuses a closing price more than a tenth off the reference price or outside the band of the day, unless it is confirmed. */
export function checkClosingPrice(
  instrument: Instrument,
  price: Price,
  { isConfirmed }: Confirmation,
): Refusal | undefined {
  const reference = instrument.referencePrice;
  const isUsual = isNear(price, reference) && isInBand(instrument, price);
  if (isUsual || isConfirmed === true) return undefined;
  const { floor, ceiling } = bandOf(instrument, reference);
  const [written, from, of, to] = [price, floor, reference, ceiling].map((each) => priceIn("en", each));
  return refuse(
    "price_unusual",
    `${written} lies outside the band of ${instrument.symbol}, ${from} to ${to}, or is more than a tenth off its reference price, ${of}; confirm it if it is meant.`,
  );
}

/** Refuses an entry more than three times off the reference price either way, unless it is confirmed. */
export function checkEntry(
  instrument: Instrument,
  { quantity, entryVnd }: { readonly quantity: bigint; readonly entryVnd: bigint },
  { isConfirmed }: Confirmation,
): Refusal | undefined {
  const reference = instrument.referencePrice;
  const usualVnd = (quantity < 0n ? -quantity : quantity) * unitVndOf(instrument, reference);
  const isUsual = entryVnd <= usualVnd * usualFactor && entryVnd * usualFactor >= usualVnd;
  if (isUsual || isConfirmed === true) return undefined;
  return refuse(
    "price_unusual",
    `The entry is more than three times off the reference price of ${instrument.symbol}, ${priceIn("en", reference)}; confirm it if it is meant.`,
  );
}
