import type { Store } from "@trading-oms/brokerage/ports";
import { changeAccounts, openAccounts } from "./change-accounts.ts";
import type { ChangeRun, Slice } from "./measure-changes.ts";
import { openBenchStore } from "./open-bench-store.ts";
import { runBareChanges } from "./run-bare-changes.ts";
import { runBesideFlushes } from "./run-beside-flushes.ts";

/** Changes accounts for a while in a process of its own, and prints as JSON what it took. */
const run: ChangeRun = JSON.parse(process.argv[2] ?? "{}");
process.stdout.write(JSON.stringify(await runChanges(run)));

async function runChanges({ place, writers, durationMs, without, flush }: ChangeRun): Promise<Slice[]> {
  if (without === "store") return [await runBareChanges(place, writers, durationMs)];
  const store: Store = await openBenchStore(place, without);
  const versions = await openAccounts(store, writers);
  const change = (eachMs: number) => changeAccounts(store, versions, eachMs);
  // At first statements are compiled, code is not yet fast and the log still grows; afterwards it is written over.
  await change(durationMs / 2);
  const slices =
    flush === undefined
      ? [await change(durationMs)]
      : await runBesideFlushes({ place, durationMs, flush }, change);
  await store.close();
  return slices;
}
