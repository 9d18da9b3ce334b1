import { mkdtemp, rm } from "node:fs/promises";
import { resolve } from "node:path";

/** Lends a folder that git does not see and that finds the packages which the bench depends on. */
export async function inScratchFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(resolve(import.meta.dirname, "../.tmp-"));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
