import { type CalendarDate, calendarDateOf } from "../calendar-date.ts";
import type { Instrument } from "../instrument.ts";
import type { Price } from "../price.ts";
import type { SimulatedExchangeSettings } from "./simulated-exchange-settings.ts";
import type { SimulatedSymbol } from "./simulated-symbol.ts";

/** An index whose shares weigh the same at the start. */
export type SimulatedIndex = { readonly constituents: ReadonlySet<string>; readonly level: () => Price };

const constituentsMax = 30;
const onePart = 1_000_000n;

/**
 * Makes the indices on which the futures of a simulation stand. An index starts where the listed contract that ends
 * first stands; without a share it is none, and its futures go their own ways.
 */
export function indicesOf(
  { instruments, constituents, referencePrices, startMs }: SimulatedExchangeSettings,
  symbolOf: (symbol: string) => SimulatedSymbol | undefined,
): ReadonlyMap<string, SimulatedIndex> {
  const indices = new Map<string, SimulatedIndex>();
  for (const { code, future } of firstFuturesOf(instruments, calendarDateOf(startMs))) {
    const listed = constituents?.get(code) ?? largestOf(instruments);
    const shares = instruments.filter(({ symbol }) => listed.includes(symbol));
    if (shares.length === 0) continue;
    const startOf = ({ symbol, referencePrice }: Instrument) =>
      referencePrices?.get(symbol) ?? referencePrice;
    const starts = shares.map((share) => ({ symbol: share.symbol, price: startOf(share) }));
    const base = startOf(future);
    const level = () => {
      const parts = starts.reduce((sum, { symbol, price }) => {
        const { lastPrice, referencePrice = price } = symbolOf(symbol) ?? {};
        return sum + ((lastPrice ?? referencePrice) * onePart) / price;
      }, 0n);
      return (base * parts) / (BigInt(starts.length) * onePart);
    };
    indices.set(code, { constituents: new Set(starts.map(({ symbol }) => symbol)), level });
  }
  return indices;
}

function firstFuturesOf(instruments: readonly Instrument[], date: CalendarDate) {
  const futures = instruments.filter(
    ({ type, expirationDate = "" }) => type === "future" && expirationDate >= date,
  );
  const inOrder = futures.toSorted((a, b) => compareTexts(a.expirationDate ?? "", b.expirationDate ?? ""));
  const codes = new Set(inOrder.flatMap(({ underlyingSymbolCode }) => underlyingSymbolCode ?? []));
  return [...codes].flatMap((code) => {
    const future = inOrder.find(({ underlyingSymbolCode }) => underlyingSymbolCode === code);
    return future === undefined ? [] : [{ code, future }];
  });
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** A catalog names the large before the small; nothing in it says how large they are. */
function largestOf(instruments: readonly Instrument[]): readonly string[] {
  const shares = instruments.filter(({ exchange, type }) => exchange === "HOSE" && type === "stock");
  return shares.slice(0, constituentsMax).map(({ symbol }) => symbol);
}
