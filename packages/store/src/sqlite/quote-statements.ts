import type { QuoteRecord } from "@trading-oms/brokerage/ports";
import type { RowsStatement, SqlValue } from "./statement.ts";

/** What quotes are kept with, for SQLite and D1; the counter is raised first, since quotes are kept with its value. */
export const quoteStatements = {
  count: "update change_counter set value = value + 1 where name = 'quotes'",
  version: "(select change_counter.value from change_counter where change_counter.name = 'quotes')",
  /** A quote gives way to a later one alone, so that what is saved again costs no follower anything. */
  onConflict: `on conflict (symbol) do update set at = excluded.at, seq = excluded.seq,
    snapshot = excluded.snapshot, version = excluded.version
    where (excluded.at, excluded.seq) > (quote.at, quote.seq)`,
  rowOf: ({ symbol, atMs, seq, snapshot }: QuoteRecord): SqlValue[] => [symbol, atMs, seq, snapshot],
  save: (records: readonly QuoteRecord[]): RowsStatement[] => [
    { sql: quoteStatements.count, rows: [[]] },
    {
      sql: `insert into quote (symbol, at, seq, snapshot, version)
        values (?, ?, ?, ?, ${quoteStatements.version}) ${quoteStatements.onConflict}`,
      rows: records.map(quoteStatements.rowOf),
    },
  ],
} as const;
