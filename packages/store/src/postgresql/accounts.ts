import type {
  AccountChange,
  AccountKey,
  AccountState,
  OutcomeKey,
  Store,
} from "@trading-oms/brokerage/ports";
import { startOfChanges } from "../sql/reads.ts";
import { readRow, stateOf, textOf } from "../sql/rows.ts";
import type { PostgresqlClient } from "./client.ts";
import { isOfServer } from "./failures.ts";
import { type Gathering, gatherWork } from "./gather-work.ts";
import type { TextsAnswer } from "./packets.ts";

const accountColumns =
  "user_id, account_id, version, equity_vnd, opened_at, changed_at, audit_count, audit_hash";

/** One statement, so that account, positions and episodes are of one moment. */
const stateOfAccount = `select ${accountColumns},
    (select notification_count from trader where trader.user_id = account.user_id) as notification_count,
    (select coalesce(json_agg(held order by held.symbol), '[]') from position as held
      where held.user_id = account.user_id and held.account_id = account.account_id) as positions,
    (select coalesce(json_agg(kept order by kept.symbol), '[]') from episode as kept
      where kept.user_id = account.user_id and kept.account_id = account.account_id) as episodes
    from account`;

/** Its columns in their order. */
const stateColumns: readonly string[] = [
  ...accountColumns.split(", "),
  "notification_count",
  "positions",
  "episodes",
];

const stateText = `${stateOfAccount} where user_id = $1 and account_id = $2`;
const statesText = `${stateOfAccount}
  where (user_id, account_id) in (select * from unnest($1::text[], $2::text[]))`;

/** Reads accounts, each with all that belongs to it, in no order. */
export async function readStates(
  client: PostgresqlClient,
  keys: readonly AccountKey[],
): Promise<AccountState[]> {
  const lists = [[keys.map(({ userId }) => userId), keys.map(({ accountId }) => accountId)]];
  return (await client.queryTexts({ name: "accountsOf", text: statesText, lists })).flatMap(statesOf);
}

/** Reads one. */
export async function readState(
  client: PostgresqlClient,
  { userId, accountId }: AccountKey,
): Promise<AccountState | undefined> {
  const lists = [[userId, accountId]];
  return (await client.queryTexts({ name: "account", text: stateText, lists })).flatMap(statesOf)[0];
}

function statesOf({ rows }: TextsAnswer): AccountState[] {
  return rows.map((texts) =>
    stateOf(Object.fromEntries(stateColumns.map((name, index) => [name, texts[index]]))),
  );
}

/** Reads the accounts that are asked for at the same moment by one statement. */
export function gatherReads(
  client: PostgresqlClient,
  nowMs: () => number,
): Gathering<AccountKey, AccountState | undefined> {
  return gatherWork({ togetherMax: 64, underWayMax: 4, nowMs, doTogether: read });

  async function read(
    keys: readonly AccountKey[],
  ): Promise<(AccountState | undefined | Promise<AccountState | undefined>)[]> {
    if (keys.length === 1) return readApart(keys);
    const states = await readStates(client, keys).catch(judgeRefusal);
    // A key that the server refuses, as one that is no text to it, is nobody else's fault.
    if (states === undefined) return readApart(keys);
    const byKey = new Map(states.map((state) => [nameOf(state.account), state]));
    return keys.map((key) => byKey.get(nameOf(key)));
  }

  /** They are under way until all of them are there, as those are that are read together. */
  async function readApart(keys: readonly AccountKey[]): Promise<Promise<AccountState | undefined>[]> {
    const states = keys.map((key) => readState(client, key));
    await Promise.allSettled(states);
    return states;
  }
}

function judgeRefusal(failure: unknown): undefined {
  if (!isOfServer(failure)) throw failure;
  return undefined;
}

function nameOf({ userId, accountId }: AccountKey): string {
  return `${userId.length} ${userId}${accountId}`;
}

/** Shard by shard along the index, whatever the planner thinks of their number. */
export const changesText = `select found.* from unnest($1::int[]) as wanted (shard) cross join lateral (
      select user_id, account_id, version, changed_at from account
      where account.shard = wanted.shard and (changed_at, user_id, account_id) > ($2, $3, $4)
      order by changed_at, user_id, account_id limit $5
    ) as found order by changed_at, user_id, account_id limit $5`;

/** Reads the changes of shards. */
export async function listChanges(
  client: PostgresqlClient,
  part: Parameters<Store["listChanges"]>[0],
): Promise<AccountChange[]> {
  const values = [part.shards, ...startOfChanges(part), part.limit];
  const { rows } = await client.query({ name: "changes", text: changesText, values });
  return rows.map(readRow.change);
}

const sweepText = `
with looked as (
  select user_id, idempotency_key, at from outcome where (user_id, idempotency_key) > ($1, $2)
  order by user_id, idempotency_key limit $3
), swept as (
  delete from outcome using looked where outcome.user_id = looked.user_id
    and outcome.idempotency_key = looked.idempotency_key and looked.at < $4
)
select user_id, idempotency_key from looked order by user_id, idempotency_key offset $3 - 1`;

/** Looks at outcomes in the order of their keys, and removes those of them that are of before a time. */
export async function sweepOutcomes(
  client: PostgresqlClient,
  { after, limit, beforeMs }: Parameters<Store["sweepOutcomes"]>[0],
): Promise<OutcomeKey | undefined> {
  // Without a name it is planned for its limit; a plan for any limit may read the whole table.
  const { rows } = await client.query({
    text: sweepText,
    values: [after?.userId ?? "", after?.idempotencyKey ?? "", limit, beforeMs],
  });
  const [last] = rows;
  return last && { userId: textOf(last, "user_id"), idempotencyKey: textOf(last, "idempotency_key") };
}
