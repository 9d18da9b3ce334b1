import type { AuditVerdict } from "@trading-oms/brokerage";

/** What a store holds of the covers of an account. */
export type KeptCover = {
  readonly coveredVnd: bigint;
  readonly verdict: AuditVerdict;
  readonly entries: readonly { readonly requestId: string; readonly toVnd: bigint }[];
};
