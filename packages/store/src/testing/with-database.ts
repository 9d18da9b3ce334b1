import { randomUUID } from "node:crypto";
import pg from "pg";

/** A server on which databases may be made and dropped. */
const server = process.env["TEST_DATABASE_URL"] ?? "postgres://postgres@127.0.0.1:5432/postgres";

/** Runs statements on a database. */
export type RunSql = (text: string) => Promise<Readonly<Record<string, unknown>>[]>;

/** Makes a database that holds nothing, and gives its address. */
export async function makeDatabase(): Promise<string> {
  const name = `oms_test_${randomUUID().replaceAll("-", "")}`;
  await runSql(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Drops a database, with whatever is connected to it. */
export async function dropDatabase(url: string): Promise<void> {
  await runSql(server, `drop database ${new URL(url).pathname.slice(1)} with (force)`);
}

/** Lends an empty database, and drops it behind its user. */
export async function withDatabase(work: (url: string, run: RunSql) => Promise<void>): Promise<void> {
  const url = await makeDatabase();
  try {
    await work(url, (text) => runSql(url, text));
  } finally {
    await dropDatabase(url);
  }
}

/** Runs statements on a connection of their own, and gives the rows of the only one or of none. */
export async function runSql(url: string, text: string): ReturnType<RunSql> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
