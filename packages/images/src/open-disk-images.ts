import { mkdir, open, readdir, readFile, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { ImageStore } from "@trading-oms/brokerage/ports";

/** How a folder is opened. */
export type DiskWays = {
  /** Whether it is made where there is none; true, and then it is tried whether anything can be written there. */
  readonly isMade?: boolean;
  /** How many bytes stay free on the file system for others, whatever images come; a gigabyte. */
  readonly freeBytesMin?: number;
};

/** Images would take the room that others on the same file system need. */
export class NoRoom extends Error {
  readonly code = "IMAGES_NO_ROOM";

  constructor() {
    super("The file system of images has too little room left to keep any.");
    this.name = "NoRoom";
  }
}

/** Opens a folder as a store of images; one that is made may be read by nobody but its owner. */
export async function openDiskImages(folder: string, ways: DiskWays = {}): Promise<ImageStore> {
  const { isMade = true, freeBytesMin = 1_000_000_000 } = ways;
  if (isMade) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await tryWriting(folder);
  } else await readdir(folder);
  return {
    put: async (name, bytes) => {
      const path = join(folder, name);
      const { bavail, bsize } = await statfs(folder);
      if (bavail * bsize - bytes.length < freeBytesMin) throw new NoRoom();
      const handle = await open(path, "wx", 0o600);
      try {
        await handle.writeFile(bytes);
        await handle.sync();
        await handle.close();
        await syncFolder(folder);
      } catch (failure) {
        await handle.close().catch(() => {});
        await rm(path, { force: true }).catch(() => {});
        throw failure;
      }
    },
    get: (name) => readFile(join(folder, name)).then((bytes) => new Uint8Array(bytes), orAbsent),
    remove: (name) => rm(join(folder, name), { force: true }),
    list: async function* () {
      yield* (await readdir(folder)).sort();
    },
  };
}

/** A folder that can't be written to is told of before cards come; one that is full has images to be shown and swept. */
async function tryWriting(folder: string): Promise<void> {
  const path = join(folder, `try-${crypto.randomUUID()}`);
  try {
    await (await open(path, "wx", 0o600)).close();
    await rm(path, { force: true });
  } catch (failure) {
    const { code = "" } = failure as NodeJS.ErrnoException;
    if (!["ENOSPC", "EDQUOT"].includes(code)) throw failure;
  }
}

function orAbsent(failure: NodeJS.ErrnoException): undefined {
  if (failure.code === "ENOENT") return undefined;
  throw failure;
}

/** The new name is durable with its folder; where folders can't be opened, the system sees to it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
