import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";

/** A program with its words, and the folder that it is run in. */
export type Program = {
  readonly command: string;
  readonly words: readonly string[];
  readonly folder: string;
};

/** Runs a program of PostgreSQL, which refuses to be run as root; root runs it as the user that Debian makes for it. */
export async function runAsPostgres(program: Program): Promise<void> {
  const [command = "", ...words] = asPostgres(program);
  await promisify(execFile)(command, words, { cwd: program.folder, env: environment() });
}

/** The same for whoever is about to end and can wait for nothing. */
export function runAsPostgresAtOnce(program: Program): void {
  const [command = "", ...words] = asPostgres(program);
  spawnSync(command, words, { cwd: program.folder, env: environment(), stdio: "ignore" });
}

/** Whether this process is root's. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function asPostgres({ command, words }: Program): string[] {
  return isRoot() ? ["runuser", "-u", "postgres", "--", command, ...words] : [command, ...words];
}

function environment(): Record<string, string> {
  const { PATH = "" } = process.env;
  return { PATH, LC_ALL: "C.UTF-8" };
}
