import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** The content of a file. */
export type FileText = { readonly path: string; readonly text: string };

/**
 * Writes several files or none: all are written to temporary files and renamed, and a failure restores the old ones.
 */
export async function writeTogether(files: readonly FileText[]): Promise<void> {
  const moves = files.map((file) => ({ ...file, beside: `${file.path}.${process.pid}.tmp` }));
  const undoings: (() => Promise<void>)[] = [];
  try {
    for (const { path, text, beside } of moves) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(beside, text);
    }
    for (const { path, beside } of moves) {
      const former = await readFile(path).catch(() => undefined);
      await rename(beside, path);
      undoings.unshift(() => (former === undefined ? rm(path) : writeFile(path, former)));
    }
  } catch (failure) {
    for (const undo of undoings) await undo();
    throw failure;
  } finally {
    for (const { beside } of moves) await rm(beside, { force: true });
  }
}
