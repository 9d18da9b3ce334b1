import type { AccountKey, AccountState } from "@trading-oms/brokerage/ports";
import { numberOf, type Row, readRow, textOf } from "../read-row.ts";
import { isLocked } from "./explain-postgresql.ts";
import type { PostgresqlClient } from "./postgresql-client.ts";
import { queries, stateColumns } from "./queries.ts";
import type { TextsAnswer, TextsQuestion } from "./texts-query.ts";

/** Reads accounts, each with all that belongs to it, in no order. */
export async function readStates(
  client: PostgresqlClient,
  keys: readonly AccountKey[],
): Promise<AccountState[]> {
  const users = keys.map(({ userId }) => userId);
  const accounts = keys.map(({ accountId }) => accountId);
  const question = { name: "accountsOf", text: queries.accountsOf, lists: [[users, accounts]] };
  return (await ask(client, question)).flatMap(statesOf);
}

/** Reads one. */
export async function readState(
  client: PostgresqlClient,
  { userId, accountId }: AccountKey,
): Promise<AccountState | undefined> {
  const question = { name: "account", text: queries.account, lists: [[userId, accountId]] };
  return (await ask(client, question)).flatMap(statesOf)[0];
}

/**
 * Who reads an account and changes it next does both on one connection, where nothing came between: the server has a
 * process for each, and one that was just busy answers sooner. A read of rows waits for nobody; for a table that is held it
 * waits as long as that connection does, and then once more as the server has it.
 */
async function ask(client: PostgresqlClient, question: TextsQuestion): Promise<readonly TextsAnswer[]> {
  try {
    return await client.queryTexts({ ...question, lockMsMax: "any" });
  } catch (failure) {
    if (!isLocked(failure)) throw failure;
    return client.queryTexts(question);
  }
}

function statesOf({ rows }: TextsAnswer): AccountState[] {
  return rows.map((texts) => {
    const row: Row = Object.fromEntries(stateColumns.map((name, index) => [name, texts[index]]));
    return {
      account: readRow.account(row),
      positions: listOf(row, "positions").map(readRow.position),
      episodes: listOf(row, "episodes").map(readRow.episode),
      notificationCount: numberOf(row, "notification_count"),
    };
  });
}

/** Most accounts have no episode, and `JSON.parse` takes longer to find nothing than to be left out. */
function listOf(row: Row, name: string): readonly Row[] {
  const text = textOf(row, name);
  return text === "[]" ? [] : JSON.parse(text);
}
