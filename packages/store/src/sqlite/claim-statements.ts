import type { ShardClaim } from "@trading-oms/brokerage/ports";
import { watcherKeptMsMax } from "../watcher-kept-ms-max.ts";
import type { RowsStatement } from "./statement.ts";

/** What a claim of shards is made with, in one transaction, for SQLite and D1. */
export function claimStatements({ holder, untilMs, shards, atMs }: ShardClaim): RowsStatement[] {
  const wanted = JSON.stringify(shards);
  return [
    untilMs > atMs
      ? {
          sql: "insert into watcher (holder, until) values (?, ?) on conflict (holder) do update set until = excluded.until",
          rows: [[holder, untilMs]],
        }
      : { sql: "delete from watcher where holder = ?", rows: [[holder]] },
    { sql: "delete from watcher where until <= ?", rows: [[atMs - watcherKeptMsMax]] },
    {
      sql: "update lease set until = ? where holder = ? and until > ? and shard not in (select value from json_each(?))",
      rows: [[atMs, holder, atMs, wanted]],
    },
    {
      sql: `insert into lease (shard, holder, fencing, until) select value, ?, 1, ? from json_each(?) where true
        on conflict (shard) do update set fencing = lease.fencing + (lease.holder <> excluded.holder),
          holder = excluded.holder, until = excluded.until
        where lease.holder = excluded.holder or lease.until <= ?`,
      rows: [[holder, untilMs, wanted, atMs]],
    },
  ];
}
