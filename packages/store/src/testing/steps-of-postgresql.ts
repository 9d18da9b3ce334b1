import { migrations } from "../postgresql/schema.ts";

/** What a database of an older schema was made by. */
export function stepsOfPostgresql(count: number): string[] {
  return [
    "create table schema_step (step integer primary key)",
    ...migrations
      .slice(0, count)
      .flatMap((migration, index) => [migration, `insert into schema_step values (${index + 1})`]),
  ];
}
