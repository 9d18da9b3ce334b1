import type { AccountKey, AccountState } from "@trading-oms/brokerage/ports";
import { numberOf, type Row, readRow } from "../read-row.ts";
import { queries } from "./queries.ts";
import type { Statement } from "./statement.ts";

/** What reads accounts with all that belongs to them; of one moment where it is run in one transaction. */
export function stateStatements(keys: readonly AccountKey[]): Statement[] {
  const values = [JSON.stringify(keys.map(({ userId, accountId }) => [userId, accountId]))];
  return [queries.accountsOf, queries.positionsOf, queries.episodesOf].map((sql) => ({ sql, values }));
}

/** Puts together what those statements read. */
export function gatherStates([
  accounts = [],
  positions = [],
  episodes = [],
]: readonly (readonly Row[])[]): AccountState[] {
  const positionsOf = Map.groupBy(positions, keyOf);
  const episodesOf = Map.groupBy(episodes, keyOf);
  return accounts.map((row) => ({
    account: readRow.account(row),
    positions: (positionsOf.get(keyOf(row)) ?? []).map(readRow.position),
    episodes: (episodesOf.get(keyOf(row)) ?? []).map(readRow.episode),
    notificationCount: numberOf(row, "notification_count"),
  }));
}

function keyOf(row: Row): string {
  return JSON.stringify([row["user_id"], row["account_id"]]);
}
