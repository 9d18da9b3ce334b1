import { DatabaseSync } from "node:sqlite";
import { migrations } from "../../sqlite-d1/schema.ts";

/** The statements that create a file with the schema of the first `count` migrations. */
export function sqliteSchema(count: number): string[] {
  return [
    ...migrations.slice(0, count).flat(),
    "pragma application_id = 1414483283",
    `pragma user_version = ${count}`,
  ];
}

/** Executes statements on a file, and creates it if it does not exist. */
export function runSqlite(path: string, statements: readonly string[]): void {
  const database = new DatabaseSync(path);
  for (const statement of statements) database.exec(statement);
  database.close();
}
