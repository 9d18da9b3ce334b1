import { execFile } from "node:child_process";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** What PostgreSQL's own bench runs. */
export type PgbenchRun = {
  readonly url: string;
  readonly clients: number;
  readonly durationMs: number;
  /** Where the script is kept meanwhile. */
  readonly folder: string;
  /** What `:version` is at first. */
  readonly version: number;
  /** Each client runs it again and again, with `:client_id` and `:version`. */
  readonly script: string;
};

/** Runs a script by PostgreSQL's own bench; how often a second it came to its end. */
export async function startPgbench({
  url,
  clients,
  durationMs,
  folder,
  version,
  script,
}: PgbenchRun): Promise<number> {
  const path = join(folder, "change.pgbench");
  await writeFile(path, script);
  const seconds = String(Math.max(1, Math.round(durationMs / 1_000)));
  const counts = ["-c", String(clients), "-j", "2", "-T", seconds];
  const words = ["-n", "-M", "prepared", ...counts, "-D", `version=${version}`, "-f", path];
  const { stdout } = await promisify(execFile)(await findPgbench(), [...words, url]);
  const told = /tps = ([\d.]+)/.exec(stdout)?.[1];
  if (told === undefined) throw new Error(`pgbench told no rate:\n${stdout}`);
  return Number(told);
}

async function findPgbench(): Promise<string> {
  const home = "/usr/lib/postgresql";
  const versions = await readdir(home).catch(() => []);
  const newest = versions.sort((left, right) => Number(right) - Number(left))[0];
  return newest === undefined ? "pgbench" : join(home, newest, "bin/pgbench");
}
