import {
  type AccountFigures,
  figuresOfAccount,
  figuresOfPosition,
  type PositionFigures,
  type Rates,
} from "@trading-oms/margin";
import {
  calendarDateOf,
  type Instrument,
  type Price,
  type ProductGroup,
  productGroupOf,
  resolveAlias,
  sessionOf,
  unitVndOf,
} from "@trading-oms/market";
import type {
  AccountKey,
  AccountRecord,
  AccountState,
  EvaluatedPrice,
  HeardTimes,
  MarkRecord,
  PositionRecord,
  PricedAccount,
} from "../ports/index.ts";
import {
  isAhead,
  silenceMsMax,
  sourceAheadMsMax,
  storedHeardAtMs,
  withoutTimeAhead,
} from "../quotes/price-times.ts";
import { isReference } from "../quotes/quote-state.ts";
import {
  factsOf,
  type KnownPrice,
  readKnownPrices,
  type SymbolFacts,
  withPrices,
} from "../quotes/symbol-facts.ts";
import { fullyPaid, lookUpInstrument, readEffectiveRates } from "../reference/rates.ts";
import { holidaysOf, type ReferenceBook, type Refusal, refuse, type Services } from "../services.ts";
import { isCallable } from "./callable.ts";
import { isReservedChain } from "./chains.ts";

export type Mark = {
  /**
   * The last price, else the reference price. Undefined when neither exists and the average price stands in.
   */
  readonly price: Price | undefined;
  /** The time of the last price. Undefined when the mark is not a last price. */
  readonly atMs: number | undefined;
  /** When the day begins of whose reference price the mark is. Undefined for one of the catalog, which names no day. */
  readonly dayFromMs?: number | undefined;
  readonly isByHand: boolean;
  /** Whether a simulated exchange sent the last price. */
  readonly isPlayed?: boolean | undefined;
  /** The value of one unit at this mark. */
  readonly unitVnd: bigint;
};

export type ValuedPosition = {
  /**
   * The stored position. Its decision price is that of this valuation, to be stored with the decision.
   */
  readonly position: PositionRecord;
  /** With the reference price of the newest day. Undefined when the symbol is no longer listed. */
  readonly instrument: Instrument | undefined;
  readonly rates: Rates;
  readonly mark: Mark;
  readonly isHalted: boolean;
  readonly figures: PositionFigures;
  /** Whether it can be called: neither being closed nor expired. */
  readonly isCallable: boolean;
};

/** An account's figures, with each position at its own mark. */
export type ValuedAccount = {
  readonly figures: AccountFigures;
  readonly positions: readonly ValuedPosition[];
};

type ValuingServices = Pick<Services, "store" | "now" | "marks" | "holidays"> & {
  readonly book?: Pick<ReferenceBook, "findInstrument" | "ratesOf"> | undefined;
};

/**
 * Values an account by the current marks and rates. With the account as it was read, the prices that were read with it are used for
 * the positions that it had then.
 */
export async function valueAccount(
  services: ValuingServices,
  { equityVnd }: Pick<AccountRecord, "equityVnd">,
  positions: readonly PositionRecord[],
  read?: Pick<PricedAccount, "positions" | "prices">,
): Promise<ValuedAccount> {
  const symbols = positions.map(({ symbol }) => symbol);
  const isRead = (symbol: string): boolean => read?.positions.some((each) => each.symbol === symbol) === true;
  const known = await readKnownPrices(services, symbols.filter(isRead), read?.prices);
  const others = await readKnownPrices(
    services,
    symbols.filter((symbol) => !isRead(symbol)),
  );
  const valued = await Promise.all(
    positions.map((position) => {
      const { symbol } = position;
      return valuePosition(services, position, known.get(symbol) ?? others.get(symbol));
    }),
  );
  return { figures: figuresOfAccount(equityVnd, valued), positions: valued };
}

async function valuePosition(
  services: ValuingServices,
  before: PositionRecord,
  known: KnownPrice | undefined,
): Promise<ValuedPosition> {
  const listed = await lookUpInstrument(services, before.symbol);
  const rates =
    listed === undefined
      ? fullyPaid
      : (services.book?.ratesOf(listed) ?? (await readEffectiveRates(services, listed)));
  return valuePositionBy(services, before, { ...factsOf(services, listed, known), rates });
}

/** What a position is valued by. The time of its last price is not ahead of the clock. */
export type PositionTerms = Omit<SymbolFacts, "lastTrade"> & { readonly rates: Rates };

