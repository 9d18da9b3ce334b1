import { type BackupHead, type BackupTail, backupFormat, backupVersion } from "./backup-format.ts";
import { readBackupLines } from "./read-backup-lines.ts";

/** Whether a file is a whole backup, and what its first and last line say. */
export type BackupCheck =
  | { readonly kind: "whole"; readonly head: BackupHead; readonly rowCount: number }
  | { readonly kind: "broken"; readonly message: string };

/** Reads a backup to its end before anything of it is restored, so that a cut one changes nothing. */
export async function checkBackup(file: string): Promise<BackupCheck> {
  let head: BackupHead | undefined;
  let last = "";
  let lineCount = 0;
  try {
    for await (const line of readBackupLines(file)) {
      if (lineCount === 0) head = readHead(line);
      if (lineCount === 0 && head === undefined) return broken(`${file} is no backup of ours.`);
      lineCount += 1;
      last = line;
    }
  } catch (failure) {
    return broken(explain(file, failure));
  }
  // The head and the tail are lines as well.
  const rowCount = lineCount - 2;
  const tail = readObject(last) as Partial<BackupTail> | undefined;
  if (head === undefined || tail?.end !== true || tail.rows !== rowCount) {
    return broken(`${file} is cut: its last line is missing. Take another backup.`);
  }
  return { kind: "whole", head, rowCount };
}

function broken(message: string): BackupCheck {
  return { kind: "broken", message };
}

function explain(file: string, failure: unknown): string {
  const code = failure instanceof Error && "code" in failure ? String(failure.code) : "";
  if (code === "Z_BUF_ERROR") return `${file} is cut: it ends too early. Take another backup.`;
  if (code === "Z_DATA_ERROR") return `${file} is no backup of ours, or was damaged. Take another.`;
  throw failure;
}

function readHead(line: string): BackupHead | undefined {
  const head = readObject(line) as Partial<BackupHead> | undefined;
  const isOurs = head?.format === backupFormat && head.version === backupVersion;
  return isOurs && Number.isSafeInteger(head.schema) ? (head as BackupHead) : undefined;
}

function readObject(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
