import { sqliteConversionFrom } from "../sql/conversions.ts";
import { checkSchemaVersion, schemaVersion } from "../sql/schema-version.ts";

/**
 * The statements that convert a D1 database of an earlier schema to this one, to be executed together.
 *
 * @throws StoreFault if that schema can't be converted
 */
export function conversionOfD1(found: number): readonly string[] {
  checkSchemaVersion("The D1 database", found, "allowed");
  if (found === schemaVersion) return [];
  const guard = `insert into commit_guard (account_version_held)
    select null where (select max(step) from schema_step) <> ${found}`;
  return [guard, ...sqliteConversionFrom(found), `insert into schema_step values (${schemaVersion})`];
}
