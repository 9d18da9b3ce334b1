/** What setting and removing rates have in common. */
import type { z } from "@hono/zod-openapi";
import type { RatesAnswer } from "@trading-oms/brokerage";
import type { schemas } from "@trading-oms/contract/operator";
import { renderStatus } from "./change.ts";

/** An answer about rates, as the document has it. */
export function renderRates({
  code,
  message,
  level,
  name,
  warnings,
  positionCount,
  calledCount,
}: RatesAnswer): z.output<typeof schemas.RatesResult> {
  const counts = { positionCount, calledCount };
  return { ...renderStatus(code), message, level, name, warnings: [...warnings], ...counts };
}
