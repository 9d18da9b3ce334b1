import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** A file is there already, and was not to be replaced. */
export class FileExists extends Error {
  constructor() {
    super("The file is there already.");
    this.name = "FileExists";
  }
}

/**
 * Writes a file under another name beside it, and gives it its own when all of it is on the disk, so that whoever finds
 * the file finds it whole.
 *
 * @throws FileExists where there is one that may not be replaced
 */
export async function replaceFile(
  { file, part, mayReplace }: { readonly file: string; readonly part: string; readonly mayReplace: boolean },
  write: (handle: FileHandle) => Promise<void>,
): Promise<void> {
  const judge = async () => {
    if (!mayReplace && (await isThere(file))) throw new FileExists();
  };
  await judge();
  const handle = await open(part, "wx", 0o600);
  try {
    await write(handle);
    await handle.sync();
    await handle.close();
    await judge();
    await rename(part, file);
  } catch (failure) {
    await handle.close().catch(() => {});
    await rm(part, { force: true });
    throw failure;
  }
  await syncFolder(dirname(file));
}

function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    (failure: NodeJS.ErrnoException) => {
      if (failure.code === "ENOENT") return false;
      throw failure;
    },
  );
}

/** The new name is durable with its folder; where folders can't be opened, the system sees to it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
