import { DatabaseSync } from "node:sqlite";

/** Executes statements on a file. */
export function runSqlite(path: string, statements: readonly string[]): void {
  const database = new DatabaseSync(path);
  for (const statement of statements) database.exec(statement);
  database.close();
}
