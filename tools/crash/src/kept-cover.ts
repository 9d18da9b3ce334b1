import type { AuditVerdict } from "@trading-oms/brokerage";
import type { CoverState } from "./cover-state.ts";

/** What a store holds of the covers of an account. */
export type KeptCover = {
  readonly state: CoverState;
  readonly verdict: AuditVerdict;
  readonly entries: readonly { readonly requestId: string; readonly toVnd: bigint }[];
};
