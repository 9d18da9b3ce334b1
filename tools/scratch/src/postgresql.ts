import { execFile, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { findFreePort } from "./programs.ts";

/** Where Debian puts each version's programs, which are not on the path. */
const debianFolder = "/usr/lib/postgresql";

/** Finds the folder of the programs that make and run a PostgreSQL, the newest there is, or says how to have them. */
export function findPostgresqlPrograms(environment: Readonly<Record<string, string | undefined>>): string {
  const { POSTGRESQL_PROGRAMS = "", PATH = "" } = environment;
  if (POSTGRESQL_PROGRAMS !== "") {
    if (hasAll(POSTGRESQL_PROGRAMS)) return POSTGRESQL_PROGRAMS;
    throw new Error(`POSTGRESQL_PROGRAMS is ${POSTGRESQL_PROGRAMS}, where there is no initdb and pg_ctl.`);
  }
  const versions = existsSync(debianFolder)
    ? readdirSync(debianFolder).map(Number).filter(Number.isFinite)
    : [];
  const folders = versions
    .sort((one, other) => other - one)
    .map((each) => join(debianFolder, `${each}`, "bin"));
  const found = [...folders, ...PATH.split(":")].find(hasAll);
  if (found !== undefined) return found;
  throw new Error(
    "There are no programs of PostgreSQL. Install them (Debian: apt-get install postgresql), or name their folder by POSTGRESQL_PROGRAMS.",
  );
}

function hasAll(folder: string): boolean {
  return ["initdb", "pg_ctl", "pg_basebackup"].every((name) => existsSync(join(folder, name)));
}

/** Whether this process is root's. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** PostgreSQL refuses to be run as root, who runs it as the user that Debian makes for it. */
function asPostgres({ programs, folder }: Place, name: string, words: readonly string[]) {
  const { PATH = "" } = process.env;
  const path = join(programs, name);
  const [command = "", ...all] = isRoot()
    ? ["runuser", "-u", "postgres", "--", path, ...words]
    : [path, ...words];
  return { command, words: all, options: { cwd: folder, env: { PATH, LC_ALL: "C.UTF-8" } } };
}

async function runIn(place: Place, name: string, ...words: readonly string[]): Promise<void> {
  const program = asPostgres(place, name, words);
  await promisify(execFile)(program.command, program.words, program.options);
}

/** Rows by the names of their columns. */
type Rows = readonly Readonly<Record<string, unknown>>[];

/** Runs statements on a connection of their own, and gives the rows of the only one or of none. */
export async function runSql(url: string, text: string): Promise<Rows> {
  const client = new pg.Client({ connectionString: url });
  await client.connect().catch((failure: unknown) => refuseConnection(url, failure));
  try {
    return (await client.query(text)).rows ?? [];
  } finally {
    await client.end();
  }
}

/** The address may hold a password, so only the host is named. */
function refuseConnection(url: string, failure: unknown): never {
  const code = failure instanceof Error && "code" in failure ? ` (${String(failure.code)})` : "";
  throw new Error(`No PostgreSQL lets us in at ${new URL(url).host}${code}; name one by TEST_DATABASE_URL.`);
}

const server = process.env["TEST_DATABASE_URL"] ?? "postgres://postgres@127.0.0.1:5432/postgres";

const program = fileURLToPath(new URL("drop-databases.ts", import.meta.url));
const made = new Set<string>();

/** Makes a database that holds nothing, and gives its address; whatever nobody drops is dropped when this process ends. */
export async function makeDatabase(): Promise<string> {
  const name = `oms_scratch_${randomUUID().replaceAll("-", "")}`;
  await runSql(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  if (made.size === 0) process.on("exit", dropAll);
  made.add(url.href);
  return url.href;
}

/** Drops a database, with whatever is connected to it. */
export async function dropDatabase(url: string): Promise<void> {
  await runSql(server, `drop database ${new URL(url).pathname.slice(1)} with (force)`);
  made.delete(url);
  if (made.size === 0) process.off("exit", dropAll);
}

/** A process that is about to end can run another one synchronously, but no promise. */
function dropAll(): void {
  const env = { ...process.env, DATABASES: [...made].join(" ") };
  spawnSync(process.execPath, [program], { env, stdio: "ignore" });
}

/** Runs statements on the database that is lent. */
export type RunSql = (text: string) => Promise<Rows>;

/** Lends an empty database, and drops it behind its user. */
export async function withDatabase<Result>(
  work: (url: string, run: RunSql) => Promise<Result>,
): Promise<Result> {
  const url = await makeDatabase();
  try {
    return await work(url, (text) => runSql(url, text));
  } finally {
    await dropDatabase(url);
  }
}

/** How a server is stopped: `fast` ends what is under way in order, `immediate` is a crash. */
export type StopMode = "fast" | "immediate";

/** A PostgreSQL server of our own on a free port, which may be stopped, crash and have replicas. */
export type ScratchPostgresql = {
  /** Of its database `postgres`. */
  readonly url: string;
  readonly restart: (mode: StopMode) => Promise<void>;
  readonly stop: (mode: StopMode) => Promise<void>;
  readonly start: () => Promise<void>;
  /** Makes a copy that follows by streaming. */
  readonly addReplica: () => Promise<ScratchPostgresql>;
  /** What it has said so far. */
  readonly readLog: () => Promise<string>;
  /** Ends it, and removes all that it kept. */
  readonly remove: () => Promise<void>;
};

type Place = { readonly programs: string; readonly folder: string; readonly port: number };

/** It flushes as a real one does, since what has to outlive a crash is looked at; it is only small. */
const configuration = `
listen_addresses = '127.0.0.1'
shared_buffers = 64MB
max_connections = 200
max_wal_senders = 4
wal_level = replica
hot_standby = on
`;

/** Makes a server that holds nothing, and starts it. */
export async function startPostgresql(): Promise<ScratchPostgresql> {
  const place = await makePlace(async (made) => {
    const words = ["-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-sync", "-D", dataOf(made)];
    await runIn(made, "initdb", ...words);
    await appendFile(join(dataOf(made), "postgresql.conf"), configuration);
  });
  return serve(place);
}

/** Makes a folder and fills it; where it can't be filled, nothing of it is left. */
async function makePlace(fill: (place: Place) => Promise<void>): Promise<Place> {
  const programs = findPostgresqlPrograms(process.env);
  const port = await findFreePort();
  const folder = await mkdtemp(join(tmpdir(), "oms-postgresql-"));
  const place = { programs, folder, port };
  try {
    if (isRoot()) await promisify(execFile)("chown", ["postgres", folder]);
    await fill(place);
    return place;
  } catch (failure) {
    await rm(folder, { recursive: true, force: true });
    throw failure;
  }
}

async function serve(place: Place): Promise<ScratchPostgresql> {
  const control = ["-D", dataOf(place), "-w", "-t", "60"];
  const url = `postgres://postgres@127.0.0.1:${place.port}/postgres`;
  const stopNow = (): void => {
    const { command, words, options } = asPostgres(place, "pg_ctl", [...control, "-m", "immediate", "stop"]);
    spawnSync(command, words, { ...options, stdio: "ignore" });
    rmSync(place.folder, { recursive: true, force: true });
  };
  let isRunning = false;
  const start = async (): Promise<void> => {
    const options = `-p ${place.port} -k ${place.folder}`;
    await runIn(place, "pg_ctl", ...control, "-o", options, "-l", logOf(place), "start").catch(
      explainWith(place),
    );
    isRunning = true;
  };
  const stop = async (mode: StopMode): Promise<void> => {
    if (isRunning) await runIn(place, "pg_ctl", ...control, "-m", mode, "stop");
    isRunning = false;
  };
  // A process that ends early leaves no server and no folder behind.
  process.once("exit", stopNow);
  await start();
  return {
    url,
    start,
    stop,
    restart: async (mode) => {
      await stop(mode);
      await start();
    },
    addReplica: () => copy(place, url),
    readLog: () => readFile(logOf(place), "utf8"),
    remove: async () => {
      try {
        await stop("immediate");
      } finally {
        process.off("exit", stopNow);
        await rm(place.folder, { recursive: true, force: true });
      }
    },
  };
}

async function copy(of: Place, url: string): Promise<ScratchPostgresql> {
  const place = await makePlace((made) => {
    // Without a slot a primary that is restarted throws away what a replica that was away still needs.
    const slot = ["-C", "-S", `replica_${made.port}`];
    const words = ["-d", url, "-D", dataOf(made), "-R", ...slot, "-X", "stream", "-c", "fast", "--no-sync"];
    return runIn(made, "pg_basebackup", ...words).catch(explainWith(of));
  });
  return serve(place);
}

function explainWith(place: Place) {
  return async (failure: unknown): Promise<never> => {
    const said = await readFile(logOf(place), "utf8").catch(() => "");
    throw new Error(`PostgreSQL did not do as it was told. It said: ${said.slice(-1_000)}`, {
      cause: failure,
    });
  };
}

function dataOf({ folder }: Place): string {
  return join(folder, "data");
}

function logOf({ folder }: Place): string {
  return join(folder, "log");
}
