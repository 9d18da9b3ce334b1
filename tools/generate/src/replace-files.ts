import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Replaces several files as nearly at once as a file system can: everything is written beside its place first,
 * and only when all of it is on disk is each file renamed over the old one.
 */
export async function replaceFiles(root: string, texts: Readonly<Record<string, string>>): Promise<void> {
  const moves = Object.entries(texts).map(([path, text]) => {
    const target = join(root, path);
    return { target, text, beside: `${target}.${process.pid}.tmp` };
  });
  try {
    for (const { target, text, beside } of moves) {
      await mkdir(dirname(target), { recursive: true });
      await writeFile(beside, text);
    }
    for (const { target, beside } of moves) await rename(beside, target);
  } finally {
    for (const { beside } of moves) await rm(beside, { force: true });
  }
}
