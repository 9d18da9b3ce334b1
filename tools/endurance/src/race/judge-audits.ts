import type { AuditEntry } from "@trading-oms/brokerage";
import type { RacedAccount } from "./raced-account.ts";
import type { SentCover } from "./sent-cover.ts";
import { toldCover } from "./told-cover.ts";

/** Says where the audits and what was told to clients are not the same story. */
export function judgeAudits(sent: readonly SentCover[], accounts: readonly RacedAccount[]): string[] {
  const byRequest = new Map(sent.map((each) => [each.requestId, each]));
  const entries = accounts.flatMap((account) => account.entries);
  return [
    ...entries.flatMap((entry) => judgeEntry(entry, byRequest.get(entry.requestId))),
    ...judgeOnce(entries, byRequest),
    ...judgeAcknowledged(sent, entries),
    ...accounts.flatMap(judgeEnd),
  ];
}

/** Every change was made by somebody who asked for it and was told so. */
function judgeEntry(
  { requestId, accountId, symbol, toVnd }: AuditEntry,
  cause: SentCover | undefined,
): string[] {
  const change = `${accountId} ${symbol} became ${toVnd}`;
  if (cause === undefined) return [`${change} by ${requestId}, which nobody sent`];
  const isAsked =
    cause.accountId === accountId &&
    cause.symbol === symbol &&
    BigInt(cause.amountVnd) === toVnd &&
    !cause.isForeign;
  if (!isAsked)
    return [
      `${change} by ${requestId}, which asked for ${cause.accountId} ${cause.symbol} ${cause.amountVnd}`,
    ];
  if (toldCover(cause)?.status === "success") return [];
  return [`${change} by ${requestId}, which was told ${cause.status} ${cause.body.slice(0, 200)}`];
}

/** One request, and one key, makes one change at most: a stale key never sets again what it set once. */
function judgeOnce(entries: readonly AuditEntry[], byRequest: ReadonlyMap<string, SentCover>): string[] {
  const counts = new Map<string, number>();
  for (const { requestId } of entries) {
    const cause = byRequest.get(requestId)?.key ?? requestId;
    counts.set(cause, (counts.get(cause) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(([cause, count]) => `${cause} has ${count} entries`);
}

/**
 * Whoever was told that an amount is in force now finds the change in the audit, and whoever was told that it was already
 * finds none: one that is there was made a second time, and the first was forgotten.
 */
function judgeAcknowledged(sent: readonly SentCover[], entries: readonly AuditEntry[]): string[] {
  const causes = new Set(entries.map(({ requestId }) => requestId));
  const byCause = Map.groupBy(sent, ({ key, requestId }) => key ?? requestId);
  return [...byCause].flatMap(([cause, group]) => {
    const told = group.map(toldCover).find((each) => each !== undefined);
    if (told?.status !== "success") return [];
    const isChange = !told.message.endsWith(" already.");
    const isKnown = group.some(({ requestId }) => causes.has(requestId));
    if (isChange === isKnown) return [];
    return isKnown
      ? [`${cause} changed something and was told that nothing did: "${told.message}"`]
      : [`${cause} was told "${told.message}", and the audit does not know it`];
  });
}

function judgeEnd({ accountId, coveredVnd, entries }: RacedAccount): string[] {
  return [...coveredVnd].flatMap(([symbol, amountVnd]) => {
    const lastVnd = entries.findLast((entry) => entry.symbol === symbol)?.toVnd ?? 0n;
    return lastVnd === amountVnd
      ? []
      : [`${accountId} ${symbol} covers ${amountVnd}, and its last entry says ${lastVnd}`];
  });
}
