import type { AuditEntry } from "@trading-oms/brokerage";

/** An entry of the audit of R-1. */
export function auditEntry(requestId: string, fromVnd: bigint, toVnd: bigint): AuditEntry {
  return {
    accountId: "R-1",
    place: 1,
    atMs: 0,
    actor: { kind: "user", name: "racer-1" },
    requestId,
    symbol: "R1",
    fromVnd,
    toVnd,
    price: undefined,
    unitVnd: 1n,
    rates: { marginRatio: 0n, marginCallRate: 0n, forceCloseRate: 0n },
  };
}
