import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { isRoot } from "./postgresql.ts";
import { startProgram } from "./program.ts";
import { findFreePort, findProgram } from "./programs.ts";

/** A connection pooler in front of a database, in transaction mode. */
type ScratchPooler = {
  /** The URL of the same database through the pooler. */
  readonly url: string;
  /** Stops it and removes its files. */
  readonly stop: () => Promise<void>;
};

type PoolerOptions = {
  /** The number of server connections that all clients share. */
  readonly connectionCount: number;
};

/** Starts a pooler in front of a database, in transaction mode like Hyperdrive. */
export async function startPooler(databaseUrl: string, options: PoolerOptions): Promise<ScratchPooler> {
  const url = new URL(databaseUrl);
  const program = findProgram("pgbouncer", "PGBOUNCER_PATH");
  const port = await findFreePort();
  const folder = await mkdtemp(join(tmpdir(), "oms-pooler-"));
  const file = join(folder, "pgbouncer.ini");
  await writeFile(file, configure(url, port, options));
  // PgBouncer refuses to run as root, and only its user may read the password.
  if (isRoot()) await promisify(execFile)("chown", ["-R", "postgres", folder]);
  const child = startProgram(program, [...(isRoot() ? ["-u", "postgres"] : []), file]);
  const removeNow = (): void => rmSync(folder, { recursive: true, force: true });
  process.once("exit", removeNow);
  const stop = async (): Promise<void> => {
    await child.end("SIGKILL");
    process.off("exit", removeNow);
    removeNow();
  };
  await child.untilPrinted(/process up/).catch(async (failure: unknown) => {
    await stop();
    throw failure;
  });
  url.hostname = "127.0.0.1";
  url.port = `${port}`;
  return { url: url.href, stop };
}

/** Hands out the connection that was idle longest, so that no client gets the same one twice by chance. */
function configure(url: URL, port: number, { connectionCount }: PoolerOptions): string {
  const named = {
    host: url.hostname,
    port: url.port || "5432",
    user: decodeURIComponent(url.username),
    ...(url.password !== "" && { password: decodeURIComponent(url.password) }),
  };
  const words = Object.entries(named).map(([name, value]) => `${name}='${value.replaceAll("'", "''")}'`);
  return `[databases]
* = ${words.join(" ")}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connectionCount}
server_round_robin = 1
max_client_conn = 500
`;
}
