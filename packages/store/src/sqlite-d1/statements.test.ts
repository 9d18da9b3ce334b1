import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { createSqliteSchema } from "../sqlite/open-file.ts";
import { queries } from "./statements.ts";

test("no function of a query has more than 32 arguments, the limit of D1", () => {
  const database = new DatabaseSync(":memory:");
  createSqliteSchema(database, ":memory:");
  database.limits.functionArg = 32;
  for (const text of Object.values(queries)) database.prepare(text);
  // Shows that the limit takes effect.
  database.limits.functionArg = 23;
  expect(() => database.prepare(queries.state)).toThrow("too many arguments");
  database.close();
});
