/**
 * All amounts, prices and ratios as JSON numbers. None is rounded: where JSON does not write the digits of a figure, `maybe…` leaves its
 * member out, and `wire…`, for members that the document requires, refuses the answer.
 */
import type { Price } from "@trading-oms/market";
import { Refusal } from "../../http/errors.ts";

const safeMax = BigInt(Number.MAX_SAFE_INTEGER);

/** Whole VND, shares or contracts. */
export const wireAmount = (whole: bigint): number => orRefuse(maybeAmount(whole));

/** Thousandths of a VND or of an index point. */
export const wirePrice = (price: Price): number => orRefuse(maybePrice(price));

/** Millionths of a rate or ratio. */
export const wireFraction = (millionths: bigint): number => orRefuse(maybeFraction(millionths));

export function maybeAmount(whole: bigint | undefined): number | undefined {
  return whole !== undefined && whole <= safeMax && whole >= -safeMax ? Number(whole) : undefined;
}

export const maybePrice = (price: Price | undefined): number | undefined => inUnits(price, 3);

export const maybeFraction = (millionths: bigint | undefined): number | undefined => inUnits(millionths, 6);

export function orNull<Value>(value: Value | undefined, write: (value: Value) => number): number | null {
  return value === undefined ? null : write(value);
}

/** What is rendered; undefined if a figure of it is too large. */
export function unlessTooLarge<Rendered>(render: () => Rendered): Rendered | undefined {
  try {
    return render();
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.failure.code === "amounts_too_large") return undefined;
    throw thrown;
  }
}

function orRefuse(number: number | undefined): number {
  if (number === undefined) throw new Refusal({ code: "amounts_too_large" });
  return number;
}

function inUnits(parts: bigint | undefined, decimals: number): number | undefined {
  if (parts === undefined) return undefined;
  // Any decimal of 15 digits comes back from a number as it was.
  if (Math.abs(Number(parts)) < 1e15) return Number(parts) / 10 ** decimals;
  const digits = `${parts}`;
  const text = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, "");
  const number = Number(text);
  return String(number) === text && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined;
}
