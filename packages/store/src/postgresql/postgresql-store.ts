import type { Store } from "@trading-oms/brokerage/ports";
import { draftCatalog } from "../sql/catalog.ts";
import { type Ask, forPostgresql, idValues, type ReadName, readsOf, readTexts } from "../sql/reads.ts";
import { markedRead, readRow } from "../sql/rows.ts";
import { saveInChunks } from "../sql/save-in-chunks.ts";
import { workBehind } from "../work-behind.ts";
import { gatherReads, listChanges, readStates, sweepOutcomes } from "./accounts.ts";
import { backUpPostgresql, countRows, restorePostgresql } from "./backup.ts";
import { makeChanges } from "./changes.ts";
import type { PostgresqlClient } from "./client.ts";
import type { Pages } from "./replica/read-pages.ts";
import { migrations } from "./schema.ts";
import { catalogDatabaseOf, claimShards, saveQuotes, setHolidays, setMarks, setRates } from "./writes.ts";

const queries = Object.fromEntries(
  Object.entries(readTexts).map(([name, text]) => [name, forPostgresql(text)]),
) as Readonly<Record<ReadName, string>>;

/** The store on PostgreSQL: each change is one statement, each read too. */
export function postgresqlStoreOf(client: PostgresqlClient, nowMs: () => number, pages?: Pages): Store {
  const behind = workBehind();
  const accounts = gatherReads(client, nowMs);
  const changes = makeChanges(client, nowMs);
  const ask: Ask = async (name, ...values) =>
    (await client.query({ name, text: queries[name], values })).rows;
  const reads = readsOf(ask);
  let closing: Promise<void> | undefined;
  return {
    ...reads,
    readAccount: accounts.ask,
    readAccounts: (keys) => readStates(client, keys),
    listChanges: (part) => listChanges(client, part),
    sweepOutcomes: (part) => sweepOutcomes(client, part),
    commit: async (change) => {
      const outcome = await changes.commit(change);
      if (change.notifications.length > 0) pages?.noteTold(change.key.userId);
      return outcome;
    },
    listNotifications: async (userId, page) => {
      if (pages === undefined) return reads.listNotifications(userId, page);
      return (await pages.read(userId, [userId, page.offset, page.limit])).map(readRow.notification);
    },
    markRead: async ({ userId, ids, atMs }) => {
      const marked = markedRead(ids, await ask("readFlags", ...idValues(userId, ids)));
      if (marked.count > 0) await ask("markRead", ...idValues(userId, ids), atMs);
      pages?.noteTold(userId);
      return marked;
    },
    setRates: (rates) => setRates(client, rates),
    setHolidays: (dates) => setHolidays(client, dates),
    draftCatalog: () => draftCatalog(catalogDatabaseOf(client, behind.begin)),
    setMarks: (marks) => setMarks(client, marks),
    saveQuotes: (records) => saveInChunks(records, (chunk) => saveQuotes(client, chunk)),
    claimShards: (claim) => claimShards(client, claim),
    backUp: () => backUpPostgresql(client),
    restore: async (rows) => {
      await restorePostgresql(client, rows);
      changes.forgetNumbers();
    },
    describe: async () => {
      const rowCounts = await countRows(client);
      return { engine: "postgresql", schemaVersion: migrations.length, rowCounts };
    },
    close: () => {
      closing ??= close();
      return closing;
    },
  };

  async function close(): Promise<void> {
    await Promise.all([behind.settle(), accounts.finish(), changes.finish()]);
    await pages?.close();
    await client.close();
  }
}
