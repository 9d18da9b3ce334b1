/** Finds what a symbol or an alias stands for today. */
import type { ReferenceBook } from "@trading-oms/brokerage";
import { calendarDateOf, resolveAlias } from "@trading-oms/market";

/** The listed symbol that was asked for, or the contract of an alias; undefined if there is none. */
export function contractOf(
  {
    book,
    now,
  }: { readonly book: Pick<ReferenceBook, "findInstrument" | "holidays">; readonly now: () => number },
  asked: string,
): string | undefined {
  if (book.findInstrument(asked) !== undefined) return asked;
  const contract = resolveAlias(asked, calendarDateOf(now()), book.holidays());
  return contract !== undefined && book.findInstrument(contract) !== undefined ? contract : undefined;
}
