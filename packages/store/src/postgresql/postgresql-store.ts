import type { DurableStore } from "@trading-oms/brokerage/ports";
import { trackBackgroundWork } from "../background-work.ts";
import { draftCatalog } from "../sql/catalog.ts";
import { forPostgresql, queriesOf, type RunQuery, sharedMethodsOf } from "../sql/reads.ts";
import { saveInChunks } from "../sql/save-in-chunks.ts";
import { schemaVersion } from "../sql/schema-version.ts";
import { changesText, createReadQueue, readStates, sweepOutcomes } from "./accounts.ts";
import { backUpPostgresql, restorePostgresql } from "./backup.ts";
import { createChangeWriter } from "./change-writer.ts";
import type { PostgresqlClient } from "./client.ts";
import {
  catalogDatabaseOf,
  claimShards,
  markNotifications,
  saveHeard,
  saveQuotes,
  setMarks,
} from "./writes.ts";

const queries = queriesOf(changesText, forPostgresql);

const clockStatement = {
  name: "clock",
  text: "select (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms",
};

export function postgresqlStoreOf(client: PostgresqlClient): DurableStore {
  const background = trackBackgroundWork();
  const accounts = createReadQueue(client);
  const changes = createChangeWriter(client);
  const runQuery: RunQuery = async (name, ...values) =>
    (await client.query({ name, text: queries[name], values })).rows;
  let closing: Promise<void> | undefined;
  return {
    ...sharedMethodsOf(runQuery, (...marking) => markNotifications(client, ...marking)),
    readAccount: accounts.submit,
    readAccounts: (keys) => readStates(client, keys),
    sweepOutcomes: (part) => sweepOutcomes(client, part),
    commit: changes.commit,
    draftCatalog: () =>
      draftCatalog(catalogDatabaseOf(client, { runInBackground: background.run, commit: changes.commit })),
    setMarks: (marks, { nowMs }) => setMarks(client, marks, nowMs),
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
