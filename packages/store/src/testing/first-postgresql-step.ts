import { migrations } from "../postgresql/migrations.ts";

/** What a database of the first schema was made by. */
export const firstPostgresqlStep: readonly string[] = [
  "create table schema_step (step integer primary key)",
  "insert into schema_step values (1)",
  migrations[0] ?? "",
];
