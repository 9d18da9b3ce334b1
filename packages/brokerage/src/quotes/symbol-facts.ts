/** The facts of a symbol that a decision rests on besides rates: its last price, the newest day's reference price, and whether it is halted. */
import { type Instrument, isOnStep, isPlausiblePrice, readQuoteDay } from "@trading-oms/market";
import type {
  AccountState,
  MarkRecord,
  PricedAccount,
  QuoteDayRecord,
  StoredPrices,
} from "../ports/index.ts";
import type { Services } from "../services.ts";
import {
  isReference,
  laterMark,
  laterState,
  type QuoteState,
  referenceMarkOf,
  type TradingDay,
} from "./quote-state.ts";
import { isSimulatedQuote } from "./simulated-quotes.ts";

/** The last price and the state of a symbol, from this process or from the store, whichever is later. */
export type KnownPrice = { readonly mark: MarkRecord | undefined; readonly state: QuoteState | undefined };

/** What the market says of a symbol when a decision is made. */
export type SymbolFacts = {
  /** Its reference price is that of the newest day. Undefined when the symbol is no longer listed. */
  readonly instrument: Instrument | undefined;
  /** The last price, or the reference price of the newest day if nothing was traded on it. Undefined without either. */
  readonly lastPrice: MarkRecord | undefined;
  /** The last price that was traded or set by hand, unless a newer day has begun. */
  readonly lastTrade: MarkRecord | undefined;
  readonly isHalted: boolean;
};

type FactServices = Pick<Services, "store" | "now" | "marks">;

/**
 * What is known of each symbol, in this process and in the store. What is stored is read here, unless it was read with an account.
 */
export async function readKnownPrices(
  services: FactServices,
  symbols: readonly string[],
  stored?: StoredPrices | undefined,
): Promise<ReadonlyMap<string, KnownPrice>> {
  const { marks, quotes } = stored ?? (await readStoredPrices(services, symbols));
  const { marks: book } = services;
  const nowMs = services.now();
  const takesSimulated = book?.isPlayed === true;
  const markOf = new Map(
    marks.filter(({ isPlayed }) => takesSimulated || isPlayed !== true).map((mark) => [mark.symbol, mark]),
  );
  const stateOf = new Map(quotes.map((quote) => [quote.symbol, readState(quote, takesSimulated)]));
  const known = (symbol: string): KnownPrice => ({
    mark: laterMark(book?.markOf(symbol), markOf.get(symbol), nowMs),
    state: laterState(book?.stateOf(symbol), stateOf.get(symbol), nowMs),
  });
  return new Map(symbols.map((symbol) => [symbol, known(symbol)]));
}

async function readStoredPrices(
  { store }: Pick<Services, "store">,
  symbols: readonly string[],
): Promise<StoredPrices> {
  if (symbols.length === 0) return { marks: [], quotes: [] };
  const [marks, quotes] = await Promise.all([store.readMarks(symbols), store.readQuotes(symbols)]);
  return { marks, quotes };
}

/** Adds the stored prices to accounts that were read without them. */
export async function withPrices(
  services: Pick<Services, "store">,
  states: readonly AccountState[],
): Promise<PricedAccount[]> {
  const symbols = states.flatMap(({ positions }) => positions.map(({ symbol }) => symbol));
  const prices = await readStoredPrices(services, [...new Set(symbols)]);
  return states.map((state) => ({ ...state, prices }));
}

/** The facts of a listed symbol, or of one that is not listed any more. */
export function factsOf<Listed extends Instrument | undefined>(
  { now }: Pick<Services, "now">,
  listed: Listed,
  { mark, state }: KnownPrice = { mark: undefined, state: undefined },
): SymbolFacts & { readonly instrument: Listed } {
  const isHalted = state?.isHalted === true;
  const day = usableDayOf(listed, state);
  // First, because a price of this process may be the reference price that was corrected.
  const reference = listed && day && referenceMarkOf(listed.symbol, day, state?.isPlayed);
  const lastPrice = laterMark(reference, mark, now());
  const lastTrade = lastPrice && !isReference(lastPrice) ? lastPrice : undefined;
  const isListedPrice = day === undefined || day.referencePrice === listed?.referencePrice;
  const instrument = listed && !isListedPrice ? { ...listed, referencePrice: day.referencePrice } : listed;
  return { instrument, lastPrice, lastTrade, isHalted };
}

/** Reads the facts of a listed symbol, for a decision that must not miss what another process has just set. */
export async function readFacts(
  services: FactServices,
  listed: Instrument,
): Promise<SymbolFacts & { readonly instrument: Instrument }> {
  const known = await readKnownPrices(services, [listed.symbol]);
  return factsOf(services, listed, known.get(listed.symbol));
}

/** The state that a stored quote has. Undefined for one that is unreadable, or simulated where that does not count. */
function readState(quote: QuoteDayRecord, takesSimulated: boolean): QuoteState | undefined {
  const { atMs, seq, day: text } = quote;
  const isPlayed = isSimulatedQuote(text);
  const read = isPlayed && !takesSimulated ? undefined : readQuoteDay(text);
  if (read === undefined) return undefined;
  const { isHalted, ...day } = read;
  return { atMs, seq, day, isHalted, isPlayed };
}

/** The newest day of a listed symbol. A feed may send an impossible reference price. */
export function usableDayOf(
  listed: Instrument | undefined,
  state: QuoteState | undefined,
): TradingDay | undefined {
  const { day } = state ?? {};
  if (listed === undefined || day === undefined) return undefined;
  const { referencePrice } = day;
  const isUsable =
    isOnStep(listed, referencePrice) &&
    isPlausiblePrice(listed, referencePrice, { listed: listed.referencePrice });
  return isUsable ? day : undefined;
}
