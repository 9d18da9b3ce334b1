import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder that was made for a while. */
export type MadeFolder = { readonly folder: string; readonly remove: () => void };

/** Makes a folder that is gone when it is removed, or at the latest when this process ends. */
export async function makeFolder(prefix: string): Promise<MadeFolder> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  const removeNow = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  process.once("exit", removeNow);
  const remove = (): void => {
    process.off("exit", removeNow);
    removeNow();
  };
  return { folder, remove };
}
