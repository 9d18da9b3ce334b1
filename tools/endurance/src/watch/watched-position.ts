import type { WatchedSymbol } from "./watched-symbol.ts";

/** A position that is watched; nothing of it is ever covered. */
export type WatchedPosition = {
  readonly userId: string;
  readonly accountId: string;
  readonly traded: WatchedSymbol;
  /** Above 0 for a long position, below for a short one. */
  readonly quantity: bigint;
  /** What was paid for one. */
  readonly entryVnd: bigint;
};
