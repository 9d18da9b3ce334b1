import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DurableStore } from "@trading-oms/brokerage/ports";
import { makeDatabase, releaseDatabase, runSql } from "@trading-oms/scratch";
import { openPostgresqlStore, openSqliteStore } from "@trading-oms/store";
import pg from "pg";
import { retry } from "../harness/figures.ts";

/** An empty store of one engine. */
export type Engine = {
  readonly name: string;
  readonly place: string;
  readonly open: () => Promise<DurableStore>;
  /** Closes every connection to the server; undefined for a file. */
  readonly cut: (() => Promise<Cut>) | undefined;
  /** Resolves when nothing of a killed process is still running. */
  readonly untilQuiet: () => Promise<void>;
  readonly remove: () => Promise<void>;
};

/** What was cut. */
export type Cut = { readonly connectionCount: number; readonly hasCrashed: boolean };

/** Creates a SQLite file in its own folder. */
export async function makeSqlite(): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), "oms-crash-"));
  const path = join(folder, "oms.sqlite");
  return {
    name: "SQLite",
    place: path,
    open: () => openSqliteStore({ path }),
    cut: undefined,
    // A file has no server that continues the work of a killed process.
    untilQuiet: () => Promise.resolve(),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A server has half a minute to recover. */
const recoveryTriesMax = 1_500;

/** Creates a PostgreSQL database. If the server is ours alone, every other cut crashes it. */
export async function makePostgresql({ mayCrash }: { readonly mayCrash: boolean }): Promise<Engine> {
  const url = await makeDatabase();
  let cutCount = 0;
  return {
    name: "PostgreSQL",
    place: url,
    open: () => openPostgresqlStore({ url }),
    cut: async () => {
      cutCount += 1;
      const hasCrashed = mayCrash && cutCount % 2 === 0;
      return { connectionCount: await (hasCrashed ? crashServer : cutConnections)(url), hasCrashed };
    },
    untilQuiet: async () => {
      // A server finishes received statements even for a killed client.
      while ((await retry(() => cutConnections(url), recoveryTriesMax)) > 0);
    },
    remove: () => releaseDatabase(url),
  };
}

const others = `from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;

/**
 * Kills one server process of a local PostgreSQL with SIGKILL. The server then ends all other processes and recovers
 * from disk. Returns the number of connections that the database had.
 */
async function crashServer(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query(`select pid ${others} union all select pg_backend_pid()`);
  // Our own connection is included, so there is at least one. Its end shows that the server has noticed.
  const ended = new Promise<void>((settle) => client.once("end", () => settle()));
  process.kill(rows[0].pid, "SIGKILL");
  await ended;
  return rows.length - 1;
}

/** Terminates all other sessions on a database, in the middle of their work. Returns their number. */
async function cutConnections(url: string): Promise<number> {
  const [row] = await runSql(url, `select count(pg_terminate_backend(pid))::int as count ${others}`);
  return Number(row?.["count"]);
}