export function valuePositionBy(
  services: Pick<Services, "now" | "marks" | "holidays">,
  before: PositionRecord,
  terms: PositionTerms,
): ValuedPosition {
  const { instrument, rates, isHalted } = terms;
  const { mark, decisionPrice } = markPositionBy(services, before, terms);
  const isNews =
    instrument !== undefined && decisionPrice !== undefined && decisionPrice !== before.decisionPrice;
  const position = isNews ? { ...before, decisionPrice } : before;
  const figures = figuresOfPosition(position, rates, mark.unitVnd);
  return {
    ...{ position, instrument, rates, mark, isHalted, figures },
    isCallable: isCallable(services, position),
  };
}

/** The mark of a position, and the price to store with a decision that rests on it. */
export function markPositionBy(
  services: Pick<Services, "now" | "marks">,
  before: PositionRecord,
  { instrument, lastPrice: own }: Pick<PositionTerms, "instrument" | "lastPrice">,
): { readonly mark: Mark; readonly decisionPrice: EvaluatedPrice | undefined } {
  const believed = believedOf(services, before.decisionPrice);
  // A doubtful price yields to the last decision price, unless a wrong clock gave that its time, and is never stored for
  // other servers to decide on.
  const isDoubtful = own?.isByHand === false && services.marks?.isDoubtful(before.symbol) === true;
  const isYielding =
    isDoubtful && believed !== undefined && !isAhead(before.decisionPrice?.atMs ?? 0, services.now());
  const last = isYielding ? believed : laterOf(own && decisionPriceOf(own), believed);
  return { mark: markOf(before, instrument, last), decisionPrice: isDoubtful ? believed : last };
}

function decisionPriceOf({ price, atMs, seq = 0, isByHand, isPlayed }: MarkRecord): EvaluatedPrice {
  return { price, atMs, seq, isByHand, ...(isPlayed === true && { isPlayed }) };
}

/** The decision price of a position. Ignored if it was simulated and this process does not simulate. */
function believedOf(
  { marks, now }: Pick<Services, "marks" | "now">,
  decisionPrice: EvaluatedPrice | undefined,
): EvaluatedPrice | undefined {
  if (decisionPrice === undefined || (decisionPrice.isPlayed === true && marks?.isPlayed !== true))
    return undefined;
  return withoutTimeAhead(decisionPrice, now());
}

/** The positions that were valued at newer prices than those of their last decisions, to be stored with this one. */
export function listNewPrices(
  { positions }: Pick<AccountState, "positions">,
  valued: readonly ValuedPosition[],
): PositionRecord[] {
  const decisionPriceOfSymbol = new Map(
    positions.map(({ symbol, decisionPrice }) => [symbol, decisionPrice]),
  );
  return valued
    .map(({ position }) => position)
    .filter(({ symbol, decisionPrice }) => decisionPriceOfSymbol.get(symbol) !== decisionPrice);
}

/**
 * Decisions never move back to an earlier price: when another process decided on the position on a later price than the one
 * known here, that price decides. Within one millisecond the higher `seq` is later, and a price set by hand is later
 * than any other.
 */
function laterOf(
  own: EvaluatedPrice | undefined,
  decisionPrice: EvaluatedPrice | undefined,
): EvaluatedPrice | undefined {
  if (own === undefined || decisionPrice === undefined) return own ?? decisionPrice;
  if (own.atMs !== decisionPrice.atMs) return own.atMs > decisionPrice.atMs ? own : decisionPrice;
  if (own.isByHand !== decisionPrice.isByHand) return own.isByHand ? own : decisionPrice;
  // Of two prices by hand in one millisecond the store keeps the one that was set last.
  if (own.isByHand) return own.price === decisionPrice.price ? decisionPrice : own;
  // A reference price may be corrected during its day.
  if (isReference(own)) return own.price === decisionPrice.price ? decisionPrice : own;
  return own.seq > decisionPrice.seq ? own : decisionPrice;
}

/** The mark is the last price, else the reference price, else the average price paid. */
function markOf(
  position: Pick<PositionRecord, "entryVnd" | "quantity">,
  instrument: Instrument | undefined,
  last: EvaluatedPrice | undefined,
): Mark {
  const price = last?.price ?? instrument?.referencePrice;
  if (instrument === undefined || price === undefined) {
    return { price: undefined, atMs: undefined, isByHand: false, unitVnd: averageVndOf(position) };
  }
  const unitVnd = unitVndOf(instrument, price);
  if (last === undefined) return { price, atMs: undefined, isByHand: false, unitVnd };
  const { atMs, isByHand, isPlayed } = last;
  return isReference(last)
    ? { price, atMs: undefined, dayFromMs: atMs, isByHand, isPlayed, unitVnd }
    : { price, atMs, isByHand, isPlayed, unitVnd };
}

