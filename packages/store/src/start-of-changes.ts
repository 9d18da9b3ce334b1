import type { Store } from "@trading-oms/brokerage/ports";

/** The key that the changes asked for come after: the last one that was read, or the beginning of a time. */
export function startOfChanges({
  after,
  sinceMs,
}: Pick<Parameters<Store["listChanges"]>[0], "after" | "sinceMs">): [number, string, string] {
  if (after === undefined || after.changedAtMs < sinceMs) return [sinceMs, "", ""];
  return [after.changedAtMs, after.userId, after.accountId];
}
