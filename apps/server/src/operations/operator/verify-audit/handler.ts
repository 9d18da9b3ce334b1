import { chainKey, verifyAudit as verifyAuditOf } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/operator";
import { type Operation, privateHeaders, unlessRefused } from "../../../http/operation.ts";
import type { TradingServices } from "../../../services.ts";
import { limitLongReads } from "../long-reads.ts";

/** Verifies an audit chain from its first entry. Ends when its caller has gone. */
export function verifyAudit(services: TradingServices): Operation<typeof routes.verifyAudit> {
  const runLongRead = limitLongReads(services);
  return async (c) => {
    const { chain } = c.req.valid("param");
    const verdict = await runLongRead(c, async (yieldToEventLoop) => {
      const key = unlessRefused(await chainKey(services, chain));
      return unlessRefused(await verifyAuditOf({ ...services, yieldToEventLoop }, key));
    });
    const isWhole = verdict.kind === "whole";
    return c.json(
      {
        chain,
        isWhole,
        count: isWhole ? verdict.count : verdict.place,
        place: isWhole ? null : verdict.place,
        problem: isWhole ? null : verdict.why,
      },
      200,
      privateHeaders,
    );
  };
}
