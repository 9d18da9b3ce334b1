import { StoreFault } from "../store-fault.ts";

/** The version of the schema, the same for every engine and backup. Each change of a schema raises it. */
export const schemaVersion = 11;

/** Refuses a database of another schema version, because there are no migrations between versions. */
export function checkSchemaVersion(name: string, found: number): void {
  if (found === schemaVersion) return;
  throw new StoreFault(
    found > schemaVersion ? "newer-version" : "older-version",
    `${name} has schema ${found}, and this version of the program needs schema ${schemaVersion}. Databases are not converted: use the version that wrote it, or name a new database and load the data anew or restore a backup of schema ${schemaVersion}.`,
  );
}
