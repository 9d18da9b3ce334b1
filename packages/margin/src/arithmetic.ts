/**
 * Divides by a positive denominator, rounding in the given direction. Plain bigint division rounds towards 0: up for losses, down
 * for gains.
 */
export function divide(numerator: bigint, denominator: bigint, rounding: "down" | "up"): bigint {
  const quotient = numerator / denominator;
  const rest = numerator % denominator;
  if (rest === 0n) return quotient;
  const isNegative = rest < 0n;
  if (rounding === "down") return isNegative ? quotient - 1n : quotient;
  return isNegative ? quotient : quotient + 1n;
}

/** The smaller of two amounts. `Math.min` does not accept bigint. */
export function minOf(one: bigint, other: bigint): bigint {
  if (one < other) return one;
  return other;
}

/** The larger of two amounts. `Math.max` does not accept bigint. */
export function maxOf(one: bigint, other: bigint): bigint {
  if (one > other) return one;
  return other;
}
