import { resolve } from "node:path";
import type { DatabaseAddress } from "./find-database.ts";

/** Writes where the data is kept, without the password. */
export function showDatabase(database: DatabaseAddress): string {
  if (database.engine === "sqlite") return resolve(database.path);
  const url = new URL(database.url);
  url.password = "";
  for (const name of [...url.searchParams.keys()]) {
    if (/password/i.test(name)) url.searchParams.delete(name);
  }
  return url.href;
}
