import pg from "pg";
import { StoreFault } from "../store-fault.ts";

/** Throws a failure of the driver, in our words where it is one that somebody can mend. */
export function explainPostgresql(failure: unknown): never {
  const code = failure instanceof pg.DatabaseError ? failure.code : undefined;
  if (code === "53100")
    throw new StoreFault("disk-full", "PostgreSQL has no room left; nothing was written.", failure);
  if (code === "25006")
    throw new StoreFault("not-writable", "This PostgreSQL only reads; name the one that writes.", failure);
  throw failure;
}

/** Throws that no connection is to be had. */
export function explainConnecting(failure: unknown): never {
  const code = failure instanceof Error && "code" in failure ? ` (${String(failure.code)})` : "";
  // The address may hold a password, and so may what the driver says.
  throw new StoreFault(
    "unreachable",
    `PostgreSQL can't be used${code}; look at the address, the database, user and password.`,
  );
}
