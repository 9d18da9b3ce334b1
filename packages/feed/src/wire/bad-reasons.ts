/** Why something that came over a wire was passed over; a metric names each. */
export const badReasons = [
  "not-json",
  "frame",
  "version",
  "kind",
  "symbol",
  "seq",
  "time",
  "date",
  "price",
  "quantity",
  "value",
  "text",
] as const;

/** Why something that came over a wire was passed over. */
export type BadReason = (typeof badReasons)[number];
