import { mkdir, open, readdir, readFile, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { ImageStore } from "@trading-oms/brokerage/ports";

/** Options of a folder of images. */
export type DiskOptions = {
  /** Creates the folder if it is missing, and tests that it is writable. True by default. */
  readonly create?: boolean;
  /** The bytes that images leave free on the file system: a gigabyte by default. */
  readonly freeBytesMin?: number;
};

/** Thrown when an image would leave less than `freeBytesMin` free. */
export class NoRoom extends Error {
  readonly code = "IMAGES_NO_ROOM";

  constructor() {
    super("The file system of the images has too little free space: free some, or move the folder.");
    this.name = "NoRoom";
  }
}

/** Opens a folder as an image store. A folder that it creates is readable by its owner only. */
export async function openDiskImages(folder: string, options: DiskOptions = {}): Promise<ImageStore> {
  const { create = true, freeBytesMin = 1_000_000_000 } = options;
  if (create) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await probeWriting(folder);
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

/** Reports an unwritable folder at the start. A full disk is no fault here, because its images can still be shown and swept. */
async function probeWriting(folder: string): Promise<void> {
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

/** Makes the new name durable. Systems that cannot open folders do this themselves. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
