import type { BrokenClaim } from "./broken-claim.ts";
import type { Claim } from "./claim.ts";
import type { Need } from "./given.ts";

/** What became of a claim; one that was not asked has proven nothing. */
export type Outcome = { readonly claim: Claim; readonly durationMs: number } & (
  | { readonly verdict: "held" }
  | { readonly verdict: "broken"; readonly broken: BrokenClaim }
  | { readonly verdict: "not asked"; readonly missing: readonly Need[] }
);
