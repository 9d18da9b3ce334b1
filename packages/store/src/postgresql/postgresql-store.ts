import type { DurableStore } from "@trading-oms/brokerage/ports";
import { trackBackgroundWork } from "../background-work.ts";
import { draftCatalog } from "../sql/catalog.ts";
import {
  forPostgresql,
  idValues,
  pollText,
  type ReadName,
  type RunQuery,
  readsOf,
  readTexts,
} from "../sql/reads.ts";
import { markedRead, watermarkOf } from "../sql/rows.ts";
import { saveInChunks } from "../sql/save-in-chunks.ts";
import { schemaVersion } from "../sql/schema-version.ts";
import { changesText, createReadQueue, listChanges, readStates, sweepOutcomes } from "./accounts.ts";
import { backUpPostgresql, countRows, restorePostgresql } from "./backup.ts";
import { createChangeWriter } from "./change-writer.ts";
import type { PostgresqlClient } from "./client.ts";
import {
  catalogDatabaseOf,
  claimShards,
  markRead,
  markReadThrough,
  saveHeard,
  saveQuotes,
  setMarks,
} from "./writes.ts";

const queries = Object.fromEntries(
  Object.entries({ ...readTexts, poll: pollText(changesText) }).map(([name, text]) => [
    name,
    forPostgresql(text),
  ]),
) as Readonly<Record<ReadName, string>>;

const clockStatement = {
  name: "clock",
  text: "select (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms",
};

/** The store on PostgreSQL. */
export function postgresqlStoreOf(client: PostgresqlClient, nowMs: () => number): DurableStore {
  const background = trackBackgroundWork();
  const accounts = createReadQueue(client, nowMs);
  const changes = createChangeWriter(client, nowMs);
  const runQuery: RunQuery = async (name, ...values) =>
    (await client.query({ name, text: queries[name], values })).rows;
  let closing: Promise<void> | undefined;
  return {
    ...readsOf(runQuery),
    readAccount: accounts.submit,
    readAccounts: (keys) => readStates(client, keys),
    listChanges: (part) => listChanges(client, part),
    sweepOutcomes: (part) => sweepOutcomes(client, part),
    commit: changes.commit,
    markRead: async ({ userId, ids, atMs }) => {
      const marked = markedRead(ids, await runQuery("readFlags", ...idValues(userId, ids)));
      if (marked.count > 0) await markRead(client, userId, ids, atMs);
      return marked;
    },
    markReadThrough: async ({ userId, through, atMs }) => {
      const watermark = watermarkOf((await runQuery("notificationCount", userId))[0], through);
      if (watermark?.isNew) await markReadThrough(client, userId, watermark.n, atMs);
      return watermark !== undefined;
    },
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
    readClock: async () => {
      const [row] = (await client.query(clockStatement)).rows;
      return Number(row?.["now_ms"]);
    },
    countRows: () => countRows(client),
    close: () => {
      closing ??= close();
      return closing;
    },
  };

  async function close(): Promise<void> {
    await Promise.all([background.finish(), accounts.close(), changes.close()]);
    await client.close();
  }
}
