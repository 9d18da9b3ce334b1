/** The store in memory, for tests and for a broker in a page. It keeps the port's promises as long as its process lives. */
import type { Store } from "@trading-oms/brokerage/ports";
import { backupTables, chunkRows, type RestoredChunk } from "../sql/backup.ts";
import { schemaVersion } from "../sql/schema-version.ts";
import { StoreFault } from "../store-fault.ts";
import { accountsOf } from "./accounts.ts";
import { restoreRows, rowsOf } from "./backup.ts";
import { emptyContent, type MemoryContent, rejectDuringRestore } from "./content.ts";
import { notificationsOf } from "./notifications.ts";
import { quotesOf } from "./quotes.ts";
import { referenceOf } from "./reference.ts";
import { createRota } from "./rota.ts";

/** Opens a store on content in memory. Stores on the same content see the same, but share no leases. */
export function openMemoryStore(content: MemoryContent = emptyContent()): Store {
  const accounts = accountsOf(content);
  return {
    ...accounts,
    ...notificationsOf(content),
    ...referenceOf(content, accounts.commit),
    ...quotesOf(content),
    ...createRota(),
    async *backUp() {
      yield* rowsOf(content);
    },
    restore: async (rows) => {
      rejectDuringRestore(content);
      const { traders, rates, marks, quotes, catalog, holidays } = content;
      if ([traders, rates, marks, quotes, catalog].some(({ size }) => size > 0) || holidays.length > 0)
        throw new StoreFault("not-empty", "There is something in the store already; restore into a new one.");
      content.isRestoring = true;
      try {
        const chunks: RestoredChunk[] = [];
        for await (const chunk of chunkRows(rows)) chunks.push(chunk);
        restoreRows(content, chunks);
      } finally {
        content.isRestoring = false;
      }
    },
    describe: async () => ({ engine: "memory", schemaVersion }),
    countRows: async () => {
      const rowCounts = Object.fromEntries(Object.keys(backupTables).map((table) => [table, 0]));
      for (const { table } of rowsOf(content)) rowCounts[table] = (rowCounts[table] ?? 0) + 1;
      return rowCounts;
    },
    close: async () => {},
  };
}
