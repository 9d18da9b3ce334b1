import type {
  AccountKey,
  AccountState,
  OutcomeKey,
  PricedAccount,
  Store,
} from "@trading-oms/brokerage/ports";
import { ofAccount, pricedPositions } from "../sql/reads.ts";
import { pricedOf, stateOf, textOf } from "../sql/rows.ts";
import type { Row } from "../sql/table.ts";
import { accountColumns } from "../sql/tables.ts";
import { type BatchQueue, createBatchQueue } from "./batch-queue.ts";
import type { PostgresqlClient } from "./client.ts";
import { isServerError } from "./failures.ts";
import type { NamedStatement } from "./pipelined-query.ts";

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
const states = { name: "accountsOf", text: `${stateWith(`position as held ${ofAccount}`)} ${ofKeys}` };
const priced = stateWith(`(${pricedPositions}) as held`);
const pricedByKey = { name: "account", text: `${priced} where user_id = $1 and account_id = $2` };
const pricedByKeys = { name: "pricedAccountsOf", text: `${priced} ${ofKeys}` };

/** Reads accounts with their positions and episodes, in any order. */
export async function readStates(
  client: PostgresqlClient,
  keys: readonly AccountKey[],
): Promise<AccountState[]> {
  return (await readRows(client, states, listsOfKeys(keys))).map((row) => stateOf(row));
}

function listsOfKeys(keys: readonly AccountKey[]): string[][] {
  return [keys.map(({ userId }) => userId), keys.map(({ accountId }) => accountId)];
}

async function readRows(
  client: PostgresqlClient,
  statement: Pick<NamedStatement, "name" | "text">,
  values: NamedStatement["values"],
): Promise<Row[]> {
  const results = await client.queryPipelined({ ...statement, lists: [values] });
  const rows = results.flatMap((result) => result.rows);
  return rows.map((texts) => Object.fromEntries(stateColumns.map((name, index) => [name, texts[index]])));
}

/** Creates a queue that reads concurrently requested accounts with one statement. */
export function createReadQueue(client: PostgresqlClient): BatchQueue<AccountKey, PricedAccount | undefined> {
  return createBatchQueue({ batchSizeMax: 64, concurrencyMax: 4, runBatch: read });

  async function read(
    keys: readonly AccountKey[],
  ): Promise<(PricedAccount | undefined | Promise<PricedAccount | undefined>)[]> {
    if (keys.length === 1) return readSeparately(keys);
    const rows = await readRows(client, pricedByKeys, listsOfKeys(keys)).catch(ignoreServerError);
    // The server rejects the whole statement for one invalid key, such as a text with a NUL. Only that read may fail.
    if (rows === undefined) return readSeparately(keys);
    const byKey = new Map(rows.map(pricedOf).map((state) => [mapKeyOf(state.account), state]));
    return keys.map((key) => byKey.get(mapKeyOf(key)));
  }

  /** Waits for all reads, so that they count as a running batch until then. */
  async function readSeparately(keys: readonly AccountKey[]): Promise<Promise<PricedAccount | undefined>[]> {
    const reads = keys.map(async ({ userId, accountId }) => {
      const rows = await readRows(client, pricedByKey, [userId, accountId]);
      return rows.map(pricedOf)[0];
    });
    await Promise.allSettled(reads);
    return reads;
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
