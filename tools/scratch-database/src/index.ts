export { dropDatabase, makeDatabase } from "./make-database.ts";
export { runSql } from "./run-sql.ts";
export { type ScratchPooler, startPooler } from "./start-pooler.ts";
export { type ScratchPostgresql, type StopMode, startPostgresql } from "./start-postgresql.ts";
export { type RunSql, withDatabase } from "./with-database.ts";
