/** The positions that are not called, by how far their price may move until they are. */
import { type Price, priceStepOf } from "@trading-oms/market";
import { priceBelowRate } from "../accounts/account-status.ts";
import type { ValuedPosition } from "../accounts/figures.ts";
import type { AccountKey } from "../ports/index.ts";
import type { DeskPage } from "./list-calls.ts";
import { compare, FirstItems } from "./order.ts";
import type { DeskProjection } from "./projection.ts";

/** A position and its distance from a call. */
export type NearPosition = AccountKey & {
  readonly valued: ValuedPosition;
  readonly price: Price;
  /** The first price on a step at which it is called. */
  readonly callPrice: Price;
  /** How far the price may move until then, in millionths of it, rounded to the nearest; 0 where it has come there already. */
  readonly distance: bigint;
  /** The same in price steps of the present price, rounded up. */
  readonly steps: bigint;
};

/** A page of positions, nearest first. */
type NearestPage = { readonly total: number; readonly positions: readonly NearPosition[] };

/** A row by how far its price is from a call; 0 beyond it. */
type RankedRow = { readonly row: number; readonly distance: number };

const rowsAtBeginning = 1_000;

/**
 * Lists who is called next. Reads no store. The scan orders by floating-point distances, and the figures of the page are exact.
 */
export function listNearest(projection: DeskProjection, { limit, offset }: DeskPage): NearestPage {
  const { holdings } = projection;
  const priceOf = projection.scanPrices();
  const rows: RankedRow[] = [];
  for (let row = 0; row < holdings.rowsEnd; row += 1) {
    const callPrice = holdings.callPriceOf(row);
    if (Number.isNaN(callPrice) || !holdings.isHeld(row) || holdings.calls.has(row)) continue;
    if (!projection.isCallable(row)) continue;
    const { price } = priceOf(row);
    const movable = holdings.quantityOf(row) > 0 ? price - callPrice : callPrice - price;
    rows.push({ row, distance: movable > 0 ? movable / price : 0 });
  }
  const found = pageOf(rows).map(({ row }) => nearPositionOf(projection, row));
  return { total: rows.length, positions: found.filter((each) => each !== undefined) };

  /** Sorts only the rows whose distances are those of the page, so that deep pages are not dearer. */
  function pageOf(ranked: readonly RankedRow[]): readonly RankedRow[] {
    if (offset >= ranked.length) return [];
    const { nearest, farthest, before } = boundsOf(ranked);
    const first = new FirstItems<RankedRow>(offset + limit - before, compareRows);
    for (const each of ranked) if (each.distance >= nearest && each.distance <= farthest) first.add(each);
    return first.list().slice(offset - before);
  }

  /** The distances between which the page lies, and how many rows are nearer. Near the beginning the search for them costs more than it saves. */
  function boundsOf(ranked: readonly RankedRow[]) {
    if (offset + limit <= rowsAtBeginning)
      return { nearest: 0, farthest: Number.POSITIVE_INFINITY, before: 0 };
    const distances = Float64Array.from(ranked, ({ distance }) => distance).sort();
    const nearest = distances[offset] ?? 0;
    const farthest = distances[Math.min(offset + limit, ranked.length) - 1] ?? 0;
    return { nearest, farthest, before: distances.indexOf(nearest) };
  }

  function compareRows(one: RankedRow, other: RankedRow): number {
    return (
      compare(one.distance, other.distance) ||
      compare(accountIdOf(one), accountIdOf(other)) ||
      compare(symbolOf(one), symbolOf(other))
    );
  }

  function accountIdOf({ row }: RankedRow): string {
    return holdings.keyOf(holdings.accountOf(row)).accountId;
  }

  function symbolOf({ row }: RankedRow): string {
    return holdings.symbolAt(holdings.symbolOf(row));
  }
}

/** Undefined for a position that no price calls, which can only be one whose rates have changed just now. */
function nearPositionOf(projection: DeskProjection, row: number): NearPosition | undefined {
  const { holdings } = projection;
  const valued = projection.value(row);
  const { position, instrument, rates, mark } = valued;
  const callPrice = priceBelowRate(position, instrument, rates.marginCallRate);
  const { price } = mark;
  if (callPrice === undefined || instrument === undefined || price === undefined) return undefined;
  const movable = position.quantity > 0n ? price - callPrice : callPrice - price;
  const left = movable > 0n ? movable : 0n;
  const step = priceStepOf(instrument, price);
  return {
    ...holdings.keyOf(holdings.accountOf(row)),
    valued,
    price,
    callPrice,
    distance: (2n * left * 1_000_000n + price) / (2n * price),
    steps: (left + step - 1n) / step,
  };
}
