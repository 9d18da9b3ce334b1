import type { AccountKey, AccountState } from "@trading-oms/brokerage/ports";
import { numberOf, readRow } from "../read-row.ts";
import type { PostgresqlClient, PostgresqlRow } from "./postgresql-client.ts";
import { queries } from "./queries.ts";

/** Reads accounts, each with all that belongs to it, in no order. */
export async function readStates(
  client: PostgresqlClient,
  keys: readonly AccountKey[],
): Promise<AccountState[]> {
  const users = keys.map(({ userId }) => userId);
  const accounts = keys.map(({ accountId }) => accountId);
  const statement = { name: "accountsOf", text: queries.accountsOf, values: [users, accounts] };
  return (await client.query(statement)).rows.map(stateOf);
}

/** Reads one. */
export async function readState(
  client: PostgresqlClient,
  { userId, accountId }: AccountKey,
): Promise<AccountState | undefined> {
  const statement = { name: "account", text: queries.account, values: [userId, accountId] };
  const [row] = (await client.query(statement)).rows;
  return row && stateOf(row);
}

function stateOf(row: PostgresqlRow): AccountState {
  return {
    account: readRow.account(row),
    positions: (row["positions"] as PostgresqlRow[]).map(readRow.position),
    episodes: (row["episodes"] as PostgresqlRow[]).map(readRow.episode),
    notificationCount: numberOf(row, "notification_count"),
  };
}
