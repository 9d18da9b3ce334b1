/**
 * Divides by a denominator above 0 and says which way the rest goes, because bigint division drops it towards 0,
 * which is up for a loss and down for a gain.
 */
export function divide(numerator: bigint, denominator: bigint, rounding: "down" | "up"): bigint {
  const quotient = numerator / denominator;
  const rest = numerator % denominator;
  if (rest === 0n) return quotient;
  const isNegative = rest < 0n;
  if (rounding === "down") return isNegative ? quotient - 1n : quotient;
  return isNegative ? quotient : quotient + 1n;
}

/** The smaller of two amounts; `Math.min` knows no bigint. */
export function leastOf(one: bigint, other: bigint): bigint {
  if (one < other) return one;
  return other;
}

/** The larger of two amounts; `Math.max` knows no bigint. */
export function mostOf(one: bigint, other: bigint): bigint {
  if (one > other) return one;
  return other;
}
