import { randomUUID } from "node:crypto";
import { openPostgresqlStore } from "@trading-oms/store";
import pg from "pg";

const server = process.env["TEST_DATABASE_URL"] ?? "postgres://postgres@127.0.0.1:5432/postgres";

/** Lends a database with the store's schema and nothing in it, and drops it afterwards. */
export async function withBenchDatabase<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const name = `oms_bench_${randomUUID().replaceAll("-", "")}`;
  await runSql(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  try {
    await (await openPostgresqlStore({ url: url.href })).close();
    return await work(url.href);
  } finally {
    await runSql(server, `drop database ${name} with (force)`);
  }
}

/** Runs statements on a connection of their own. */
export async function runSql(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
