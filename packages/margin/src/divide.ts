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
