/** What corporate actions do to a position. None of them realises a result, moves cash or changes the covered amount. */
import { divide, maxOf } from "./arithmetic.ts";
import { type Position, sizeOf } from "./position.ts";
import { oneMillionths, type Rates } from "./rates.ts";

/** Shares after an action for shares before it: 2/1 after a stock dividend of one for one, 110/100 after one of a tenth. */
export type QuantityFactor = { readonly numerator: bigint; readonly denominator: bigint };

/** New shares that the owner of a long position bought by rights, and what was paid for all of them in whole VND. */
export type TakenRights = { readonly quantity: bigint; readonly paidVnd: bigint };

/** The actions of one ex-date. Omitted ones did not happen. */
export type Adjustment = {
  /** The cash dividend of one share in whole VND. */
  readonly dividendVnd?: bigint | undefined;
  readonly factor?: QuantityFactor | undefined;
  readonly rights?: TakenRights | undefined;
};

/**
 * Adjusts a position: first by the dividend, which is due on the quantity before, then by the factor, then by the rights.
 * Undefined if no whole share would be left. `rates` are those in force, by which rights are posted.
 */
export function adjustPosition(
  position: Position,
  { dividendVnd, factor, rights }: Adjustment,
  rates: Rates,
): Position | undefined {
  const paid = dividendVnd === undefined ? position : deductDividend(position, dividendVnd);
  const multiplied = factor === undefined ? paid : multiplyQuantity(paid, factor);
  if (multiplied === undefined || rights === undefined) return multiplied;
  return addRights(multiplied, rights, rates);
}

/**
 * Lowers the entry value by the dividend that is due, so that the fall of the price on the ex-date is no loss. The dividend is not
 * deposited as well. The entry value stays above 0.
 */
function deductDividend(position: Position, dividendVnd: bigint): Position {
  if (dividendVnd <= 0n)
    throw new RangeError(`The dividend is ${dividendVnd} VND a share: give more than 0.`);
  return { ...position, entryVnd: maxOf(1n, position.entryVnd - sizeOf(position) * dividendVnd) };
}

/** Multiplies the quantity. The entry value stays, so the average price falls as the quantity grows. */
function multiplyQuantity(
  position: Position,
  { numerator, denominator }: QuantityFactor,
): Position | undefined {
  if (numerator <= 0n || denominator <= 0n) {
    throw new RangeError(`The factor is ${numerator}/${denominator}: give two numbers above 0.`);
  }
  // Rounded down, because only whole shares are credited.
  const size = divide(sizeOf(position) * numerator, denominator, "down");
  return size === 0n ? undefined : { ...position, quantity: position.quantity < 0n ? -size : size };
}

/** Adds shares that were paid for in full. They are posted like a new position of that entry value. */
function addRights(position: Position, { quantity, paidVnd }: TakenRights, { marginRatio }: Rates): Position {
  if (position.quantity < 0n) throw new RangeError("A short position has no rights to take up.");
  if (quantity <= 0n || paidVnd <= 0n) {
    throw new RangeError(`${quantity} shares for ${paidVnd} VND are no rights taken up: give more than 0.`);
  }
  return {
    ...position,
    quantity: position.quantity + quantity,
    entryVnd: position.entryVnd + paidVnd,
    // Rounded down, as in `openPosition`.
    postedVnd: position.postedVnd + divide(marginRatio * paidVnd, oneMillionths, "down"),
  };
}
