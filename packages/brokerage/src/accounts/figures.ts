import {
  type AccountFigures,
  type ExplainedFigure,
  explainAccount,
  explainPosition,
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
  unitVndOf,
} from "@trading-oms/market";
import type {
  AccountKey,
  AccountRecord,
  AccountState,
  JudgedPrice,
  MarkRecord,
  PositionRecord,
} from "../ports/index.ts";
import { findInstrument } from "../reference/catalog.ts";
import { readEffectiveRates } from "../reference/rates.ts";
import { type ReferenceBook, type Refusal, refuse, type Services } from "../services.ts";

/** What a position is marked at. */
export type Mark = {
  /** The last price, else the reference price; undefined where there is neither and the average stands in. */
  readonly price: Price | undefined;
  /** When the last price was; undefined where it is not a last price. */
  readonly atMs: number | undefined;
  readonly isByHand: boolean;
  /** What one unit is worth at it. */
  readonly unitVnd: bigint;
};

/** A position with all that is known of it at its mark. */
export type ValuedPosition = {
  /** Names the price that it is valued at as the one it was judged on, to be stored with what is decided. */
  readonly position: PositionRecord;
  /** Undefined where it is listed no more. */
  readonly instrument: Instrument | undefined;
  readonly rates: Rates;
  readonly mark: Mark;
  readonly figures: PositionFigures;
};

/** An account with its figures, each position at its own mark. */
export type ValuedAccount = {
  readonly figures: AccountFigures;
  readonly positions: readonly ValuedPosition[];
};

/** A book that is followed is looked at some times a second. */
const bookAgeMsMax = 1_000;

/** A judged price from further ahead is of a clock that was wrong. */
const judgedAheadMsMax = 60_000;

/** What holds for a position whose instrument is listed no more. */
export const neverCalled: Rates = { marginRatio: 1_000_000n, marginCallRate: 0n, forceCloseRate: 0n };

/** Values an account by the marks and rates of now. */
export async function valueAccount(
  services: Pick<Services, "store" | "now" | "book" | "marks">,
  { equityVnd }: Pick<AccountRecord, "equityVnd">,
  positions: readonly PositionRecord[],
): Promise<ValuedAccount> {
  const marks = await readMarks(services, positions);
  const valued = await Promise.all(
    positions.map((position) => valuePosition(services, position, marks.get(position.symbol))),
  );
  return { figures: figuresOfAccount(equityVnd, valued), positions: valued };
}

/** The last price of each symbol, from the book at hand, and from the store as well where the book has grown old. */
async function readMarks(
  services: Pick<Services, "store" | "now" | "marks">,
  positions: readonly PositionRecord[],
): Promise<ReadonlyMap<string, MarkRecord>> {
  const symbols = positions.map(({ symbol }) => symbol);
  const { marks: book } = services;
  const isKnown = symbols.length === 0 || (book !== undefined && isFresh(services, book));
  const kept = isKnown ? [] : await services.store.readMarks(symbols);
  const isTrue = ({ isPlayed }: MarkRecord): boolean => isPlayed !== true || book?.isPlayed === true;
  const marks = new Map(kept.filter(isTrue).map((mark) => [mark.symbol, mark]));
  for (const symbol of symbols) {
    const heard = book?.markOf(symbol);
    if (heard !== undefined && heard.atMs >= (marks.get(symbol)?.atMs ?? 0)) marks.set(symbol, heard);
  }
  return marks;
}

async function valuePosition(
  services: Pick<Services, "store" | "now" | "book" | "marks">,
  before: PositionRecord,
  own: MarkRecord | undefined,
): Promise<ValuedPosition> {
  const book = services.book && isFresh(services, services.book) ? services.book : undefined;
  const instrument = book?.findInstrument(before.symbol) ?? (await findInstrument(services, before.symbol));
  const rates =
    instrument === undefined
      ? neverCalled
      : (book?.ratesOf(instrument) ?? (await readEffectiveRates(services, instrument)));
  const believed = believedOf(services, before.judged);
  // A doubtful price gives way to the one that was judged on, and is never kept for other servers to decide on.
  const isDoubtful = own?.isByHand === false && services.marks?.isDoubtful?.(before.symbol) === true;
  const last = isDoubtful ? (believed ?? judgedOf(own)) : laterOf(own && judgedOf(own), believed);
  const mark = markOf(before, instrument, last);
  const isKept = isDoubtful || mark.atMs === undefined || last === before.judged;
  const position = isKept ? before : { ...before, judged: last };
  return { position, instrument, rates, mark, figures: figuresOfPosition(position, rates, mark.unitVnd) };
}

/** Money is not decided by what was in force some time ago, where nobody has looked since. */
function isFresh({ now }: Pick<Services, "now">, book: { readonly atMs: () => number }): boolean {
  return Math.abs(now() - book.atMs()) <= bookAgeMsMax;
}

function judgedOf({ price, atMs, seq = 0, isByHand, isPlayed }: MarkRecord): JudgedPrice {
  return { price, atMs, seq, isByHand, ...(isPlayed === true && { isPlayed }) };
}

