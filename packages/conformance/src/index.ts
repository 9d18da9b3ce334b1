export type { Answer, Ask, Asked, Question, Wire } from "./ask.ts";
export type { Claim, ClaimSubject, Outcome } from "./claim.ts";
export { BrokenClaim } from "./claim.ts";
export { everyClaim } from "./claims/every-claim.ts";
export { type Given, type Need, needWords } from "./given.ts";
export { openWire, type WireSettings } from "./node/open-wire.ts";
export { runConformance, type Surroundings } from "./node/run-conformance.ts";
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
