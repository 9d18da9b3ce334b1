import { needWords } from "../given.ts";
import type { Outcome } from "../outcome.ts";
import { describeAsked } from "./describe-asked.ts";
import { hideTokens } from "./hide-tokens.ts";
import { showPlainly } from "./show-plainly.ts";

/** Renders an outcome for a person: a line, and for a broken claim what was asked, what came and what was expected. */
export function renderOutcome(outcome: Outcome): string {
  const { claim } = outcome;
  switch (outcome.verdict) {
    case "held":
      return `holds      ${claim.id}`;
    case "not asked":
      return `not asked  ${claim.id}: needs ${outcome.missing.map((need) => needWords[need]).join("; ")}`;
    case "broken": {
      const { asked, came, expected } = outcome.broken;
      return [
        `BREAKS     ${claim.id}: ${claim.title}`,
        `           asked     ${showPlainly(describeAsked(asked))}`,
        `           came      ${showPlainly(hideTokens(came))}`,
        `           expected  ${showPlainly(hideTokens(expected))}`,
      ].join("\n");
    }
  }
}
