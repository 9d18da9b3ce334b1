import type { WatchedPosition } from "./watched-position.ts";

/** Something that the owner of a position has to be told, once. */
export type ExpectedTelling = {
  readonly type: "MarginCall" | "ForceClose";
  readonly episodeNumber: number;
  /** The amount that ends the call at the mark. */
  readonly amountVnd: bigint;
  readonly markVnd: bigint;
};

/** A position with the episodes that it has to have had by now, as this check computes them by itself. */
export type ExpectedPosition = {
  readonly position: WatchedPosition;
  /** How many episodes there were. */
  readonly episodeCount: number;
  readonly isOpen: boolean;
  readonly isForceCloseTold: boolean;
  readonly tellings: readonly ExpectedTelling[];
};
