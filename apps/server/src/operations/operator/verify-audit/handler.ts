import { chainKey, verifyAudit as verifyAuditOf } from "@trading-oms/brokerage";
import type { routes } from "@trading-oms/contract/operator";
import { privateHeaders } from "../../../http/operation.ts";
import type { Operation } from "../../../http/served-contract.ts";
import type { TradingServices } from "../../../services.ts";
import { unlessRefused } from "../change.ts";

/** Verifies an audit chain from its first entry. */
export function verifyAudit(services: TradingServices): Operation<typeof routes.verifyAudit> {
  return async (c) => {
    const { chain } = c.req.valid("param");
    const verdict = unlessRefused(
      await verifyAuditOf(services, unlessRefused(await chainKey(services, chain))),
    );
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
