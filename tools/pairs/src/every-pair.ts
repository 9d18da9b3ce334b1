import type { Pair } from "./pair.ts";
import { bunSqlite } from "./pairs/bun-sqlite.ts";
import { denoSqlite } from "./pairs/deno-sqlite.ts";
import { nodePostgresql } from "./pairs/node-postgresql.ts";
import { nodeSqlite } from "./pairs/node-sqlite.ts";
import { workerdD1 } from "./pairs/workerd-d1.ts";
import { workerdPostgresql } from "./pairs/workerd-postgresql.ts";

/** Every pair of runtime and store, in the order of the table's columns. */
export const everyPair: readonly Pair[] = [
  nodeSqlite,
  nodePostgresql,
  workerdD1,
  workerdPostgresql,
  bunSqlite,
  denoSqlite,
];
