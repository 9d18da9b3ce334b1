import type { AuditEntry } from "@trading-oms/brokerage";

/** What the store holds of an account after a race. */
export type RacedAccount = {
  readonly accountId: string;
  /** What the account needs and has left as brokerage computes it now, and what is covered of it. */
  readonly maintenanceMarginVnd: bigint;
  readonly tradingPowerVnd: bigint;
  readonly coveredVnd: ReadonlyMap<string, bigint>;
  readonly entries: readonly AuditEntry[];
};
