import type { Outcome } from "../outcome.ts";
import { countOutcomes } from "./count-outcomes.ts";
import { describeAsked } from "./describe-asked.ts";
import { hideTokens } from "./hide-tokens.ts";

/** Renders outcomes as JSON, for programs that go on from there. */
export function renderJson(address: string, outcomes: readonly Outcome[]): string {
  const claims = outcomes.map((outcome) => {
    const { claim, durationMs, verdict } = outcome;
    const base = { id: claim.id, title: claim.title, operation: claim.operation, verdict, durationMs };
    if (outcome.verdict === "not asked") return { ...base, needs: outcome.missing };
    if (outcome.verdict === "held") return base;
    const { asked, came, expected } = outcome.broken;
    return { ...base, asked: describeAsked(asked), came: hideTokens(came), expected: hideTokens(expected) };
  });
  return `${JSON.stringify({ address, ...countOutcomes(outcomes), claims }, undefined, 2)}\n`;
}
