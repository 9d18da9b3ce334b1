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

/** Where Debian installs the programs of each version; they are not on PATH. */
const debianFolder = "/usr/lib/postgresql";

/** Finds the folder of the newest PostgreSQL server programs. Throws with how to install them. */
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
  return ["initdb", "pg_ctl"].every((name) => existsSync(join(folder, name)));
}

/** Whether this process runs as root. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** PostgreSQL refuses to run as root, so root runs it as Debian's user `postgres`. */
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

/** Rows by column name. */
type Rows = readonly Readonly<Record<string, unknown>>[];

/** Runs statements on a new connection and returns the rows of a single statement. */
export async function runSql(url: string, text: string): Promise<Rows> {
  const client = new pg.Client({ connectionString: url });
  await client.connect().catch((failure: unknown) => rejectConnection(url, failure));
  try {
    return (await client.query(text)).rows ?? [];
  } finally {
    await client.end();
  }
}

/** The URL may contain a password, so only the host is named. */
function rejectConnection(url: string, failure: unknown): never {
  const code = failure instanceof Error && "code" in failure ? ` (${String(failure.code)})` : "";
  throw new Error(`No PostgreSQL lets us in at ${new URL(url).host}${code}; name one by TEST_DATABASE_URL.`);
}

const server = process.env["TEST_DATABASE_URL"] ?? "postgres://postgres@127.0.0.1:5432/postgres";

const program = fileURLToPath(new URL("drop-databases.ts", import.meta.url));
const made = new Set<string>();
/** Emptied ones, since emptying takes a fifth of the time of creating and dropping. */
const free: string[] = [];

/** Provides an empty database by its URL. It is dropped at the end of this process. */
export async function makeDatabase(): Promise<string> {
  const emptied = free.pop();
  if (emptied !== undefined) return emptied;
  const name = `oms_scratch_${randomUUID().replaceAll("-", "")}`;
  await runSql(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  if (made.size === 0) process.on("exit", dropAll);
  made.add(url.href);
  return url.href;
}

/** Closes the connections of a database, and empties it for the next one who asks. */
export async function releaseDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await runSql(
    server,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and backend_type = 'client backend'`,
  );
  await runSql(url, "drop schema public cascade; create schema public");
  free.push(url);
}

/** Drops the released databases. Vitest kills its workers, so each test file does it, in `vitest.setup.ci.ts`. */
export async function dropReleased(): Promise<void> {
  for (const url of free.splice(0)) {
    await dropDatabase(url);
    made.delete(url);
  }
}

/** Drops a database for good. */
export async function dropDatabase(url: string): Promise<void> {
  await runSql(server, `drop database ${new URL(url).pathname.slice(1)} with (force)`);
}

/** An exiting process can run another one synchronously, but no promise. */
function dropAll(): void {
  const env = { ...process.env, DATABASES: [...made].join(" ") };
  spawnSync(process.execPath, [program], { env, stdio: "ignore" });
}

/** Runs statements on the provided database. */
type RunSql = (text: string) => Promise<Rows>;

/** Provides an empty database and drops it afterwards. */
export async function withDatabase<Result>(
  work: (url: string, run: RunSql) => Promise<Result>,
): Promise<Result> {
  const url = await makeDatabase();
  try {
    return await work(url, (text) => runSql(url, text));
  } finally {
    await releaseDatabase(url);
  }
}

/** How a server is stopped: `fast` rolls back and shuts down cleanly, `immediate` is a crash. */
type StopMode = "fast" | "immediate";

/** A separate PostgreSQL server on a free port, which may be stopped and crashed. */
export type ScratchPostgresql = {
  /** The URL of its database `postgres`. */
  readonly url: string;
  readonly restart: (mode: StopMode) => Promise<void>;
  readonly stop: (mode: StopMode) => Promise<void>;
  readonly start: () => Promise<void>;
  /** Stops it and removes its files. */
  readonly remove: () => Promise<void>;
};

type Place = { readonly programs: string; readonly folder: string; readonly port: number };

/** Flushing stays on, since tests check what survives a crash. Only the sizes are small. */
const configuration = `
listen_addresses = '127.0.0.1'
shared_buffers = 64MB
max_connections = 200
`;

/** Creates an empty server and starts it. Removes its folder if that fails. */
export async function startPostgresql(): Promise<ScratchPostgresql> {
  const programs = findPostgresqlPrograms(process.env);
  const port = await findFreePort();
  const folder = await mkdtemp(join(tmpdir(), "oms-postgresql-"));
  const place = { programs, folder, port };
  try {
    if (isRoot()) await promisify(execFile)("chown", ["postgres", folder]);
    const words = ["-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-sync", "-D", dataOf(place)];
    await runIn(place, "initdb", ...words);
    await appendFile(join(dataOf(place), "postgresql.conf"), configuration);
  } catch (failure) {
    await rm(folder, { recursive: true, force: true });
    throw failure;
  }
  return serve(place);
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
      async (cause: unknown) => {
        const said = await readFile(logOf(place), "utf8").catch(() => "");
        throw new Error(`PostgreSQL did not do as it was told. It said: ${said.slice(-1_000)}`, { cause });
      },
    );
    isRunning = true;
  };
  const stop = async (mode: StopMode): Promise<void> => {
    if (isRunning) await runIn(place, "pg_ctl", ...control, "-m", mode, "stop");
    isRunning = false;
  };
  // An exiting process leaves no server and no folder behind.
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

function dataOf({ folder }: Place): string {
  return join(folder, "data");
}

function logOf({ folder }: Place): string {
  return join(folder, "log");
}
