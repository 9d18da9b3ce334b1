import { randomUUID } from "node:crypto";
import { openPostgresqlStore } from "@trading-oms/store";
import pg from "pg";
import type { Engine } from "./engine.ts";

/** Makes a database on a PostgreSQL, by an address that may make databases. */
export async function makePostgresql(server: string): Promise<Engine> {
  const name = `oms_crash_${randomUUID().replaceAll("-", "")}`;
  await run(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    name: "PostgreSQL",
    place: url.href,
    open: () => openPostgresqlStore({ url: url.href }),
    remove: () => run(server, `drop database ${name} with (force)`),
  };
}

async function run(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
