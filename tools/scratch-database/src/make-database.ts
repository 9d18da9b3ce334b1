import { randomUUID } from "node:crypto";
import { runSql } from "./run-sql.ts";

const server = process.env["TEST_DATABASE_URL"] ?? "postgres://postgres@127.0.0.1:5432/postgres";

/** Makes a database that holds nothing, and gives its address. */
export async function makeDatabase(): Promise<string> {
  const name = `oms_scratch_${randomUUID().replaceAll("-", "")}`;
  await runSql(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Drops a database, with whatever is connected to it. */
export async function dropDatabase(url: string): Promise<void> {
  await runSql(server, `drop database ${new URL(url).pathname.slice(1)} with (force)`);
}
