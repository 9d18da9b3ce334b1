import { createWriteStream } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { DurableStore } from "@trading-oms/brokerage/ports";
import { readBackupRows } from "@trading-oms/oms/read-backup-rows";
import { conversionOfD1, type D1Binding, openD1Store } from "@trading-oms/store/d1";
import { Miniflare } from "miniflare";

/** Writes a backup as statements that fill an empty D1. Returns the exit code. */
export async function writeSql(backupFile: string, into: string): Promise<number> {
  const script = "export default { fetch: () => new Response() };";
  const miniflare = new Miniflare({ modules: true, script, d1Databases: ["DB"], cf: false });
  let isOurs = false;
  try {
    const database = (await miniflare.getD1Database("DB")) as unknown as D1Binding;
    await restoreBackup(await openD1Store(database), backupFile);
    const file = createWriteStream(into, { flags: "wx", mode: 0o600 });
    file.once("open", () => {
      isOurs = true;
    });
    await pipeline(Readable.from(linesOf(database)), file);
    console.log(
      `Wrote ${into}. It is for a D1 that holds nothing; what it holds is as private as the backup.`,
    );
    return 0;
  } catch (failure) {
    console.error(`Nothing was written: ${failure instanceof Error ? failure.message : String(failure)}`);
    if (isOurs) await rm(into, { force: true });
    return 1;
  } finally {
    await miniflare.dispose();
  }
}

/** Writes the statements that convert a D1 of an earlier schema. Returns the exit code. */
export async function writeConversion(schema: number, into: string): Promise<number> {
  try {
    const statements = conversionOfD1(schema);
    await writeFile(into, statements.map((each) => `${each};\n`).join(""), { flag: "wx", mode: 0o600 });
    console.log(
      `Wrote ${into}. Stop the Workers while it is executed, and deploy those of this version then.`,
    );
    return 0;
  } catch (failure) {
    console.error(`Nothing was written: ${failure instanceof Error ? failure.message : String(failure)}`);
    return 1;
  }
}

async function* linesOf(database: D1Binding): AsyncGenerator<string> {
  for await (const statement of dumpD1(database)) yield `${statement};\n`;
}

/** Restores a backup of the command line into an empty store, and closes it. */
export async function restoreBackup(store: DurableStore, backupFile: string): Promise<void> {
  try {
    await store.restore(readBackupRows(backupFile, () => {}));
  } finally {
    await store.close();
  }
}

type Row = Readonly<Record<string, unknown>>;

/** The largest statement in bytes, below D1's limit of 100,000. */
const statementBytesMax = 90_000;

/** Tables of the platform and of SQLite itself create themselves. */
const ofOthers = "name not like 'sqlite\\_%' escape '\\' and name not like '\\_cf\\_%' escape '\\'";

/** Yields the statements that turn an empty D1 into a copy of this one, each without a semicolon. */
export async function* dumpD1(binding: D1Binding): AsyncGenerator<string> {
  const schema = `select type, name, sql from sqlite_schema where sql is not null and ${ofOthers}`;
  const { results: parts } = await binding.prepare(schema).all();
  const tables = parts.filter(({ type }) => type === "table");
  for (const { sql } of tables) yield String(sql);
  for (const { name } of tables) {
    const { results: rows } = await binding.prepare(`select * from "${name}"`).all();
    yield* insertsOf(String(name), rows);
  }
  for (const { type, sql } of parts) if (type !== "table") yield String(sql);
}

function* insertsOf(table: string, rows: readonly Row[]): Generator<string> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first).map((name) => `"${name}"`);
  const beginning = `insert into "${table}" (${columns.join(", ")}) values `;
  const beginningBytes = Buffer.byteLength(beginning);
  let gathered: string[] = [];
  let byteCount = 0;
  for (const row of rows) {
    const text = `(${Object.values(row).map(spell).join(", ")})`;
    const textBytes = Buffer.byteLength(text);
    if (gathered.length > 0 && beginningBytes + byteCount + textBytes > statementBytesMax) {
      yield beginning + gathered.join(", ");
      gathered = [];
      byteCount = 0;
    }
    gathered.push(text);
    byteCount += textBytes + 2;
  }
  yield beginning + gathered.join(", ");
}

function spell(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  throw new Error(`A value of D1 is a ${typeof value}, which can't be spelled.`);
}
