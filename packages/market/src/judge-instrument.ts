import { type Exchange, typesTraded } from "./exchange.ts";
import type { Instrument, InstrumentRecord } from "./instrument.ts";
import { judgeDerivative } from "./judge-derivative.ts";
import { judgeTexts } from "./judge-texts.ts";
import { lotOf, quantityMaxOf } from "./lot-of.ts";
import { isOnStep, priceStepOf } from "./price-step-of.ts";
import { renderPrice } from "./render-price.ts";

/** Whether a row of a catalog is an instrument; where not, a sentence a fault that names the field and its mend. */
export type InstrumentJudgement =
  | { readonly kind: "accepted"; readonly instrument: Instrument }
  | { readonly kind: "refused"; readonly faults: readonly string[] };

/** What every store can keep exactly. */
const integerMax = 9_007_199_254_740_991n;

/** Judges a row of a catalog by the rules of its exchange, and names all its faults at once. */
export function judgeInstrument(record: InstrumentRecord): InstrumentJudgement {
  const listingFaults = judgeListing(record);
  const faults = [...judgeTexts(record), ...listingFaults];
  // The other rules are those of an exchange, and say nothing of a row without one.
  if (isListed(record) && listingFaults.length === 0) {
    faults.push(...judgePrice(record), ...judgeQuantities(record), ...judgeDerivative(record));
    if (faults.length === 0) return { kind: "accepted", instrument: record };
  }
  return { kind: "refused", faults };
}

function isListed(record: InstrumentRecord): record is Instrument {
  return judgeListing(record).length === 0;
}

function judgeListing({ exchange, type }: InstrumentRecord): string[] {
  if (!isExchange(exchange)) {
    return [`exchange is "${exchange}": write ${Object.keys(typesTraded).join(", ")}.`];
  }
  const types: readonly string[] = typesTraded[exchange];
  return types.includes(type) ? [] : [`type is "${type}": on ${exchange} write ${types.join(", ")}.`];
}

function isExchange(exchange: string): exchange is Exchange {
  return Object.hasOwn(typesTraded, exchange);
}

function judgePrice(instrument: Instrument): string[] {
  const { referencePrice } = instrument;
  if (referencePrice <= 0n || referencePrice > integerMax) {
    return [`referencePrice is out of range: write a price above 0, up to ${renderPrice(integerMax)}.`];
  }
  if (isOnStep(instrument, referencePrice)) return [];
  const step = priceStepOf(instrument, referencePrice);
  const below = referencePrice - (referencePrice % step);
  const nearest = below === 0n ? renderPrice(step) : `${renderPrice(below)} or ${renderPrice(below + step)}`;
  return [
    `referencePrice ${renderPrice(referencePrice)} is off its step of ${renderPrice(step)}: write ${nearest}.`,
  ];
}

function judgeQuantities({ exchange, lot, minQuantity, maxQuantity }: Instrument): string[] {
  const faults: string[] = [];
  const lotOfExchange = lotOf(exchange);
  const quantityMax = quantityMaxOf(exchange) ?? integerMax;
  if (lot !== lotOfExchange) faults.push(`lot is ${lot}: on ${exchange} write ${lotOfExchange}.`);
  if (minQuantity < 1n) faults.push(`minQuantity is ${minQuantity}: write 1 or more.`);
  if (maxQuantity > quantityMax) {
    faults.push(`maxQuantity is ${maxQuantity}: on ${exchange} write ${quantityMax} or less.`);
  }
  if (maxQuantity < minQuantity) {
    faults.push(`maxQuantity ${maxQuantity} is below minQuantity ${minQuantity}: write as much or more.`);
  }
  return faults;
}
