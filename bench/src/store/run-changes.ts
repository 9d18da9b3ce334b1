import { openPostgresqlStore, openSqliteStore } from "@trading-oms/store";
import { changeAccounts, openAccounts } from "./change-accounts.ts";
import { runBareChanges } from "./run-bare-changes.ts";

/** Changes accounts for a while in a process of its own, and prints how many it made as JSON. */
const [place = "", writers = "1", durationMs = "2000", durability = "full"] = process.argv.slice(2);
if (durability === "bare") {
  process.stdout.write(JSON.stringify(await runBareChanges(place, Number(writers), Number(durationMs))));
  process.exit();
}
const store = place.startsWith("postgres")
  ? await openPostgresqlStore({ url: place })
  : await openSqliteStore({ path: place, durability: durability === "none" ? "none" : "full" });
const versions = await openAccounts(store, Number(writers));
// At first statements are compiled, code is not yet fast and the log still grows; afterwards it is written over.
await changeAccounts(store, versions, Number(durationMs) / 2);
const throughput = await changeAccounts(store, versions, Number(durationMs));
process.stdout.write(JSON.stringify(throughput));
await store.close();
