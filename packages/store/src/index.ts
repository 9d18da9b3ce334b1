export { commitStatement, type NamedStatement } from "./postgresql/commit-statement.ts";
export type { ConnectionSettings } from "./postgresql/connect-postgresql.ts";
export { openPostgresqlStore } from "./postgresql/open-postgresql-store.ts";
export { TextsQuery, type TextsQuestion } from "./postgresql/texts-query.ts";
export { openSqliteStore, type SqliteSettings } from "./sqlite/open-sqlite-store.ts";
export { startWriterHere } from "./sqlite/start-writer-here.ts";
export { StoreFault, type StoreFaultCode } from "./store-fault.ts";
