import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Where Debian puts each version's programs; they are on nobody's path. */
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
