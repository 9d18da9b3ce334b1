import type { CardTruth } from "@trading-oms/cards";
import { type CardScore, percentOf, scoreCards } from "./card-score.ts";
import type { CardVerdict } from "./judge-card.ts";

/** A line a contender: what it read of the cards of a row, and how long that took. */
export function contenderTable(scores: ReadonlyMap<string, CardScore>): string {
  const head = `${"".padEnd(24)}   cards   identity   all fields   wrong numbers   wrong wholes   p50 s   p95 s     MB`;
  return [head, ...[...scores].map(([name, score]) => lineOf(name, score))].join("\n");
}

/** The same for each way of photographing, of one contender. */
export function conditionTable(verdicts: readonly CardVerdict[]): string {
  const names = [...new Set(verdicts.map(({ condition }) => condition))];
  return names
    .flatMap((name) =>
      (["2021", "2024"] as const).map((kind) => {
        const part = verdicts.filter(({ condition, kind: own }) => condition === name && own === kind);
        return lineOf(`${kind} ${name}`, scoreCards(part, 0));
      }),
    )
    .join("\n");
}

/** A line a field: the share of cards on which it was read, and on which it was read wrongly. */
export function fieldTable(verdicts: readonly CardVerdict[]): string {
  const names: readonly (keyof CardTruth)[] = [
    "idNumber",
    "fullName",
    "dateOfBirth",
    "sex",
    "nationality",
    "placeOfOrigin",
    "placeOfResidence",
    "dateOfExpiry",
    "dateOfIssue",
    "issuedBy",
  ];
  return names
    .map((name) => {
      const right = percentOf(verdicts, (verdict) => verdict.right.includes(name));
      const wrong = percentOf(verdicts, (verdict) => verdict.wrong.includes(name));
      return `${name.padEnd(24)}${percent(right)} right${percent(wrong)} wrong`;
    })
    .join("\n");
}

function lineOf(name: string, score: CardScore): string {
  return [
    name.padEnd(24),
    String(score.verdicts.length).padStart(8),
    percent(score.identityPercent).padStart(11),
    percent(score.allPercent).padStart(13),
    String(score.wrongNumberCount).padStart(16),
    String(score.wrongWholeCount).padStart(15),
    score.p50Seconds.toFixed(2).padStart(8),
    score.p95Seconds.toFixed(2).padStart(8),
    (score.megabytes === 0 ? "" : score.megabytes.toFixed(0)).padStart(7),
  ].join("");
}

function percent(value: number): string {
  return `${value.toFixed(1)} %`.padStart(9);
}
