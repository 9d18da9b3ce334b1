import type { MarkRecord } from "@trading-oms/brokerage/ports";

/** What a mark that was only played has where others have 1 for a hand and 0 for a feed. */
export const playedCode = 2;

/** Says where a last price comes from, as one number of its row. */
export function originCodeOf({ isByHand, isPlayed = false }: MarkRecord): number {
  if (isPlayed) return playedCode;
  return isByHand ? 1 : 0;
}
