import type { Outcome } from "@trading-oms/conformance";
import type { JudgedPair } from "./judge-pair.ts";
import { type Difference, listDifferences } from "./list-differences.ts";

/** How much of the table is wanted: counts for each operation, or every claim. */
export type TableDepth = "operations" | "claims";

/** Renders the table: pairs across; operations or claims down, and every claim that does not hold alike everywhere, with what differs. */
export function renderPairs(pairs: readonly JudgedPair[], depth: TableDepth): string {
  const claims = claimsOf(pairs);
  const width = Math.max(
    24,
    ...claims.map(({ id }) => (depth === "claims" || isOdd(pairs, id) ? id.length : 0)),
  );
  const line = (title: string, cells: readonly string[]): string =>
    [title.padEnd(width), ...cells.map((cell, index) => cell.padStart(widthOf(pairs[index])))].join("  ");
  const lines = [
    line(
      "",
      pairs.map(({ name }) => name),
    ),
  ];
  for (const operation of new Set(claims.map((claim) => claim.operation))) {
    const own = claims.filter((claim) => claim.operation === operation);
    lines.push(
      line(
        operation,
        pairs.map((pair) =>
          countHeld(
            pair,
            own.map(({ id }) => id),
          ),
        ),
      ),
    );
    for (const { id } of own) {
      if (depth === "claims" || isOdd(pairs, id))
        lines.push(
          line(
            `  ${id}`,
            pairs.map((pair) => cellOf(pair, id)),
          ),
        );
    }
  }
  lines.push(
    line(
      "all",
      pairs.map((pair) =>
        countHeld(
          pair,
          claims.map(({ id }) => id),
        ),
      ),
    ),
  );
  const told = differencesOf(pairs).map(
    ({ claimId, pair, words }) => `${pair} differs in ${claimId}: ${words}`,
  );
  return [...lines, ...(told.length > 0 ? ["", ...told] : [])].join("\n");
}

/** The claims of which the pairs say different things, or at least one says that it does not hold, or answers another way. */
export function listOdd(pairs: readonly JudgedPair[]): string[] {
  return claimsOf(pairs).flatMap(({ id }) => (isOdd(pairs, id) ? [id] : []));
}

function claimsOf(pairs: readonly JudgedPair[]): Outcome["claim"][] {
  const judged = pairs.find((pair) => "outcomes" in pair);
  return judged !== undefined && "outcomes" in judged ? judged.outcomes.map(({ claim }) => claim) : [];
}

/** A claim is even where all pairs that were started say the same of it, not that it breaks, and in the same way. */
function isOdd(pairs: readonly JudgedPair[], id: string): boolean {
  const started = pairs.filter((pair) => "outcomes" in pair);
  const cells = new Set(started.map((pair) => cellOf(pair, id)));
  return cells.size > 1 || cells.has("BREAKS") || differencesOf(pairs).some(({ claimId }) => claimId === id);
}

/** A claim that lets time pass may be answered more or less often. */
function differencesOf(pairs: readonly JudgedPair[]): Difference[] {
  const timed = new Set(claimsOf(pairs).flatMap(({ id, needs }) => (needs.includes("pause") ? [id] : [])));
  const started = pairs.filter((pair) => "outcomes" in pair);
  return listDifferences(started, (id) => timed.has(id));
}

function cellOf(pair: JudgedPair, id: string): string {
  if (!("outcomes" in pair)) return "not started";
  const outcome = pair.outcomes.find(({ claim }) => claim.id === id);
  if (outcome === undefined) return "missing";
  return { held: "holds", broken: "BREAKS", "not asked": "not asked" }[outcome.verdict];
}

function countHeld(pair: JudgedPair, ids: readonly string[]): string {
  if (!("outcomes" in pair)) return "not started";
  const held = ids.filter((id) => cellOf(pair, id) === "holds").length;
  return `${held} of ${ids.length}`;
}

function widthOf(pair: JudgedPair | undefined): number {
  return Math.max(11, pair?.name.length ?? 0);
}
