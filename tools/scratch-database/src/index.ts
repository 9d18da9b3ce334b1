export { dropDatabase, makeDatabase } from "./make-database.ts";
export { runSql } from "./run-sql.ts";
export { type RunSql, withDatabase } from "./with-database.ts";
