import type { Outcome } from "../outcome.ts";
import { countOutcomes } from "./count-outcomes.ts";

/** Renders what a run came to, operation by operation, and in the last line over all. */
export function renderSummary(outcomes: readonly Outcome[]): string {
  const operations = [...new Set(outcomes.map(({ claim }) => claim.operation))];
  const rows = operations.map((operation) => {
    const { held, broken, notAsked } = countOutcomes(
      outcomes.filter(({ claim }) => claim.operation === operation),
    );
    return `${operation.padEnd(22)}${row(held, broken, notAsked)}`;
  });
  const { held, broken, notAsked } = countOutcomes(outcomes);
  const heading = `${"".padEnd(22)}${"hold".padStart(6)}${"break".padStart(7)}${"not asked".padStart(11)}`;
  return [heading, ...rows, `${"all".padEnd(22)}${row(held, broken, notAsked)}`].join("\n");
}

function row(held: number, broken: number, notAsked: number): string {
  return `${String(held).padStart(6)}${String(broken).padStart(7)}${String(notAsked).padStart(11)}`;
}
