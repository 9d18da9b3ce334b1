import type { Trigger } from "./trigger-of.ts";

/**
 * A figure that shows how it came about: the formula names its inputs, and nothing else that is not a number. What
 * ends in Vnd is whole VND. Rates and ratios are millionths here, as everywhere, and fractions in the formula: 500,000n
 * stands for 0.5. Where there is no such figure, the formula says where there is none.
 */
export type ExplainedFigure<Value = bigint | boolean | Trigger | undefined> = {
  readonly name: string;
  readonly value: Value;
  readonly formula: string;
  readonly inputs: Readonly<Record<string, bigint>>;
};
