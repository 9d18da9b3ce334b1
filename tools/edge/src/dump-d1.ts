import type { D1Binding } from "@trading-oms/store/d1";

type Row = Readonly<Record<string, unknown>>;

/** As many bytes as a statement may have where rows are gathered, below the 100,000 that D1 takes. */
const statementBytesMax = 90_000;

/** Those of the platform and of SQLite itself make themselves. */
const ofOthers = "name not like 'sqlite\\_%' escape '\\' and name not like '\\_cf\\_%' escape '\\'";

/** Gives the statements by which an empty D1 becomes the same as this one; each ends without a semicolon. */
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
