/** The scope of a set of rates: a symbol, a product, or a group of products. */
export type RatesLevel = "symbol" | "product" | "group";

export type RatesName = { readonly level: RatesLevel; readonly name: string };

/** Stored rates, in millionths. */
export type RatesRecord = RatesName & {
  readonly marginRatio: bigint;
  readonly marginCallRate: bigint;
  readonly forceCloseRate: bigint;
  readonly changedAtMs: number;
  /** Whether no position is opened or increased on these rates. They stay in force for those that are open. */
  readonly isLendingEnded?: boolean | undefined;
};
