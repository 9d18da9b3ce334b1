import type { Rota, ShardClaim } from "@trading-oms/brokerage/ports";
import { rotaOf } from "../rota-of.ts";
import { watcherKeptMsMax } from "../watcher-kept-ms-max.ts";
import { inTransaction } from "./in-transaction.ts";
import type { PostgresqlClient } from "./postgresql-client.ts";
import { queries } from "./queries.ts";

/** Any number that no other program locks by: the letters TOMW. */
const lockKey = 0x54_4f_4d_57;

const claimText = `
with kept as (
  insert into watcher (holder, until) select $1, $2::bigint where $2::bigint > $3::bigint
  on conflict (holder) do update set until = excluded.until
), swept as (
  delete from watcher where (holder <> $1 and until <= $4::bigint) or (holder = $1 and $2::bigint <= $3::bigint)
), freed as (
  update lease set until = $3 where holder = $1 and until > $3 and shard <> all($5::int[])
)
insert into lease (shard, holder, fencing, until)
select distinct wanted.shard, $1, 1, $2::bigint from unnest($5::int[]) as wanted (shard)
on conflict (shard) do update set
  fencing = lease.fencing + case when lease.holder = excluded.holder then 0 else 1 end,
  holder = excluded.holder, until = excluded.until
where lease.holder = excluded.holder or lease.until <= $3`;

/** Makes a claim of shards, one after the other: whoever frees and takes others' at once might else wait in a circle. */
export function claimShards(
  client: PostgresqlClient,
  { holder, untilMs, atMs, shards }: ShardClaim,
): Promise<Rota> {
  return inTransaction(client, async (query) => {
    await query({ text: `select pg_advisory_xact_lock(${lockKey})` });
    await query({
      name: "claimShards",
      text: claimText,
      values: [holder, untilMs, atMs, atMs - watcherKeptMsMax, shards],
    });
    const { rows } = await query({ name: "rota", text: queries.rota });
    return rotaOf(rows);
  });
}
