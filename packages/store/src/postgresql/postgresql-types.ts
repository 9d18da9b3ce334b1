import pg from "pg";

const int8Oid = 20;

/** How columns become values: what PostgreSQL calls bigint is one here too. */
export const postgresqlTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === int8Oid && format !== "binary" ? BigInt : pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig;
