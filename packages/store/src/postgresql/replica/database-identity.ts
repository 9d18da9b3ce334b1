import type { PostgresqlRow } from "../postgresql-client.ts";

/** Tells databases apart, since places in the logs of two say nothing about each other. */
export const databaseIdentity = {
  columns:
    "(select system_identifier from pg_control_system()) as cluster, current_database()::text as database",
  read: (row: PostgresqlRow | undefined): string =>
    `${String(row?.["cluster"])} ${String(row?.["database"])}`,
} as const;
