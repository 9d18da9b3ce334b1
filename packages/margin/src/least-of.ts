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
