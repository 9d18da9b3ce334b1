import { DatabaseSync } from "node:sqlite";
import { migrations } from "../sqlite-d1/schema.ts";

/** What a file of an older schema was made by. */
export function stepsOfSqlite(count: number): string[] {
  return [
    ...migrations.slice(0, count).flat(),
    "pragma application_id = 1414483283",
    `pragma user_version = ${count}`,
  ];
}

/** Runs statements on a file, which is made where there is none. */
export function runSqlite(path: string, statements: readonly string[]): void {
  const database = new DatabaseSync(path);
  for (const statement of statements) database.exec(statement);
  database.close();
}
