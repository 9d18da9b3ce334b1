import type { Store } from "@trading-oms/brokerage/ports";
import { dropDatabase, makeDatabase, runSql } from "@trading-oms/scratch";
import { describeFailingStore, describeStore } from "../store.suite.ts";
import { type LossyWay, loseAnswers } from "../testing/lose-answers.ts";
import { makeFaultyPostgresql } from "../testing/make-faulty-postgresql.ts";
import { plantFault, pullFault } from "../testing/plant-fault.ts";
import { stepsOfPostgresql } from "../testing/steps-of-postgresql.ts";
import type { FaultyStore, StoreHarness } from "../testing/store-harness.ts";
import { connectPostgresql } from "./client.ts";
import { openPostgresqlStore } from "./open-postgresql-store.ts";
import { postgresqlStoreOf } from "./postgresql-store.ts";
import { migratePostgresql } from "./schema.ts";

/** What fails: a row that a statement writes, or a statement as a whole. */
function makeHarness(part: "row" | "statement"): StoreHarness {
  const opened = new Set<Store>();
  const databases: string[] = [];
  const ways: LossyWay[] = [];
  const url = (): string => databases.at(-1) ?? "";
  const openLast = async (): Promise<Store> => {
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
    openUnsteady: async () => {
      const way = await loseAnswers(url());
      const store = await openPostgresqlStore({ url: way.url });
      opened.add(store);
      ways.push(way);
      return { store, goAway: way.cut, comeBack: way.mend };
    },
    stepsOf: stepsOfPostgresql,
    makePlace: async (statements) => {
      databases.push(await makeDatabase());
      await runSql(url(), statements.join(";\n"));
    },
    migrateFaulty: (failAt) => migrateFaulty(url(), failAt),
    clean: async () => {
      await Promise.all([...opened].map((store) => store.close()));
      opened.clear();
      for (const way of ways.splice(0)) await way.close();
      for (const each of databases.splice(0)) await dropDatabase(each);
    },
  };
}

async function openFaultyRow(url: string, failAt: number): Promise<FaultyStore> {
  const store = await openPostgresqlStore({ url });
  await runSql(url, plantFault(failAt));
  const hasStruck = async (): Promise<boolean> => {
    const [row] = await runSql(url, "select last_value, is_called from write_count");
    return row?.["is_called"] === true && Number(row["last_value"]) >= failAt;
  };
  const close = async (): Promise<void> => {
    await store.close();
    await runSql(url, pullFault);
  };
  return { store, hasStruck, close };
}

async function openFaultyStatement(url: string, failAt: number): Promise<FaultyStore> {
  const { client, hasStruck } = makeFaultyPostgresql(connectPostgresql({ url }), failAt);
  const store = postgresqlStoreOf(client, () => performance.now());
  return { store, hasStruck: async () => hasStruck(), close: () => store.close() };
}

async function migrateFaulty(url: string, failAt: number): Promise<boolean> {
  const { client, hasStruck } = makeFaultyPostgresql(connectPostgresql({ url }), failAt);
  try {
    await migratePostgresql(client);
  } catch (failure) {
    if (!hasStruck()) throw failure;
  } finally {
    await client.close();
  }
  return hasStruck();
}

describeStore("PostgreSQL", makeHarness("row"));
describeFailingStore("PostgreSQL, while it writes", makeHarness("row"));
describeFailingStore("PostgreSQL, between statements", makeHarness("statement"));
