import type { Store } from "@trading-oms/brokerage/ports";
import { startOfChanges } from "../start-of-changes.ts";
import { queries } from "./queries.ts";
import type { Statement } from "./statement.ts";

/** What reads the changes of shards: one of them is walked, several are sorted. */
export function changesStatement(part: Parameters<Store["listChanges"]>[0]): Statement {
  const [shard, ...others] = part.shards;
  const end = [...startOfChanges(part), part.limit];
  if (shard !== undefined && others.length === 0) {
    return { sql: queries.changesOfShard, values: [shard, ...end] };
  }
  return { sql: queries.changes, values: [JSON.stringify(part.shards), ...end] };
}
