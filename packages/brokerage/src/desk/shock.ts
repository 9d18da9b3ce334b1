/** What would be called and needed at other prices, beside what is now. Nothing is changed. */
import { figuresOfPosition } from "@trading-oms/margin";
import {
  type Instrument,
  isOnStep,
  type Price,
  priceStepOf,
  productGroupOf,
  unitVndOf,
} from "@trading-oms/market";
import { outstandingOf } from "../accounts/account-status.ts";
import type { ValuedPosition } from "../accounts/figures.ts";
import type { AccountKey } from "../ports/index.ts";
import { type Refusal, refuse, type WatchServices } from "../services.ts";
import { compare, FirstItems } from "./order.ts";
import type { DeskProjection } from "./projection.ts";

/** What a row may name, the most particular first. */
const scopes = ["symbol", "group", "industry", "exchange", "all"] as const;

/** What a row moves, and how: to a price, or by a part of the present one in millionths. */
export type ShockRow =
  | { readonly scope: "symbol"; readonly name: string; readonly price: Price }
  | {
      readonly scope: (typeof scopes)[number];
      /** Undefined for all. */
      readonly name: string | undefined;
      readonly millionths: bigint;
    };

const shockRowsMax = 200;

/** The positions at some prices. Those that are being closed have only their value. */
export type ShockFigures = {
  readonly calledCount: number;
  readonly forceCloseCount: number;
  /** The covers that the called positions need, and what is missing to them. */
  readonly neededVnd: bigint;
  readonly outstandingVnd: bigint;
  readonly marketVnd: bigint;
};

/** Positions by deal ratio. The range is as wide as the distance to the next; `from` is undefined for what is below 0. */
type ShockBin = {
  readonly from: bigint | undefined;
  readonly currentCount: number;
  readonly movedCount: number;
};

/** An account that would need money. */
type ShockedAccount = AccountKey & {
  readonly calledBefore: number;
  readonly calledAfter: number;
  readonly outstandingBeforeVnd: bigint;
  readonly outstandingAfterVnd: bigint;
};

/** What would be, beside what is. */
export type Shock = {
  readonly kind: "done";
  readonly positionCount: number;
  /** How many positions have another price. */
  readonly movedCount: number;
  readonly before: ShockFigures;
  readonly after: ShockFigures;
  readonly histogram: readonly ShockBin[];
  readonly worst: readonly ShockedAccount[];
};

const worstMax = 50;
/** How many positions are valued before other work may run: some 10 ms. */
const positionsInStep = 1_000;
const oneMillionths = 1_000_000n;
const binMillionths = 50_000n;
const binsMax = Number(oneMillionths / binMillionths) + 2;

/** Names the row that is at fault, counted from 0. */
export type ShockRefusal = Refusal & { readonly row: number };

/**
 * Values every position at the prices of now and at the moved ones, in steps that leave other work its turn. What `yieldToEventLoop`
 * throws ends it.
 */
export async function shockPrices(
  projection: DeskProjection,
  rows: readonly ShockRow[],
  yieldToEventLoop: () => Promise<void> = projection.yieldToEventLoop,
): Promise<Shock | ShockRefusal> {
  const { services, holdings } = projection;
  const refusal = await checkRows({ services, yieldToEventLoop }, rows);
  if (refusal !== undefined) return refusal;
  const findRow = chooseRows(rows);
  // All positions are valued at the prices of one moment, however many steps it takes.
  const lastPrices = Array.from({ length: holdings.symbolsEnd }, (_, symbol) =>
    projection.lastPriceOf(symbol),
  );
  const [before, after] = [new Tally(), new Tally()];
  const worst = new FirstItems<ShockedAccount>(worstMax, compareAccounts);
  let positionCount = 0;
  let movedCount = 0;
  let stepEnd = positionsInStep;
  for (let account = 0; account < holdings.accountsEnd; account += 1) {
    const [calledBefore, outstandingBeforeVnd] = [before.calledCount, before.outstandingVnd];
    const [calledAfter, outstandingAfterVnd] = [after.calledCount, after.outstandingVnd];
    for (const row of holdings.rowsOf(account)) {
      const valued = projection.value(row, lastPrices[holdings.symbolOf(row)]);
      const moved = moveValued(valued, findRow);
      before.add(valued);
      after.add(moved);
      positionCount += 1;
      if (moved.mark.price !== valued.mark.price) movedCount += 1;
    }
    if (after.outstandingVnd > outstandingAfterVnd) {
      worst.add({
        ...holdings.keyOf(account),
        calledBefore: before.calledCount - calledBefore,
        calledAfter: after.calledCount - calledAfter,
        outstandingBeforeVnd: before.outstandingVnd - outstandingBeforeVnd,
        outstandingAfterVnd: after.outstandingVnd - outstandingAfterVnd,
      });
    }
    // Between two accounts, since the rows of one may change meanwhile.
    if (positionCount < stepEnd) continue;
    stepEnd = positionCount + positionsInStep;
    await yieldToEventLoop();
  }
  const histogram = before.bins.map((count, bin) => ({
    from: bin === 0 ? undefined : BigInt(bin - 1) * binMillionths,
    currentCount: count,
    movedCount: after.bins[bin] ?? 0,
  }));
  return {
    kind: "done",
    positionCount,
    movedCount,
    before: before.figures(),
    after: after.figures(),
    histogram,
    worst: worst.list(),
  };
}

class Tally {
  calledCount = 0;
  outstandingVnd = 0n;
  readonly bins: number[] = Array.from({ length: binsMax }, () => 0);
  #forceCloseCount = 0;
  #neededVnd = 0n;
  #marketVnd = 0n;

