import type { JudgedPrice, MarkRecord } from "@trading-oms/brokerage/ports";

/** What a mark that was only played has where others have 1 for a hand and 0 for a feed. */
export const playedCode = 2;

/** Says where a last price comes from, as one number of its row. */
export function originCodeOf({
  isByHand,
  isPlayed = false,
}: Pick<MarkRecord, "isByHand" | "isPlayed">): number {
  if (isPlayed) return playedCode;
  return isByHand ? 1 : 0;
}

/** Where a last price comes from, by that number. */
export function originOf(code: number): Pick<JudgedPrice, "isByHand" | "isPlayed"> {
  return { isByHand: code === 1, ...(code === playedCode && { isPlayed: true }) };
}

/** The four columns of what a position was judged on, in their order; null where it was judged on no last price. */
export function judgedColumns(
  judged: JudgedPrice | undefined,
): readonly [bigint, number, number, number] | readonly [null, null, null, null] {
  if (judged === undefined) return [null, null, null, null];
  return [judged.price, judged.atMs, judged.seq, originCodeOf(judged)];
}
