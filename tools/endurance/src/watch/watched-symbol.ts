/** Something that is traded while it is watched; prices are whole VND, rates are millionths. */
export type WatchedSymbol = {
  readonly symbol: string;
  readonly exchange: "HOSE" | "HNX" | "UPCOM";
  /** What everything about it is drawn around, and its reference price. */
  readonly baseVnd: bigint;
  readonly rates: WatchedRates;
};

export type WatchedRates = {
  readonly marginRatio: bigint;
  readonly marginCallRate: bigint;
  readonly forceCloseRate: bigint;
};
