/** What setting and removing rates have in common. */
import type { z } from "@hono/zod-openapi";
import type { RatesAnswer } from "@trading-oms/brokerage";
import type { schemas } from "@trading-oms/contract/operator";
import { renderStatus } from "../../http/operation.ts";
import { maybeAmount } from "../wire/numbers.ts";

/** An answer about rates, as the document has it. */
export function renderRates({
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
