/** Rates, and what changing them answers. */
import type { z } from "@hono/zod-openapi";
import type { RatesAnswer } from "@trading-oms/brokerage";
import type { schemas } from "@trading-oms/contract/operator";
import { renderStatus } from "../../http/operation.ts";
import { maybeAmount } from "./numbers.ts";

export function renderRates<Written>(
  rates: { readonly marginRatio: bigint; readonly marginCallRate: bigint; readonly forceCloseRate: bigint },
  write: (millionths: bigint) => Written,
) {
  return {
    marginRatio: write(rates.marginRatio),
    marginCallRate: write(rates.marginCallRate),
    forceCloseRate: write(rates.forceCloseRate),
  };
}

export function renderRatesAnswer({
  code,
  message,
  level,
  name,
  warnings,
  ...affected
}: RatesAnswer): z.output<typeof schemas.RatesResult> {
  const { positionCount, calledCount, calledOutstandingVnd, endedCount, endedOutstandingVnd } = affected;
  return {
    ...{ ...renderStatus(code), message, level, name, warnings: [...warnings] },
    ...{ positionCount, calledCount, calledOutstanding: maybeAmount(calledOutstandingVnd) },
    ...{ endedCount, endedOutstanding: maybeAmount(endedOutstandingVnd) },
  };
}
