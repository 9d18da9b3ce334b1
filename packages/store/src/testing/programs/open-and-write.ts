import { openPostgresqlStore } from "../../postgresql/open-postgresql-store.ts";
import { openSqliteStore } from "../../sqlite/open-sqlite-store.ts";
import { openAccount } from "../make-change.ts";

/** Opens a store, opens an account in it, and prints the schema version. `start-processes.ts` runs it. */
const [place = "", account = ""] = process.argv.slice(2);
const store = place.startsWith("postgres")
  ? await openPostgresqlStore({ url: place })
  : await openSqliteStore({ path: place });
await openAccount(store, `user-of-${account}`, account);
process.stdout.write(String((await store.describe()).schemaVersion));
await store.close();
