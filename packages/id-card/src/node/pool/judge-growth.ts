/** How much a worker may hold after a card before another takes its place. */
export interface GrowthBounds {
  /** So much more than when it had loaded; beyond twice as much it is replaced at once, and else once none is read. */
  readonly growthBytesMax: number;
  /** So much, whatever it held when it had loaded; beyond that it is replaced at once as well. */
  readonly restingBytesMax: number;
}

/** When a worker is to be replaced: at once, once none is read, or not at all. */
export type Overgrowth = "now" | "in a lull" | false;

/** Judges what a worker holds after a card by what it held when it had loaded. */
export function judgeGrowth(
  { loadedBytes, restingBytes }: { readonly loadedBytes: number; readonly restingBytes: number },
  { growthBytesMax, restingBytesMax }: GrowthBounds,
): Overgrowth {
  const growthBytes = restingBytes - loadedBytes;
  if (growthBytes > 2 * growthBytesMax || restingBytes > restingBytesMax) return "now";
  return growthBytes > growthBytesMax && "in a lull";
}
