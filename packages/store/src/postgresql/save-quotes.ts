import type { QuoteRecord } from "@trading-oms/brokerage/ports";
import { explainRestore } from "./explain-restore.ts";
import type { PostgresqlClient } from "./postgresql-client.ts";
import { queries } from "./queries.ts";

/** Keeps quotes by one statement, all or none. */
export async function saveQuotes(client: PostgresqlClient, records: readonly QuoteRecord[]): Promise<void> {
  const values = [
    records.map(({ symbol }) => symbol),
    records.map(({ atMs }) => atMs),
    records.map(({ seq }) => seq),
    records.map(({ snapshot }) => snapshot),
  ];
  const { rows } = await client.query({ name: "saveQuotes", text: queries.saveQuotes, values });
  if (rows.length === 0) throw explainRestore();
}
