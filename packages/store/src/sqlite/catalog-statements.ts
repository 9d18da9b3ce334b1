import type { CatalogEntry } from "@trading-oms/brokerage/ports";
import { restoreStatements } from "./restore-statements.ts";
import type { RowsStatement } from "./statement.ts";

/** What a catalog is written with, for SQLite and D1. */
export const catalogStatements = {
  begin: (generation: number, nowMs: number): RowsStatement[] => [
    { sql: "insert into catalog_generation values (?, 'draft', ?)", rows: [[generation, nowMs]] },
  ],
  add: (generation: number, entries: readonly CatalogEntry[], nowMs: number): RowsStatement[] => [
    touch(generation, nowMs),
    guard,
    {
      sql: "insert into instrument (generation, symbol, details) values (?, ?, ?)",
      rows: entries.map(({ symbol, details }) => [generation, symbol, details]),
    },
  ],
  publish: (generation: number, nowMs: number): RowsStatement[] => [
    restoreStatements.guard,
    { sql: "update catalog_generation set state = 'old' where state = 'current'", rows: [[]] },
    {
      sql: "update catalog_generation set state = 'current', touched_at = ? where generation = ? and state = 'draft'",
      rows: [[nowMs, generation]],
    },
    guard,
    { sql: "update catalog_head set generation = ? where id = 1", rows: [[generation]] },
    { sql: "update change_counter set value = value + 1 where name = 'catalog'", rows: [[]] },
  ],
  abandon: (generation: number): RowsStatement[] => [
    {
      sql: "update catalog_generation set state = 'old' where generation = ? and state = 'draft'",
      rows: [[generation]],
    },
  ],
  giveUp: (olderThanMs: number): RowsStatement[] => [
    {
      sql: "update catalog_generation set state = 'old' where state = 'draft' and touched_at < ?",
      rows: [[olderThanMs]],
    },
  ],
  sweep: (generation: number, count: number): RowsStatement[] => [
    {
      sql: `delete from instrument where generation = ? and symbol in
        (select symbol from instrument where generation = ? order by symbol limit ?)`,
      rows: [[generation, generation, count]],
    },
  ],
  forget: (generation: number): RowsStatement[] => [
    {
      sql: "delete from catalog_generation where generation = ? and state = 'old'",
      rows: [[generation]],
    },
  ],
} as const;

function touch(generation: number, nowMs: number): RowsStatement {
  return {
    sql: "update catalog_generation set touched_at = ? where generation = ? and state = 'draft'",
    rows: [[nowMs, generation]],
  };
}

/** A draft that was taken for left behind, and swept, takes nothing more. */
const guard: RowsStatement = {
  sql: "insert into commit_guard (account_version_held) select null where changes() = 0",
  rows: [[]],
};
