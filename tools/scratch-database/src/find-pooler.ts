import { existsSync } from "node:fs";
import { join } from "node:path";

/** Debian puts it where the paths of most users do not lead. */
const places = ["/usr/sbin", "/usr/local/bin", "/usr/local/sbin", "/opt/homebrew/bin"];

/** Finds the program that pools connections, or says how to have one. */
export function findPooler(environment: Readonly<Record<string, string | undefined>>): string {
  const { PGBOUNCER_PATH = "", PATH = "" } = environment;
  if (PGBOUNCER_PATH !== "") {
    if (existsSync(PGBOUNCER_PATH)) return PGBOUNCER_PATH;
    throw new Error(`PGBOUNCER_PATH is ${PGBOUNCER_PATH}, where there is no program.`);
  }
  const folders = [...PATH.split(":").filter((folder) => folder !== ""), ...places];
  const found = folders.map((folder) => join(folder, "pgbouncer")).find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new Error(
    "There is no pgbouncer. Install it (Debian: apt-get install pgbouncer), or name it by PGBOUNCER_PATH.",
  );
}
