import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPostgresqlStore, openSqliteStore } from "@trading-oms/store";
import { buildPackages } from "../build-packages.ts";
import type { Figure } from "../print-figures.ts";
import { benchPages } from "./bench-pages.ts";
import { benchPostgresqlChanges } from "./bench-postgresql-changes.ts";
import { benchSqliteChanges } from "./bench-sqlite-changes.ts";
import { openAccounts } from "./change-accounts.ts";
import { tellAMillion } from "./tell-a-million.ts";
import { withBenchDatabase } from "./with-bench-database.ts";

/** What the store does, on SQLite and on PostgreSQL, beside what the machine allows. */
export async function benchStore(): Promise<Figure[]> {
  await buildPackages();
  const folder = await mkdtemp(join(tmpdir(), "oms-bench-"));
  try {
    return [
      ...(await benchSqliteChanges(folder)),
      ...(await benchPostgresqlChanges(folder)),
      ...(await pagesOfSqlite(join(folder, "pages.sqlite"))),
      ...(await withBenchDatabase(pagesOfPostgresql)),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function pagesOfSqlite(path: string): Promise<Figure[]> {
  const store = await openSqliteStore({ path });
  await openAccounts(store, 1);
  await tellAMillion(path);
  const figures = await benchPages("SQLite", store, "user-0");
  await store.close();
  return figures;
}

async function pagesOfPostgresql(url: string): Promise<Figure[]> {
  const store = await openPostgresqlStore({ url });
  await openAccounts(store, 1);
  await tellAMillion(url);
  const figures = await benchPages("PostgreSQL", store, "user-0");
  await store.close();
  return figures;
}
