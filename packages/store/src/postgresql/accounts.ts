import type {
  AccountChange,
  AccountKey,
  AccountState,
  OutcomeKey,
  PricedAccount,
  Store,
} from "@trading-oms/brokerage/ports";
import { startOfChanges } from "../sql/reads.ts";
import { pricedOf, readChange, stateOf, textOf } from "../sql/rows.ts";
import type { Row } from "../sql/table.ts";
import { accountColumns } from "../sql/tables.ts";
import { type BatchQueue, createBatchQueue } from "./batch-queue.ts";
import type { PostgresqlClient } from "./client.ts";
import { isServerError } from "./failures.ts";
import type { PipelinedResult } from "./pipelined-query.ts";

const ofAccount = "where held.user_id = account.user_id and held.account_id = account.account_id";

/** Each position with the last price and the day of its symbol. */
const pricedPosition = `(select held.*, price, mark.at, origin, quote.at as quote_at, seq, day from position as held
      left join mark on mark.symbol = held.symbol left join quote on quote.symbol = held.symbol ${ofAccount})`;

/** One statement reads account, positions, episodes and versions from the same snapshot. */
const stateWith = (position: string): string => `select ${accountColumns.names},
    (select notification_count from app_user where app_user.user_id = account.user_id) as notification_count,
    (select coalesce(json_agg(held order by held.symbol), '[]') from ${position}) as positions,
    (select coalesce(json_agg(held order by held.symbol), '[]') from episode as held ${ofAccount}) as episodes,
    (select json_object_agg(name, value) from change_counter) as versions
    from account`;

/** The columns of `stateWith`, in order. */
const stateColumns: readonly string[] = [
  ...accountColumns.columns.map(({ name }) => name),
  "notification_count",
  "positions",
  "episodes",
  "versions",
];

const ofKeys = "where (user_id, account_id) in (select * from unnest($1::text[], $2::text[]))";
const statesText = `${stateWith(`position as held ${ofAccount}`)} ${ofKeys}`;
const pricedByKey = `${stateWith(`${pricedPosition} as held`)} where user_id = $1 and account_id = $2`;
const pricedByKeys = `${stateWith(`${pricedPosition} as held`)} ${ofKeys}`;

/** Reads accounts with their positions and episodes, in any order. */
export async function readStates(
  client: PostgresqlClient,
  keys: readonly AccountKey[],
): Promise<AccountState[]> {
  const lists = [[keys.map(({ userId }) => userId), keys.map(({ accountId }) => accountId)]];
  const results = await client.queryPipelined({ name: "accountsOf", text: statesText, lists });
  return results.flatMap(rowsOf).map((row) => stateOf(row));
}

/** Reads accounts with the prices of their symbols as well. */
async function readPriced(client: PostgresqlClient, keys: readonly AccountKey[]): Promise<PricedAccount[]> {
  const lists = [[keys.map(({ userId }) => userId), keys.map(({ accountId }) => accountId)]];
  const results = await client.queryPipelined({ name: "pricedAccountsOf", text: pricedByKeys, lists });
  return results.flatMap(rowsOf).map(pricedOf);
}

/** Reads one account with its positions, episodes and the prices of its symbols. */
export async function readState(
  client: PostgresqlClient,
  { userId, accountId }: AccountKey,
): Promise<PricedAccount | undefined> {
  const lists = [[userId, accountId]];
  const results = await client.queryPipelined({ name: "account", text: pricedByKey, lists });
  return results.flatMap(rowsOf).map(pricedOf)[0];
}

function rowsOf({ rows }: PipelinedResult): Row[] {
  return rows.map((texts) => Object.fromEntries(stateColumns.map((name, index) => [name, texts[index]])));
}

/** Creates a queue that reads concurrently requested accounts with one statement. */
export function createReadQueue(
  client: PostgresqlClient,
  nowMs: () => number,
): BatchQueue<AccountKey, PricedAccount | undefined> {
  return createBatchQueue({ batchSizeMax: 64, concurrencyMax: 4, nowMs, runBatch: read });

  async function read(
    keys: readonly AccountKey[],
  ): Promise<(PricedAccount | undefined | Promise<PricedAccount | undefined>)[]> {
    if (keys.length === 1) return readSeparately(keys);
    const states = await readPriced(client, keys).catch(ignoreServerError);
    // The server rejects the whole statement for one invalid key, such as a text with a NUL. Only that read may fail.
    if (states === undefined) return readSeparately(keys);
    const byKey = new Map(states.map((state) => [mapKeyOf(state.account), state]));
    return keys.map((key) => byKey.get(mapKeyOf(key)));
  }

  /** Waits for all reads, so that they count as a running batch until then. */
  async function readSeparately(keys: readonly AccountKey[]): Promise<Promise<PricedAccount | undefined>[]> {
    const states = keys.map((key) => readState(client, key));
    await Promise.allSettled(states);
    return states;
  }
}

function ignoreServerError(failure: unknown): undefined {
  if (!isServerError(failure)) throw failure;
  return undefined;
}

function mapKeyOf({ userId, accountId }: AccountKey): string {
  return `${userId.length} ${userId}${accountId}`;
}

/** The lateral join makes the planner scan the index once per shard, for any number of shards. */
export const changesText = `select found.* from unnest($1::int[]) as wanted (shard) cross join lateral (
      select user_id, account_id, version, changed_at from account
      where account.shard = wanted.shard and (changed_at, user_id, account_id) > ($2, $3, $4)
      order by changed_at, user_id, account_id limit $5
    ) as found order by changed_at, user_id, account_id limit $5`;

/** Lists the changes of accounts in these shards. */
export async function listChanges(
  client: PostgresqlClient,
  part: Parameters<Store["listChanges"]>[0],
): Promise<AccountChange[]> {
  const values = [part.shards, ...startOfChanges(part), part.limit];
  const { rows } = await client.query({ name: "changes", text: changesText, values });
  return rows.map(readChange);
}

const sweepText = `
with looked as (
  select user_id, idempotency_key, at from idempotent_answer where (user_id, idempotency_key) > ($1, $2)
  order by user_id, idempotency_key limit $3
), swept as (
  delete from idempotent_answer using looked where idempotent_answer.user_id = looked.user_id
    and idempotent_answer.idempotency_key = looked.idempotency_key and looked.at < $4
)
select user_id, idempotency_key from looked order by user_id, idempotency_key offset $3 - 1`;

/** Checks the next outcomes in key order, and deletes those older than `beforeMs`. */
export async function sweepOutcomes(
  client: PostgresqlClient,
  { after, limit, beforeMs }: Parameters<Store["sweepOutcomes"]>[0],
): Promise<OutcomeKey | undefined> {
  // Unnamed, so that it is planned for this limit. A generic plan may read the whole table.
  const { rows } = await client.query({
    text: sweepText,
    values: [after?.userId ?? "", after?.idempotencyKey ?? "", limit, beforeMs],
  });
  const [last] = rows;
  return last && { userId: textOf(last, "user_id"), idempotencyKey: textOf(last, "idempotency_key") };
}
