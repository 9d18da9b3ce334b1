import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Services } from "@trading-oms/brokerage";
import { restoreBackup } from "../restore-backup.ts";
import { runOms } from "./run-oms.ts";

/** Loads the demonstration into a store that holds nothing yet; tells whether it did. */
export async function loadDemonstration(store: Services["store"]): Promise<boolean> {
  if ((await store.listAccounts({ limit: 1 })).length > 0) return false;
  const folder = await mkdtemp(join(tmpdir(), "trading-oms-demonstration-"));
  try {
    const backupFile = join(folder, "demonstration.jsonl.gz");
    await runOms(folder, "demo", "load");
    await runOms(folder, "db", "backup", backupFile);
    await restoreBackup(store, backupFile);
    return true;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
