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

/** What a position was judged on, as its column has it: price, time, number and origin; null where there was no last price. */
export function judgedTextOf(judged: JudgedPrice | undefined): string | null {
  return judged === undefined ? null : `${judged.price} ${judged.atMs} ${judged.seq} ${originCodeOf(judged)}`;
}

/** What such a column says, as a member of its position. */
export function readJudged(text: unknown): { readonly judged?: JudgedPrice } {
  if (text === null) return {};
  const [price = "", atMs, seq, origin] = String(text).split(" ");
  return {
    judged: { price: BigInt(price), atMs: Number(atMs), seq: Number(seq), ...originOf(Number(origin)) },
  };
}
