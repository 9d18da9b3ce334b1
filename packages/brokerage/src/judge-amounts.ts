import { amountVndMax, isTooLarge, largestAmounts, type RangedPosition } from "@trading-oms/margin";
import { bandOf, unitVndOf } from "@trading-oms/market";
import { type Refusal, refuse } from "./refusal.ts";
import { renderVnd } from "./render-vnd.ts";
import type { ValuedPosition } from "./value-account.ts";

/** What the amounts of an account follow from. */
export type Holdings = { readonly equityVnd: bigint; readonly positions: readonly ValuedPosition[] };

/** Refuses a change that could make an amount of the account too large. */
export async function judgeAmounts(
  after: Holdings,
  readBefore: () => Holdings | Promise<Holdings>,
): Promise<Refusal | undefined> {
  const tooLarge = await findTooLarge(after, readBefore);
  return tooLarge === undefined ? undefined : refuse("amounts-too-large", `The ${tooLarge}`);
}

/**
 * Finds an amount that a change could bring past what is counted exactly, at the marks of now or at any prices within
 * the bands of the day. One that was past it before and does not grow is no reason, so that a way back stays open.
 */
export async function findTooLarge(
  after: Holdings,
  readBefore: () => Holdings | Promise<Holdings>,
): Promise<string | undefined> {
  const tooLarge = [...amountsOf(after)].filter(([, amountVnd]) => isTooLarge(amountVnd));
  if (tooLarge.length === 0) return undefined;
  const before = amountsOf(await readBefore());
  const grown = tooLarge.find(([name, amountVnd]) => sizeOf(amountVnd) > sizeOf(before.get(name) ?? 0n));
  return grown && sayTooLarge(grown[0], "can come", grown[1]);
}

/** Names an amount that is past the bound, and the bound. */
export function sayTooLarge(name: string, verb: "comes" | "can come", amountVnd: bigint): string {
  return `amounts are too large: the ${name} ${verb} to ${renderVnd(amountVnd)}, and at most ${renderVnd(amountVndMax)} is counted exactly.`;
}

function amountsOf({ equityVnd, positions }: Holdings): ReadonlyMap<string, bigint> {
  return largestAmounts(equityVnd, positions.map(rangeOf));
}

/** The band of the day, and the mark where it lies outside of it. */
function rangeOf({ position, instrument, mark: { unitVnd } }: ValuedPosition): RangedPosition {
  const { symbol } = position;
  if (instrument === undefined) return { symbol, position, unitVndMin: unitVnd, unitVndMax: unitVnd };
  const { floor, ceiling } = bandOf(instrument, instrument.referencePrice);
  const [floorVnd, ceilingVnd] = [unitVndOf(instrument, floor), unitVndOf(instrument, ceiling)];
  return {
    symbol,
    position,
    unitVndMin: unitVnd < floorVnd ? unitVnd : floorVnd,
    unitVndMax: unitVnd > ceilingVnd ? unitVnd : ceilingVnd,
  };
}

function sizeOf(amountVnd: bigint): bigint {
  return amountVnd < 0n ? -amountVnd : amountVnd;
}
