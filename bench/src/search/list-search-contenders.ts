import { buildFlexsearch } from "./build-flexsearch.ts";
import { buildFuse } from "./build-fuse.ts";
import { buildMinisearch } from "./build-minisearch.ts";
import { buildOrama } from "./build-orama.ts";
import { buildOwn } from "./build-own.ts";
import { buildPostgresql } from "./build-postgresql.ts";
import { buildSqlite } from "./build-sqlite.ts";
import { buildUfuzzy } from "./build-ufuzzy.ts";
import type { BuildSearch } from "./search-contender.ts";

/** Who is measured, ours first. */
export function listSearchContenders(): ReadonlyMap<string, BuildSearch> {
  return new Map<string, BuildSearch>([
    ["ours", buildOwn],
    ["minisearch", buildMinisearch],
    ["flexsearch", buildFlexsearch],
    ["orama", buildOrama],
    ["uFuzzy", buildUfuzzy],
    ["fuse.js", buildFuse],
    ["SQLite FTS5 trigram", buildSqlite],
    ["PostgreSQL pg_trgm", buildPostgresql],
  ]);
}
