import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import type { Services } from "@trading-oms/brokerage";
import { openPostgresqlStore, openSqliteStore, startWriterHere } from "@trading-oms/store";
import { type DatabaseAddress, UsageFault, type World } from "./command.ts";

/** Finds the folder that holds what is kept in files. */
export function findDataFolder({ DATA_DIR: folder }: Readonly<Record<string, string | undefined>>): string {
  return folder || "./data";
}

/** Finds the database: the one that was named, else that of the environment, else the file in the data folder. */
export function findDatabase(
  named: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): DatabaseAddress {
  if (named !== undefined) return readAddress("--database", named);
  const { DATABASE_URL: url } = environment;
  if (url) return readAddress("DATABASE_URL", url);
  return { engine: "sqlite", path: join(findDataFolder(environment), "oms.sqlite") };
}

function readAddress(from: string, text: string): DatabaseAddress {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text) ?? [];
  if (text === "") throw new UsageFault(`${from} is empty: write the path of a file, or postgres://….`);
  if (scheme === undefined) return { engine: "sqlite", path: text };
  // What stands in an address may be a password, so that it isn't shown.
  if (!/^postgres(ql)?$/i.test(scheme)) {
    throw new UsageFault(`${from} begins with ${scheme}://: write the path of a file, or postgres://….`);
  }
  if (!URL.canParse(text)) {
    throw new UsageFault(`${from} is no address: write such as postgres://user:password@host:5432/database.`);
  }
  return { engine: "postgresql", url: text };
}

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

/** A command does one thing after another: it writes on its own thread, and leaves the connections to the servers. */
const connectionCountMax = 2;

/** Opens the store, whichever engine keeps it. */
export function openStore(database: DatabaseAddress): Promise<Services["store"]> {
  return database.engine === "sqlite"
    ? openSqliteStore({ path: database.path, startWriter: startWriterHere })
    : openPostgresqlStore({ url: database.url, connectionCountMax });
}

/** The SHA-256 of a text, in hexadecimal digits. */
export async function hashText(text: string): Promise<string> {
  return createHash("sha256").update(text).digest("hex");
}

/** Makes what the use cases are handed; the days without trading are those that were listed when the command began. */
export async function makeServices(
  store: Services["store"],
  { now, makeId }: Pick<World, "now" | "makeId">,
): Promise<Services> {
  const holidays = new Set(await store.listHolidays());
  return { store, now, makeId, hash: hashText, holidays: () => holidays };
}

const atOnce = 1_000;

/** Reads a list to its end, part by part. */
export async function gatherParts<Item, Key>(
  readPart: (after: Key | undefined, limit: number) => Promise<readonly Item[]>,
  keyOf: (item: Item) => Key,
): Promise<Item[]> {
  const items: Item[] = [];
  let after: Key | undefined;
  for (;;) {
    const part = await readPart(after, atOnce);
    for (const item of part) items.push(item);
    const last = part.at(-1);
    if (last === undefined || part.length < atOnce) return items;
    after = keyOf(last);
  }
}
