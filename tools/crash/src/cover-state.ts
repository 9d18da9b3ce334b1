/** A position that is covered, and the margin call about it, as far as covers change them. */
export type CoverState = {
  readonly isHeld: boolean;
  readonly coveredVnd: bigint;
  /** How often it was called; 0 before the first opening. */
  readonly episodeNumber: number;
  readonly isCalled: boolean;
};

/** What is done to it. */
export type CoverStep =
  | { readonly kind: "open" }
  | { readonly kind: "cover"; readonly amountVnd: bigint }
  | { readonly kind: "close" };
