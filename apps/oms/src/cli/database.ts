import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { isSimulationRunning, MarkBook } from "@trading-oms/brokerage";
import type { DurableStore } from "@trading-oms/brokerage/ports";
import { openPostgresqlStore, openSqliteStore, startSameThreadWriter } from "@trading-oms/store";
import {
  type CommandServices,
  type DatabaseAddress,
  type OpenOptions,
  UsageFault,
  type World,
} from "./command.ts";

/** Returns the data folder, which holds the SQLite database and the keys. */
export function findDataFolder({ DATA_DIR: folder }: Readonly<Record<string, string | undefined>>): string {
  return folder || "./data";
}

/** Returns the location of the database: `--database`, else `DATABASE_URL`, else `oms.sqlite` in the data folder. */
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
  // The address may contain a password, so messages do not quote it.
  if (!/^postgres(ql)?$/i.test(scheme)) {
    throw new UsageFault(`${from} begins with ${scheme}://: write the path of a file, or postgres://….`);
  }
  if (!URL.canParse(text)) {
    throw new UsageFault(
      `${from} is not an address: write one such as postgres://user:password@host:5432/database.`,
    );
  }
  return { engine: "postgresql", url: text };
}

/** Renders the location of the database without its password. */
export function showDatabase(database: DatabaseAddress): string {
  if (database.engine === "sqlite") return resolve(database.path);
  const url = new URL(database.url);
  url.password = "";
  for (const name of [...url.searchParams.keys()]) {
    if (/password/i.test(name)) url.searchParams.delete(name);
  }
  return url.href;
}

/** A command works sequentially, so it needs few connections and leaves the database's other connections to the servers. */
const connectionCountMax = 2;

/** Opens the store. A SQLite store writes on this thread, because a command works sequentially. */
export function openStore(
  database: DatabaseAddress,
  { mayCreate, onConversion }: OpenOptions = { mayCreate: false },
): Promise<DurableStore> {
  return database.engine === "sqlite"
    ? openSqliteStore({ path: database.path, mayCreate, onConversion, startWriter: startSameThreadWriter })
    : openPostgresqlStore({ url: database.url, mayCreate, connectionCountMax });
}

/** Returns the SHA-256 of a text as hexadecimal digits. */
export async function hashText(text: string): Promise<string> {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * Makes the services for the use cases. The holidays are read once, when the command starts. While a simulation is
 * running, its prices are used as by the servers.
 */
export async function makeServices(
  store: DurableStore,
  { now, makeId }: Pick<World, "now" | "makeId">,
): Promise<CommandServices> {
  const holidays = new Set(await store.listHolidays());
  // It accepts simulated prices and holds none, so that each price is read from the store.
  const marks = (await isSimulationRunning({ store, now }))
    ? new MarkBook({ store, now }, { isPlayed: true })
    : undefined;
  return { store, now, makeId, hash: hashText, holidays: () => holidays, marks };
}

const pageSize = 1_000;

/** Reads a whole list, page by page. */
export async function readAllPages<Item, Key>(
  readPage: (after: Key | undefined, limit: number) => Promise<readonly Item[]>,
  keyOf: (item: Item) => Key,
): Promise<Item[]> {
  const items: Item[] = [];
  let after: Key | undefined;
  for (;;) {
    const page = await readPage(after, pageSize);
    for (const item of page) items.push(item);
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return items;
    after = keyOf(last);
  }
}
