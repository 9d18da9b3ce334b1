import { createReadStream } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { pipeline as pipe, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type { BackupRow } from "@trading-oms/brokerage/ports";
import { refuse } from "../../cli/command.ts";

/** The format name in the first line of a backup. */
const backupFormat = "trading-oms-backup";

/** The version of the line format. The rows depend on the schema version instead. */
const backupVersion = 1;

/** The first line of a backup. */
type BackupHead = {
  readonly format: typeof backupFormat;
  readonly version: typeof backupVersion;
  readonly schema: number;
  readonly createdAt: string;
};

/** The last line of a backup, which is missing if the file was cut. */
type BackupTail = { readonly end: true; readonly rows: number };

const chunkLength = 65_536;

/** Writes the rows of a backup as compressed lines, and returns their count. */
export async function writeBackup(
  handle: FileHandle,
  rows: AsyncIterable<BackupRow>,
  { schema, createdAt }: Pick<BackupHead, "schema" | "createdAt">,
  onProgress: (count: number) => void,
): Promise<number> {
  let count = 0;
  const head: BackupHead = { format: backupFormat, version: backupVersion, schema, createdAt };
  async function* lines(): AsyncGenerator<string> {
    let gathered = `${JSON.stringify(head)}\n`;
    for await (const { table, row } of rows) {
      gathered += `${JSON.stringify({ table, row })}\n`;
      count += 1;
      if (gathered.length < chunkLength) continue;
      yield gathered;
      gathered = "";
      onProgress(count);
    }
    const tail: BackupTail = { end: true, rows: count };
    yield `${gathered}${JSON.stringify(tail)}\n`;
    onProgress(count);
  }
  // `writeFile` leaves the handle open, because the caller flushes it.
  await pipeline(Readable.from(lines(), { objectMode: false }), createGzip(), (compressed) =>
    handle.writeFile(compressed),
  );
  return count;
}

/** The first line of a complete backup, and its number of rows. */
type WholeBackup = { readonly head: BackupHead; readonly rowCount: number };

/**
 * Reads a backup to its end before any row is restored, so that a cut file changes nothing.
 *
 * @throws Refused if the file is not a backup, or is cut or damaged
 */
export async function checkBackup(file: string): Promise<WholeBackup> {
  let head: BackupHead | undefined;
  let last = "";
  let lineCount = 0;
  try {
    for await (const line of readBackupLines(file)) {
      if (lineCount === 0) head = readHead(line);
      if (head === undefined) refuse("broken_backup", `${file} is not a backup.`);
      lineCount += 1;
      last = line;
    }
  } catch (failure) {
    const code = failure instanceof Error && "code" in failure ? failure.code : "";
    const sentence = zlibFaults[String(code)];
    if (sentence === undefined) throw failure;
    refuse("broken_backup", `${file} ${sentence}`);
  }
  // The first and the last line are not rows.
  const rowCount = lineCount - 2;
  const tail = readObject(last) as Partial<BackupTail> | undefined;
  if (head !== undefined && tail?.end === true && tail.rows === rowCount) return { head, rowCount };
  return refuse("broken_backup", `${file} is cut: its last line is missing. Use another backup.`);
}

const zlibFaults: Readonly<Record<string, string>> = {
  Z_BUF_ERROR: "is cut: it ends too early. Use another backup.",
  Z_DATA_ERROR: "is not a backup, or is damaged. Use another.",
};

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

/** Reads the rows of a backup. Call `checkBackup` first. */
export async function* readBackupRows(
  file: string,
  onProgress: (count: number) => void,
): AsyncGenerator<BackupRow> {
  let count = 0;
  for await (const line of readBackupLines(file)) {
    const row = JSON.parse(line) as BackupRow | { readonly table?: undefined };
    // The first and the last line have no table.
    if (row.table === undefined) continue;
    yield row;
    count += 1;
    if (count % 1_000 === 0) onProgress(count);
  }
  onProgress(count);
}

/** Reads the lines of a compressed file. A read error is thrown when the next line is requested. */
async function* readBackupLines(file: string): AsyncGenerator<string> {
  const unzipped = createGunzip();
  // An error in either stream destroys both, and the loop below throws it.
  pipe(createReadStream(file), unzipped, () => {});
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of unzipped) {
    const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}
