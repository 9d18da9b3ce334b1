import type { Verdict } from "../verdict.ts";
import { judgeAudits } from "./judge-audits.ts";
import { judgeKeys } from "./judge-keys.ts";
import { judgeLooks } from "./judge-looks.ts";
import { judgeStatuses } from "./judge-statuses.ts";
import { judgeToldFigures } from "./judge-told-figures.ts";
import type { LeftAccounts } from "./read-raced-accounts.ts";
import type { Race } from "./run-race.ts";
import { toldCover } from "./told-cover.ts";

/** Judges a race by what was sent and told, and what the store holds; a race in which nothing happened proves nothing. */
export function judgeRace(race: Race, { accounts, faults: left }: LeftAccounts): Verdict {
  const { sent, looks, keyCount, elapsedMs } = race;
  const entryCount = accounts.reduce((sum, { entries }) => sum + entries.length, 0);
  const statusCount = (wanted: number): number => sent.filter(({ status }) => status === wanted).length;
  const refusedCount = sent.filter((each) => toldCover(each)?.status === "failed").length;
  const keyedCount = sent.filter(({ key }) => key !== undefined).length;
  const faults = [
    ...race.faults,
    ...left,
    ...judgeStatuses(sent),
    ...judgeKeys(sent),
    ...judgeAudits(sent, accounts),
    ...judgeToldFigures(sent, accounts),
    ...judgeLooks(looks, accounts),
    ...judgeReach({
      changes: entryCount,
      "refusals by a rule": refusedCount,
      "keys with another body": statusCount(400),
      "orders by others": statusCount(404),
      repeats: keyedCount - keyCount,
    }),
  ];
  const line =
    `${sent.length} orders on ${race.positions.length} positions through two servers ` +
    `(${Math.round(sent.length / (elapsedMs / 1_000))}/s): ${entryCount} changes ` +
    `(${Math.round(entryCount / (elapsedMs / 1_000))}/s) in the audits, ${refusedCount} refused by a rule, ` +
    `${keyCount} keys sent ${keyedCount} times, ${statusCount(400)} × 400 for another body, ${statusCount(404)} × 404, ` +
    `${statusCount(503)} × 503`;
  return { line, faults };
}

function judgeReach(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [] : [`there were no ${name}`]));
}
