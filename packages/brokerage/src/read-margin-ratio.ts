import type { Rates } from "@trading-oms/margin";
import {
  calendarDateOf,
  type Holidays,
  type ProductGroup,
  productGroupOf,
  resolveAlias,
} from "@trading-oms/market";
import type { ReferenceBook } from "./reference-book.ts";
import { type Refusal, refuse } from "./refusal.ts";

/** The figures in force for what was asked for, and the group that it belongs to. */
export type MarginRatio = {
  readonly kind: "done";
  readonly asked: string;
  readonly rates: Rates;
  readonly group: ProductGroup;
};

/** Gives the figures of a listed symbol, of the contract that an alias stands for today, or of a product. */
export function readMarginRatio(
  {
    book,
    now,
    holidays,
  }: { readonly book: ReferenceBook; readonly now: () => number; readonly holidays: () => Holidays },
  asked: string,
): MarginRatio | Refusal {
  const instrument = book.findInstrument(asked) ?? findByAlias();
  if (instrument !== undefined) {
    return {
      kind: "done",
      asked,
      rates: book.ratesOf(instrument),
      group: productGroupOf(instrument.exchange),
    };
  }
  const product = book.findProduct(asked);
  if (product === undefined) return refuse("no-such-instrument", `The symbol ${asked} is not listed.`);
  return { kind: "done", asked, ...product };

  function findByAlias() {
    const symbol = resolveAlias(asked, calendarDateOf(now()), holidays());
    return symbol === undefined ? undefined : book.findInstrument(symbol);
  }
}
