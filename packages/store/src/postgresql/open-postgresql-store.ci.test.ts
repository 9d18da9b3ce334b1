import type { DurableStore } from "@trading-oms/brokerage/ports";
import { makeDatabase, releaseDatabase, runSql } from "@trading-oms/scratch";
import { describeDurableStore, describeFailingStore } from "../store.suite.ts";
import { describeTampering, type TamperHarness } from "../suite/tampering.suite.ts";
import { createFaultPoint } from "../testing/fault-point.ts";
import { addFaults, removeFaults } from "../testing/faults/fault-trigger.ts";
import { type LossyProxy, startLossyProxy } from "../testing/faults/lossy-proxy.ts";
import type { FaultyStore, StoreHarness } from "../testing/store-harness.ts";
import { connectPostgresql, type PostgresqlClient } from "./client.ts";
import { openPostgresqlStore } from "./open-postgresql-store.ts";
import { postgresqlStoreOf } from "./postgresql-store.ts";
import { createPostgresqlSchema } from "./schema.ts";

/** The harness for PostgreSQL. `part` chooses what a fault hits: a row that a statement writes, or a whole statement. */
function makeHarness(part: "row" | "statement"): StoreHarness & TamperHarness {
  const opened = new Set<DurableStore>();
  const databases: string[] = [];
  const proxies: LossyProxy[] = [];
  const url = (): string => databases.at(-1) ?? "";
  const openLast = async (): Promise<DurableStore> => {
    const store = await openPostgresqlStore({ url: url() });
    opened.add(store);
    return store;
  };
  const faultyParts = { row: openFaultyRow, statement: openFaultyStatement };
  return {
    open: async () => {
      databases.push(await makeDatabase());
      return openLast();
    },
    openBeside: openLast,
    openFaulty: (failAt) => faultyParts[part](url(), failAt),
    openInterruptible: async () => {
      const proxy = await startLossyProxy(url());
      const store = await openPostgresqlStore({ url: proxy.url });
      opened.add(store);
      proxies.push(proxy);
      return { store, interrupt: proxy.cut, resume: proxy.restore };
    },
    tamper: async (statements) => {
      const withoutGuard = "drop trigger if exists audit_only_added_to on audit";
      await runSql(url(), [withoutGuard, ...statements].join(";\n"));
    },
    createDatabase: async () => {
      databases.push(await makeDatabase());
    },
    createSchemaFaulty: (failAt) => createSchemaFaulty(url(), failAt),
    clean: async () => {
      await Promise.all([...opened].map((store) => store.close()));
      opened.clear();
      for (const proxy of proxies.splice(0)) await proxy.close();
      for (const each of databases.splice(0)) await releaseDatabase(each);
    },
  };
}

async function openFaultyRow(url: string, failAt: number): Promise<FaultyStore> {
  const store = await openPostgresqlStore({ url });
  await runSql(url, addFaults(failAt));
  const hasFired = async (): Promise<boolean> => {
    const [row] = await runSql(url, "select last_value, is_called from write_count");
    return row?.["is_called"] === true && Number(row["last_value"]) >= failAt;
  };
  const close = async (): Promise<void> => {
    await store.close();
    await runSql(url, removeFaults);
  };
  return { store, hasFired, close };
}

async function openFaultyStatement(url: string, failAt: number): Promise<FaultyStore> {
  const { client, hasFired } = makeFaultyPostgresql(connectPostgresql({ url }), failAt);
  const store = postgresqlStoreOf(client);
  return { store, hasFired: async () => hasFired(), close: () => store.close() };
}

async function createSchemaFaulty(url: string, failAt: number): Promise<boolean> {
  const { client, hasFired } = makeFaultyPostgresql(connectPostgresql({ url }), failAt);
  try {
    await createPostgresqlSchema(client);
  } catch (failure) {
    if (!hasFired()) throw failure;
  } finally {
    await client.close();
  }
  return hasFired();
}

describeDurableStore("PostgreSQL", makeHarness("row"));
describeTampering("PostgreSQL", makeHarness("row"));
describeFailingStore("PostgreSQL, while it writes", makeHarness("row"));
describeFailingStore("PostgreSQL, between statements", makeHarness("statement"));

/** A client whose n-th statement fails before it is sent. */
function makeFaultyPostgresql(
  client: PostgresqlClient,
  failAt: number,
): { readonly client: PostgresqlClient; readonly hasFired: () => boolean } {
  const { hit, hasFired } = createFaultPoint(failAt);
  const wrap =
    (query: PostgresqlClient["query"]): PostgresqlClient["query"] =>
    async (statement) => {
      hit();
      return query(statement);
    };
  return {
    client: {
      query: wrap(client.query),
      queryPipelined: async (statement) => {
        hit();
        return client.queryPipelined(statement);
      },
      onConnection: (work) => client.onConnection((query) => work(wrap(query))),
      close: client.close,
    },
    hasFired,
  };
}
