import { type BackupCheck, checkBackup } from "../../backup/check-backup.ts";
import { readBackupRows } from "../../backup/read-backup-rows.ts";
import type { Command, Outcome } from "../../command.ts";
import { explainFileFailure } from "../../explain-file-failure.ts";
import { renderNumber } from "../../output/render-number.ts";
import { showProgress } from "../../output/show-progress.ts";
import { showDatabase } from "../../show-database.ts";

/** Fills an empty database from a backup. */
export const dbRestore: Command = {
  words: ["db", "restore"],
  argumentNames: ["FILE"],
  options: {},
  summary: "Fills an empty database from a backup.",
  about:
    "The backup is read to its end first, so that one that is cut or damaged changes nothing. A database that holds something is refused; restore into a new one, and point the servers to it.",
  example: "oms db restore oms-2025-06-01.jsonl.gz --database data/restored.sqlite",
  run: async (given, { open, world, database }) => {
    const file = given.argument("FILE");
    let check: BackupCheck;
    try {
      check = await checkBackup(file);
    } catch (failure) {
      return explainFileFailure(file, failure);
    }
    if (check.kind === "broken") return refuse("broken-backup", check.message);
    const { head, rowCount } = check;
    const { store } = await open();
    const { schemaVersion } = await store.describe();
    if (head.schema > schemaVersion) {
      const message = `${file} was written by a newer version (schema ${head.schema}, this one knows ${schemaVersion}); use that version.`;
      return refuse("newer-version", message);
    }
    const progress = showProgress(world, "Restoring");
    await store.restore(readBackupRows(file, (count) => progress.tell(count, count / Math.max(rowCount, 1))));
    progress.end();
    return {
      kind: "done",
      json: { database: showDatabase(database), rows: rowCount, createdAtMs: Date.parse(head.createdAt) },
      lines: [`Restored ${renderNumber(rowCount)} rows, as they were at ${head.createdAt}.`],
    };
  },
};

function refuse(code: string, message: string): Outcome {
  return { kind: "refused", code, message };
}
