import { renderDecimal } from "./render-decimal.ts";

/** Writes two parts in percent of their sum, which is above 0, to two places; together they are always 100. */
export function renderShares(first: bigint, second: bigint): readonly [string, string] {
  const sum = first + second;
  const firstHundredths = (first * 20_000n + sum) / (sum * 2n);
  return [renderDecimal(firstHundredths * 10n), renderDecimal((10_000n - firstHundredths) * 10n)];
}
