export { openPostgresqlStore } from "./open-postgresql-store.ts";
export type { ConnectionSettings } from "./postgresql/connect-postgresql.ts";
export type { PostgresqlSettings } from "./postgresql/open-postgresql-store.ts";
export type { PageSource } from "./postgresql/replica/page-source.ts";
export { openSqliteStore, type SqliteSettings } from "./sqlite/open-sqlite-store.ts";
export { startWriterHere } from "./sqlite/writer.ts";
export { StoreFault, type StoreFaultCode } from "./store-fault.ts";
