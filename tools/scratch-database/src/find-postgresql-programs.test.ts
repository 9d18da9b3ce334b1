import { expect, test } from "vitest";
import { findPostgresqlPrograms } from "./find-postgresql-programs.ts";

test("a folder that is named has to have the programs", () => {
  expect(() => findPostgresqlPrograms({ POSTGRESQL_PROGRAMS: "/nowhere" })).toThrow(
    "POSTGRESQL_PROGRAMS is /nowhere, where there is no initdb and pg_ctl.",
  );
});
