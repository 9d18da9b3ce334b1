/**
 * A black-box test suite for deployments of the Trading OMS interface. `runConformance` is the command; `runClaims` runs the
 * claims of your choice and returns their outcomes.
 *
 * @example
 * ```ts
 * import { runConformance } from "@trading-oms/conformance";
 *
 * process.exitCode = await runConformance(["http://127.0.0.1:8787", "--only", "search."], process);
 * ```
 *
 * @packageDocumentation
 */
export type { Answer, Ask, RequestOptions, Wire, WireRequest } from "./ask.ts";
export { BrokenClaim } from "./broken-claim.ts";
export type { Claim, ClaimSubject, Outcome } from "./claim.ts";
export { type ClaimInputs, type Need, needDescriptions } from "./claim-inputs.ts";
export { everyClaim } from "./claims/every-claim.ts";
export { openWire, type WireSettings } from "./node/open-wire.ts";
export { type ProcessLike, runConformance } from "./node/run-conformance.ts";
export { type ParsedResponse, parseResponse } from "./parse-response.ts";
export type { CalledPosition, Plan, PlannedRatio, PlannedSearch, PlannedUser } from "./plan.ts";
export { type PlanReading, readPlan } from "./plan.ts";
export {
  countOutcomes,
  type JunitSuite,
  type OutcomeCounts,
  renderJson,
  renderJunit,
  renderOutcome,
  renderSummary,
} from "./report.ts";
export { type RunSettings, runClaims } from "./run-claims.ts";
