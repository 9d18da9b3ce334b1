import { StoreFault } from "../store-fault.ts";

/** The version of the schema, the same for every engine and backup. Each change of a schema raises it, and adds a conversion. */
export const schemaVersion = 11;

/** The oldest schema that is converted. */
const oldestVersion = 9;

/** How a database is converted, in words; or that it may be of an earlier version now. */
type Conversion = "allowed" | `${string}.`;

const byCommand: Conversion = "Make a backup, then convert it with `oms db migrate`.";

/** Refuses a database of another schema version. */
export function checkSchemaVersion(name: string, found: number, conversion: Conversion = byCommand): void {
  if (found === schemaVersion) return;
  const isConvertible = found < schemaVersion && found >= oldestVersion;
  if (isConvertible && conversion === "allowed") return;
  const mend = isConvertible
    ? conversion
    : "Use the version that wrote it, or name a new database and restore a backup of this schema.";
  throw new StoreFault(
    found > schemaVersion ? "newer_version" : "older_version",
    `${name} has schema ${found}, and this version of the program needs schema ${schemaVersion}. ${mend}`,
  );
}
