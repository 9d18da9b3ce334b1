import { migrations } from "../../postgresql/schema.ts";

/** The statements that create a database with the schema of the first `count` migrations. */
export function postgresqlSchema(count: number): string[] {
  return [
    "create table schema_step (step integer primary key)",
    ...migrations
      .slice(0, count)
      .flatMap((migration, index) => [migration, `insert into schema_step values (${index + 1})`]),
  ];
}
