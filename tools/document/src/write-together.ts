import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** A text and the file that it belongs in. */
export type FileText = { readonly path: string; readonly text: string };

/** Writes several files or none: all texts lie beside their places before the first takes it, and a failure undoes. */
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
