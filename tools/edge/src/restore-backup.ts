import type { Services } from "@trading-oms/brokerage";
import { readBackupRows } from "@trading-oms/oms/read-backup-rows";

/** Fills an empty store with what the command line has backed up, and closes it. */
export async function restoreBackup(store: Services["store"], backupFile: string): Promise<void> {
  try {
    await store.restore(readBackupRows(backupFile, () => {}));
  } finally {
    await store.close();
  }
}
