/** A way of a runtime's own, which is known and allowed. */
type OwnWay = {
  readonly pair: RegExp;
  readonly words: RegExp;
  /** Why it is allowed, and where that is written. */
  readonly reason: string;
};

/** All differences between pairs that are none of a fault. Whatever is not here is told as one. */
const ownWays: readonly OwnWay[] = [
  {
    pair: /^workerd-d1$/,
    words: /At most 12000000 bytes are taken\..* instead of .*At most 33000000 bytes are taken\./,
    reason: "An isolate has 128 MB for everything, so that it takes smaller images of cards (decision 0028).",
  },
];

/** Whether a difference is one that its runtime is known for. */
export function isOwnWay({ pair, words }: { readonly pair: string; readonly words: string }): boolean {
  return ownWays.some((way) => way.pair.test(pair) && way.words.test(words));
}