  add(valued: ValuedPosition): void {
    const { figures, isCallable } = valued;
    this.#marketVnd += figures.marketVnd;
    if (!isCallable) return;
    const bin = binOf(figures.dealRatio);
    this.bins[bin] = (this.bins[bin] ?? 0) + 1;
    if (!figures.isCalled) return;
    this.calledCount += 1;
    if (figures.isForceClosed) this.#forceCloseCount += 1;
    this.#neededVnd += figures.neededVnd;
    this.outstandingVnd += outstandingOf(valued);
  }

  figures(): ShockFigures {
    return {
      calledCount: this.calledCount,
      forceCloseCount: this.#forceCloseCount,
      neededVnd: this.#neededVnd,
      outstandingVnd: this.outstandingVnd,
      marketVnd: this.#marketVnd,
    };
  }
}

function binOf(dealRatio: bigint): number {
  if (dealRatio < 0n) return 0;
  return Math.min(Number(dealRatio / binMillionths) + 1, binsMax - 1);
}

function compareAccounts(one: ShockedAccount, other: ShockedAccount): number {
  return (
    compare(other.outstandingAfterVnd, one.outstandingAfterVnd) || compare(one.accountId, other.accountId)
  );
}

type FindRow = (instrument: Instrument) => ShockRow | undefined;

/** Finds the most particular row for each instrument. */
function chooseRows(rows: readonly ShockRow[]): FindRow {
  const rowOf = new Map(rows.map((row) => [nameOf(row), row]));
  return (instrument) => {
    const names = namesOf(instrument);
    const found = scopes.find((scope) => rowOf.has(`${scope}/${names[scope] ?? ""}`));
    return found && rowOf.get(`${found}/${names[found] ?? ""}`);
  };
}

function nameOf({ scope, name = "" }: Pick<ShockRow, "scope" | "name">): string {
  return `${scope}/${name}`;
}

function namesOf({
  symbol,
  exchange,
  industryName,
}: Instrument): Readonly<Record<(typeof scopes)[number], string | undefined>> {
  return { symbol, group: productGroupOf(exchange), industry: industryName, exchange, all: undefined };
}

function moveValued(valued: ValuedPosition, findRow: FindRow): ValuedPosition {
  const { position, instrument, rates, mark } = valued;
  // A position that is no longer listed is valued at its average, which no row moves.
  const row = instrument && findRow(instrument);
  if (row === undefined || instrument === undefined || mark.price === undefined) return valued;
  const price = "price" in row ? row.price : movePrice(instrument, mark.price, row.millionths);
  if (price === mark.price) return valued;
  const unitVnd = unitVndOf(instrument, price);
  return {
    ...valued,
    mark: { ...mark, price, unitVnd },
    figures: figuresOfPosition(position, rates, unitVnd),
  };
}

/** Moves a price by a part of it, rounded to the price step towards the old one. */
export function movePrice(instrument: Instrument, price: Price, millionths: bigint): Price {
  const exact = price * (oneMillionths + millionths);
  const step = priceStepOf(instrument, exact / oneMillionths) * oneMillionths;
  const down = (exact / step) * step;
  const rounded = (millionths < 0n && down !== exact ? down + step : down) / oneMillionths;
  // A small move may end at the old price, and one that is off the step must not pass it.
  const isPast = millionths < 0n ? rounded > price : rounded < price;
  return isPast ? price : rounded;
}

type Projected = Pick<DeskProjection, "services" | "yieldToEventLoop">;

async function checkRows(
  projection: Projected,
  rows: readonly ShockRow[],
): Promise<ShockRefusal | undefined> {
  if (rows.length === 0 || rows.length > shockRowsMax) {
    return {
      ...refuse("name_not_valid", `There are ${rows.length} rows: give 1 to ${shockRowsMax}.`),
      row: 0,
    };
  }
  const isOfMany = rows.some(({ scope }) => scope !== "symbol" && scope !== "all");
  const listed = isOfMany ? await readNames(projection) : new Set<string>();
  const seen = new Set<string>();
  for (const [place, row] of rows.entries()) {
    const refusal = seen.has(nameOf(row))
      ? refuse("name_not_valid", `Two rows move ${row.name ?? "all"}: keep one.`)
      : checkRow(projection.services, row, listed);
    if (refusal !== undefined) return { ...refusal, row: place };
    seen.add(nameOf(row));
  }
  return undefined;
}

function checkRow(
  { book }: Pick<WatchServices, "book">,
  row: ShockRow,
  listed: ReadonlySet<string>,
): Refusal | undefined {
  const { scope, name } = row;
  if (scope === "all") {
    return name === undefined ? undefined : refuse("name_not_valid", `The row for all has the name ${name}.`);
  }
  if (name === undefined) return refuse("name_not_valid", `A row for one ${scope} has no name.`);
  if (scope !== "symbol") {
    return listed.has(nameOf(row))
      ? undefined
      : refuse("name_not_valid", `No listed instrument has the ${scope} ${name}.`);
  }
  const instrument = book.findInstrument(name);
  if (instrument === undefined) return refuse("no_such_instrument", `${name} is not listed.`);
  const isOffStep = "price" in row && !isOnStep(instrument, row.price);
  return isOffStep ? refuse("price_not_valid", `The price is not on a step of ${name}.`) : undefined;
}

/** The scopes and names of all listed instruments, as rows have them. */
async function readNames({ services: { book }, yieldToEventLoop }: Projected): Promise<ReadonlySet<string>> {
  const listed = new Set<string>();
  for (const [place, symbol] of [...book.listEntries().keys()].entries()) {
    const instrument = book.findInstrument(symbol);
    if (instrument === undefined) continue;
    const names = namesOf(instrument);
    for (const scope of scopes) listed.add(nameOf({ scope, name: names[scope] }));
    if (place % positionsInStep === positionsInStep - 1) await yieldToEventLoop();
  }
  return listed;
}
