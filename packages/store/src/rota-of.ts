import type { LeaseRecord, Rota, WatcherRecord } from "@trading-oms/brokerage/ports";
import { numberOf, type Row, textOf } from "./read-row.ts";

/** Watchers and leases from rows of both, in the order of those; a watcher's row has no shard. */
export function rotaOf(rows: readonly Row[]): Rota {
  const watchers: WatcherRecord[] = [];
  const leases: LeaseRecord[] = [];
  for (const row of rows) {
    const watcher = { holder: textOf(row, "holder"), untilMs: numberOf(row, "until") };
    if (row["shard"] === null) watchers.push(watcher);
    else leases.push({ ...watcher, shard: numberOf(row, "shard"), fencing: numberOf(row, "fencing") });
  }
  return { watchers, leases };
}