/** What a position was judged on, unless it was only played and this process does not play, or is of a wrong clock. */
function believedOf(
  { now, marks }: Pick<Services, "now" | "marks">,
  judged: JudgedPrice | undefined,
): JudgedPrice | undefined {
  if (judged === undefined || judged.atMs > now() + judgedAheadMsMax) return undefined;
  return judged.isPlayed === true && marks?.isPlayed !== true ? undefined : judged;
}

/**
 * Prices only move forward in decisions: where another process has judged a position on a later price than is known
 * here, that one decides. Of one millisecond the higher number is later, and a price by hand later than any.
 */
function laterOf(own: JudgedPrice | undefined, judged: JudgedPrice | undefined): JudgedPrice | undefined {
  if (own === undefined || judged === undefined) return own ?? judged;
  if (own.atMs !== judged.atMs) return own.atMs > judged.atMs ? own : judged;
  if (own.isByHand !== judged.isByHand) return own.isByHand ? own : judged;
  return own.isByHand || own.seq > judged.seq ? own : judged;
}

/** The last price marks a position, else the reference price, else what was paid. */
function markOf(
  position: Pick<PositionRecord, "entryVnd" | "quantity">,
  instrument: Instrument | undefined,
  last: JudgedPrice | undefined,
): Mark {
  const price = last?.price ?? instrument?.referencePrice;
  if (instrument === undefined || price === undefined) {
    return { price: undefined, atMs: undefined, isByHand: false, unitVnd: averageVndOf(position) };
  }
  const isByHand = last?.isByHand ?? false;
  return { price, atMs: last?.atMs, isByHand, unitVnd: unitVndOf(instrument, price) };
}

/** A mark is above 0, even where the average is less than one VND. */
function averageVndOf({ entryVnd, quantity }: Pick<PositionRecord, "entryVnd" | "quantity">): bigint {
  const averageVnd = entryVnd / (quantity < 0n ? -quantity : quantity);
  return averageVnd > 0n ? averageVnd : 1n;
}

/** The figures in force for what was asked for, and the group that it belongs to. */
export type MarginRatio = {
  readonly kind: "done";
  readonly asked: string;
  readonly rates: Rates;
  readonly group: ProductGroup;
};

/** Gives the figures of a listed symbol, of the contract that an alias stands for today, or of a product. */
export function readMarginRatio(
  { book, now }: { readonly book: ReferenceBook; readonly now: () => number },
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
    const symbol = resolveAlias(asked, calendarDateOf(now()), book.holidays());
    return symbol === undefined ? undefined : book.findInstrument(symbol);
  }
}

/** A position with what it is marked at, and how each of its figures comes about. */
export type ExplainedPosition = {
  readonly valued: ValuedPosition;
  readonly figures: readonly ExplainedFigure[];
};

/** How each figure of an account comes about, and of its positions. */
export type ExplainedHoldings = {
  readonly kind: "explained";
  readonly account: readonly ExplainedFigure<bigint>[];
  readonly positions: readonly ExplainedPosition[];
};

/**
 * Explains the figures of an account by the marks and rates of now. Where a symbol is given, the positions are that one
 * alone; the account's own figures rest on all of them in any case.
 */
export async function explainHoldings(
  services: Services,
  key: AccountKey,
  symbol?: string | undefined,
): Promise<ExplainedHoldings | Refusal> {
  const shown = await showAccount(services, key);
  if (shown.kind === "refused") return shown;
  const { positions } = shown.valued;
  const asked =
    symbol === undefined ? positions : positions.filter(({ position }) => position.symbol === symbol);
  if (symbol !== undefined && asked.length === 0) {
    return refuse("no-such-position", `The account has no position in ${symbol}.`);
  }
  return {
    kind: "explained",
    account: explainAccount(shown.account.equityVnd, positions),
    positions: asked.map((valued) => ({
      valued,
      figures: explainPosition(valued.position, valued.rates, valued.mark.unitVnd),
    })),
  };
}

/** An account as an operator sees it. */
export type ShownAccount = AccountState & { readonly kind: "found"; readonly valued: ValuedAccount };

/** An account with its positions and figures. */
export async function showAccount(services: Services, key: AccountKey): Promise<ShownAccount | Refusal> {
  const state = await services.store.readAccount(key);
  if (state === undefined)
    return refuse("no-such-account", `There is no account ${key.accountId} of this user.`);
  return { kind: "found", ...state, valued: await valueAccount(services, state.account, state.positions) };
}

/** As many accounts as are read without letting others wait for long. */
const accountsInPart = 500;

/** Every account there is, in parts. */
export async function* readAllAccounts({ store }: Services): AsyncGenerator<readonly AccountState[]> {
  let after: AccountKey | undefined;
  for (;;) {
    const part = await store.listAccounts({ after, limit: accountsInPart });
    if (part.length > 0) yield await store.readAccounts(part);
    if (part.length < accountsInPart) return;
    after = part.at(-1);
  }
}
