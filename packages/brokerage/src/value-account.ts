import {
  type AccountFigures,
  figuresOfAccount,
  figuresOfPosition,
  type PositionFigures,
  type Rates,
} from "@trading-oms/margin";
import { type Instrument, type Price, unitVndOf } from "@trading-oms/market";
import { findInstrument } from "./find-instrument.ts";
import type { AccountRecord, JudgedPrice, MarkRecord, PositionRecord } from "./ports/index.ts";
import { readEffectiveRates } from "./read-effective-rates.ts";
import type { Services } from "./services.ts";

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
