import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { findFreePort } from "./find-free-port.ts";
import { findPostgresqlPrograms } from "./find-postgresql-programs.ts";
import { isRoot, runAsPostgres, runAsPostgresAtOnce } from "./run-as-postgres.ts";

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
    const words = [...control, "-m", "immediate", "stop"];
    runAsPostgresAtOnce({ command: join(place.programs, "pg_ctl"), words, folder: place.folder });
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
  // Whoever breaks off leaves no server behind, and nothing of it.
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

function runIn({ programs, folder }: Place, name: string, ...words: readonly string[]): Promise<void> {
  return runAsPostgres({ command: join(programs, name), words, folder });
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
