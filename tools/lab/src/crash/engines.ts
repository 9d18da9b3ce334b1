import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "@trading-oms/brokerage/ports";
import { dropDatabase, makeDatabase, runSql } from "@trading-oms/scratch";
import { openPostgresqlStore, openSqliteStore } from "@trading-oms/store";
import pg from "pg";
import { retry } from "./writers.ts";

/** A place that holds nothing yet, for one engine. */
export type Engine = {
  readonly name: string;
  readonly place: string;
  readonly open: () => Promise<Store>;
  /** Cuts every connection to a server; there is none where the store is a file. */
  readonly cut: (() => Promise<Cut>) | undefined;
  /** Resolves once nothing of a process that was killed is under way any more. */
  readonly rest: () => Promise<void>;
  readonly remove: () => Promise<void>;
};

/** What was done to those who were connected to a server. */
export type Cut = { readonly connectionCount: number; readonly hasCrashed: boolean };

/** Makes a SQLite file in a folder of its own. */
export async function makeSqlite(): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), "oms-crash-"));
  const path = join(folder, "oms.sqlite");
  return {
    name: "SQLite",
    place: path,
    open: () => openSqliteStore({ path }),
    cut: undefined,
    // What a process has not written when it ends nobody writes.
    rest: () => Promise.resolve(),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A server has half a minute to recover. */
const recoveryTriesMax = 1_500;

/** Makes a database on a PostgreSQL; where the server is ours alone, every other cut is a crash of all of it. */
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
    rest: async () => {
      // A server works off what it was sent, also for a process that is no more.
      while ((await retry(() => cutConnections(url), recoveryTriesMax)) > 0);
    },
    remove: () => dropDatabase(url),
  };
}

const others = `from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;

/**
 * Kills one process of a PostgreSQL on this machine with SIGKILL. The server then ends all its other
 * processes, and starts anew from what it has on disk. Tells how many connections the database had.
 */
async function crashServer(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query(`select pid ${others} union all select pg_backend_pid()`);
  // Our own connection is there as well, so there is always one; that it ends shows that the server has noticed.
  const ended = new Promise<void>((settle) => client.once("end", () => settle()));
  process.kill(rows[0].pid, "SIGKILL");
  await ended;
  return rows.length - 1;
}

/** Ends every session on a database but the own, in the middle of what it does, and tells how many there were. */
async function cutConnections(url: string): Promise<number> {
  const [row] = await runSql(url, `select count(pg_terminate_backend(pid))::int as count ${others}`);
  return Number(row?.["count"]);
}