/** Rounded half up. A mark is above 0, even when the average is less than 1 VND. */
function averageVndOf({ entryVnd, quantity }: Pick<PositionRecord, "entryVnd" | "quantity">): bigint {
  const size = quantity < 0n ? -quantity : quantity;
  const averageVnd = (2n * entryVnd + size) / (2n * size);
  return averageVnd > 0n ? averageVnd : 1n;
}

/**
 * Whether the price of a position is too uncertain to release money on: its source is silent, or it can't be confirmed yet. A price
 * is valid for its trading day: a price from a feed while any process hears that feed, with or without news of the symbol; a price
 * set by hand until the day ends. A reference price is not a last price, and a price from the future comes from a wrong clock.
 */
export function isStale(
  { marks }: Pick<Services, "marks">,
  versions: HeardTimes,
  { position, mark }: Pick<ValuedPosition, "position" | "mark">,
  atMs: number,
): boolean {
  if (marks?.isDoubtful(position.symbol) === true) return true;
  if (mark.atMs === undefined || mark.atMs - atMs > sourceAheadMsMax) return true;
  if (calendarDateOf(mark.atMs) !== calendarDateOf(atMs)) return true;
  const isPlayed = mark.isPlayed === true;
  const heardAtMs = storedHeardAtMs(versions, isPlayed, atMs) ?? 0;
  // What this process heard tells nothing about the other kind of source.
  const ownHeardAtMs = isPlayed === (marks?.isPlayed === true) ? (marks?.sourceHeardAtMs() ?? 0) : 0;
  return !mark.isByHand && atMs - Math.max(mark.atMs, heardAtMs, ownHeardAtMs) > silenceMsMax;
}

export function isTrading(
  services: Pick<Services, "marks" | "holidays">,
  { instrument }: Pick<ValuedPosition, "instrument">,
  atMs: number,
): boolean {
  if (instrument === undefined) return false;
  if (services.marks?.isAlwaysTrading === true) return true;
  return sessionOf(instrument.exchange, atMs, holidaysOf(services)) !== "closed";
}

/** The figures in force for the requested name, and its group. */
export type MarginRatio = {
  readonly kind: "done";
  readonly asked: string;
  readonly rates: Rates;
  readonly group: ProductGroup;
};

/**
 * Returns the figures of a listed symbol, of the contract that an alias stands for today, or of a product.
 */
export function readMarginRatio(
  { book, now }: { readonly book: ReferenceBook; readonly now: () => number },
  asked: string,
): MarginRatio | Refusal {
  const instrument = findListed({ book, now }, asked);
  if (instrument !== undefined) {
    return {
      kind: "done",
      asked,
      rates: book.ratesOf(instrument),
      group: productGroupOf(instrument.exchange),
    };
  }
  const product = book.findProduct(asked);
  if (product === undefined) return refuse("no_such_instrument", `The symbol ${asked} is not listed.`);
  return { kind: "done", asked, ...product };
}

/** The instrument listed under a symbol, or the contract that an alias stands for today. */
export function findListed(
  {
    book,
    now,
  }: { readonly book: Pick<ReferenceBook, "findInstrument" | "holidays">; readonly now: () => number },
  asked: string,
): Instrument | undefined {
  const instrument = book.findInstrument(asked);
  if (instrument !== undefined) return instrument;
  const symbol = resolveAlias(asked, calendarDateOf(now()), book.holidays());
  return symbol === undefined ? undefined : book.findInstrument(symbol);
}

/** An account as an operator sees it. */
export type ShownAccount = AccountState & { readonly kind: "found"; readonly valued: ValuedAccount };

export async function showAccount(services: Services, key: AccountKey): Promise<ShownAccount | Refusal> {
  const state = await services.store.readAccount(key);
  if (state === undefined)
    return refuse("no_such_account", `There is no account ${key.accountId} of this user.`);
  await services.book?.catchUpWith(state.versions);
  return {
    kind: "found",
    ...state,
    valued: await valueAccount(services, state.account, state.positions, state),
  };
}

/** Page size, small enough not to block other work. */
const accountsInPart = 500;

/** Reads all accounts in pages, with the prices of what they hold. */
export async function* readAllAccounts({
  store,
  yieldToEventLoop,
}: Services): AsyncGenerator<readonly PricedAccount[]> {
  let after: AccountKey | undefined;
  for (;;) {
    const part = await store.listAccounts({ after, limit: accountsInPart });
    const keys = part.filter(({ accountId }) => !isReservedChain(accountId));
    if (keys.length > 0) yield await withPrices({ store }, await store.readAccounts(keys));
    if (part.length < accountsInPart) return;
    after = part.at(-1);
    await yieldToEventLoop?.();
  }
}
