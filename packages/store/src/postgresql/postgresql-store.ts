import type { DurableStore } from "@trading-oms/brokerage/ports";
import { trackBackgroundWork } from "../background-work.ts";
import { draftCatalog } from "../sql/catalog.ts";
import { forPostgresql, idValues, type ReadName, type RunQuery, readsOf, readTexts } from "../sql/reads.ts";
import { markedRead, readRow, watermarkOf } from "../sql/rows.ts";
import { saveInChunks } from "../sql/save-in-chunks.ts";
import { schemaVersion } from "../sql/schema-version.ts";
import { createReadQueue, listChanges, readStates, sweepOutcomes } from "./accounts.ts";
import { backUpPostgresql, countRows, restorePostgresql } from "./backup.ts";
import { createChangeWriter } from "./change-writer.ts";
import type { PostgresqlClient } from "./client.ts";
import type { NotificationReader } from "./replica/notification-reader.ts";
import {
  catalogDatabaseOf,
  claimShards,
  markRead,
  markReadThrough,
  saveHeard,
  saveQuotes,
  setHolidays,
  setMarks,
} from "./writes.ts";

const queries = Object.fromEntries(
  Object.entries(readTexts).map(([name, text]) => [name, forPostgresql(text)]),
) as Readonly<Record<ReadName, string>>;

/** The store on PostgreSQL. Pages of notifications come from `reader` if there is one. */
export function postgresqlStoreOf(
  client: PostgresqlClient,
  nowMs: () => number,
  reader?: NotificationReader,
): DurableStore {
  const background = trackBackgroundWork();
  const accounts = createReadQueue(client, nowMs);
  const changes = createChangeWriter(client, nowMs);
  const runQuery: RunQuery = async (name, ...values) =>
    (await client.query({ name, text: queries[name], values })).rows;
  const reads = readsOf(runQuery);
  let closing: Promise<void> | undefined;
  return {
    ...reads,
    readAccount: accounts.submit,
    readAccounts: (keys) => readStates(client, keys),
    listChanges: (part) => listChanges(client, part),
    sweepOutcomes: (part) => sweepOutcomes(client, part),
    commit: async (change) => {
      const outcome = await changes.commit(change);
      if (change.notifications.length > 0) reader?.recordWrite(change.key.userId);
      return outcome;
    },
    listNotifications: async (userId, page) => {
      if (reader === undefined) return reads.listNotifications(userId, page);
      return (await reader.read(userId, [userId, page.offset, page.limit])).map(readRow.notification);
    },
    markRead: async ({ userId, ids, atMs }) => {
      const marked = markedRead(ids, await runQuery("readFlags", ...idValues(userId, ids)));
      if (marked.count > 0) await markRead(client, userId, ids, atMs);
      reader?.recordWrite(userId);
      return marked;
    },
    markReadThrough: async ({ userId, through, atMs }) => {
      const watermark = watermarkOf((await runQuery("notificationCount", userId))[0], through);
      if (watermark?.isNew) await markReadThrough(client, userId, watermark.n, atMs);
      reader?.recordWrite(userId);
      return watermark !== undefined;
    },
    setHolidays: (dates) => setHolidays(client, dates),
    draftCatalog: () =>
      draftCatalog(catalogDatabaseOf(client, { runInBackground: background.run, commit: changes.commit })),
    setMarks: (marks, clock) => setMarks(client, marks, clock),
    saveQuotes: async (records, { nowMs, heard }) => {
      if (heard !== undefined) await saveHeard(client, heard, nowMs);
      await saveInChunks(records, (chunk) => saveQuotes(client, chunk, nowMs));
    },
    claimShards: (claim) => claimShards(client, claim),
    backUp: () => backUpPostgresql(client),
    restore: async (rows) => {
      await restorePostgresql(client, rows);
      changes.discardNumbers();
    },
    describe: async () => ({ engine: "postgresql", schemaVersion }),
    countRows: () => countRows(client),
    close: () => {
      closing ??= close();
      return closing;
    },
  };

  async function close(): Promise<void> {
    await Promise.all([background.finish(), accounts.close(), changes.close()]);
    await reader?.close();
    await client.close();
  }
}
