import type { AuditEntry } from "@trading-oms/brokerage";
import type { RacedAccount } from "../covers.ts";

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
