import type { AuditEntry } from "@trading-oms/brokerage";
import type { RacedAccount, SentCover } from "./covers.ts";

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

/** The account R-1 with one position, which needs 1,000 of 10,000 VND, and what is covered on top. */
export function racedAccount(coveredVnd: bigint, ...entries: AuditEntry[]): RacedAccount {
  return {
    accountId: "R-1",
    maintenanceMarginVnd: 1_000n + coveredVnd,
    tradingPowerVnd: 9_000n - coveredVnd,
    coveredVnd: new Map([["R1", coveredVnd]]),
    entries,
  };
}

/** An order for R-1 R1 that was made: what was covered before, and what the account needs and has left after it. */
export function sentCover(requestId: string, amountVnd: number, members: Partial<SentCover> = {}): SentCover {
  return {
    requestId,
    key: undefined,
    accountId: "R-1",
    symbol: "R1",
    amountVnd,
    isForeign: false,
    status: 200,
    retryAfter: undefined,
    body: JSON.stringify({
      status: "success",
      message: `The covered amount of R1 is ${amountVnd} VND now; it was 0 VND.`,
      newCoveredMarginCall: amountVnd,
      maintenanceMargin: 1_000 + amountVnd,
      tradingPower: 9_000 - amountVnd,
    }),
    ...members,
  };
}
