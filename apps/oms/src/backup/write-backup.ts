import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { BackupRow } from "@trading-oms/brokerage/ports";
import { type BackupHead, type BackupTail, backupFormat, backupVersion } from "./backup-format.ts";

const lengthAtOnce = 65_536;

/** Writes the rows of a backup as compressed lines, and gives their count. */
export async function writeBackup(
  handle: FileHandle,
  rows: AsyncIterable<BackupRow>,
  { schema, createdAt }: Pick<BackupHead, "schema" | "createdAt">,
  tell: (count: number) => void,
): Promise<number> {
  let count = 0;
  const head: BackupHead = { format: backupFormat, version: backupVersion, schema, createdAt };
  async function* lines(): AsyncGenerator<string> {
    let gathered = `${JSON.stringify(head)}\n`;
    for await (const { table, row } of rows) {
      gathered += `${JSON.stringify({ table, row })}\n`;
      count += 1;
      if (gathered.length < lengthAtOnce) continue;
      yield gathered;
      gathered = "";
      tell(count);
    }
    const tail: BackupTail = { end: true, rows: count };
    yield `${gathered}${JSON.stringify(tail)}\n`;
    tell(count);
  }
  // The handle is not closed by the writing, for it still has to be flushed.
  await pipeline(Readable.from(lines(), { objectMode: false }), createGzip(), (compressed) =>
    handle.writeFile(compressed),
  );
  return count;
}
