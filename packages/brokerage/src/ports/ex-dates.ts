/**
 * What is stored about an ex-date of a symbol: that its reference price moved, an adjustment of its positions, or that its calls are
 * not held back.
 */
export type ExDateRecord = {
  readonly symbol: string;
  /** As `2025-09-02`. */
  readonly date: string;
  /** Tells adjustments of one day apart; empty for a moved reference price and its release. */
  readonly adjustmentId: string;
  readonly state: "moved" | "adjusting" | "adjusted" | "released";
  /** The corporate actions of the adjustment, in canonical form; empty without one. */
  readonly terms: string;
};
