import { DatabaseSync } from "node:sqlite";
import { shardOf } from "@trading-oms/brokerage";

/** Writes accounts with a position each into a file that has the schema, by the database's own means. */
export function fillPositions(path: string, count: number, symbolCount: number): void {
  const database = new DatabaseSync(path);
  database.exec("pragma synchronous = off");
  database.function("shard_of", { deterministic: true }, (userId) => shardOf(String(userId)));
  const series = `with recursive series (place) as (select 0 union all select place + 1 from series
    where place < ${count} - 1), held as (select place, printf('user-%07d', place) as user_id,
    printf('account-%07d', place) as account_id from series)`;
  for (const [table, values] of rows(symbolCount)) {
    database.exec(`${series} insert into ${table} select ${values} from held`);
  }
  database.close();
}

function rows(symbolCount: number): [string, string][] {
  return [
    ["trader (user_id, number, shard)", "user_id, place + 1, shard_of(user_id)"],
    ["account_owner (account_id, user_id)", "account_id, user_id"],
    [
      "account (user_id, account_id, version, shard, equity_vnd, opened_at, changed_at)",
      "user_id, account_id, 2, shard_of(user_id), 80000000, 1, 1",
    ],
    [
      `position (user_id, account_id, symbol, quantity, entry_vnd, posted_vnd, covered_vnd, is_closing, opened_at,
        changed_at)`,
      `user_id, account_id, 'S' || (place % ${symbolCount}), iif(place % 4 = 3, -1000, 1000), 100000000,
        50000000 + place % 997 * 10000, 0, 0, 1, 1`,
    ],
  ];
}
