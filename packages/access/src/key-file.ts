import { type Jwks, parseKeys } from "./keys.ts";

/** What a file of keys holds. */
export type KeysRead =
  | { readonly kind: "keys"; readonly jwks: Jwks }
  | { readonly kind: "absent" }
  | { readonly kind: "faulty"; readonly issues: readonly string[] };

/** Whether keys were written, or the file is another than was thought, or somebody held it for too long. */
export type KeysWritten = "written" | "moved" | "locked";

/** The file that holds our own keys, private parts included; its mode has to pass `judgePrivacy`. */
export type KeyFile = {
  readonly path: string;
  readonly read: () => Promise<KeysRead>;
  /** Writes the file where there is none. */
  readonly create: (jwks: Jwks) => Promise<KeysWritten>;
  /** Writes the file where it still holds the keys from before; of many at once, one does. */
  readonly replace: (jwks: Jwks, before: Jwks) => Promise<KeysWritten>;
};

/** What a file of keys is opened with. */
export type KeyFileSettings = {
  readonly folder: string;
  readonly files: Files;
  /** The user of this process, as `process.getuid` has it; none on Windows. */
  readonly uid: number | undefined;
  readonly makeId: () => string;
  /** Waits for the end of somebody else's change. */
  readonly wait: (milliseconds: number) => Promise<void>;
};

/** Opens the file `keys.json` of a data folder; whoever reads it finds it whole, old or new. */
export function openKeyFile({ folder, files, uid, makeId, wait }: KeyFileSettings): KeyFile {
  const path = `${folder}/keys.json`;
  const alone = (change: () => Promise<KeysWritten>) => holdLock({ path, files, wait }, change);
  const read = () => readKeys(path, files, uid);
  const write = async (jwks: Jwks, settle: (part: string) => Promise<KeysWritten>) => {
    await files.mkdir(folder, { recursive: true, mode: 0o700 });
    const part = `${path}.${makeId()}.part`;
    try {
      await writePart(part, jwks, files);
      const written = await settle(part);
      await syncFolder(folder, files);
      return written;
    } finally {
      await files.rm(part, { force: true });
    }
  };
  return {
    path,
    read,
    create: (jwks) =>
      write(jwks, async (part) => {
        const linked = await nameAnew(part, path, files);
        if (linked !== "unsupported") return linked;
        return alone(async () => {
          if ((await read()).kind !== "absent") return "moved";
          await files.rename(part, path);
          return "written";
        });
      }),
    replace: (jwks, before) =>
      write(jwks, (part) =>
        alone(async () => {
          const found = await read();
          if (found.kind !== "keys" || JSON.stringify(found.jwks) !== JSON.stringify(before)) return "moved";
          await files.rename(part, path);
          return "written";
        }),
      ),
  };
}

async function readKeys(path: string, files: Files, uid: number | undefined): Promise<KeysRead> {
  let text: string;
  let fault: string | undefined;
  try {
    text = await files.readFile(path, "utf8");
    fault = judgePrivacy(path, await files.stat(path), uid);
  } catch (failure) {
    if (codeOf(failure) === "ENOENT") return { kind: "absent" };
    throw failure;
  }
  if (fault !== undefined) return { kind: "faulty", issues: [fault] };
  const parsed = await parseKeys(text);
  if (parsed.kind === "faulty") return parsed;
  if (parsed.ignoredCount === 0) return { kind: "keys", jwks: parsed.jwks };
  // Left out here, they would be lost with the next change.
  return {
    kind: "faulty",
    issues: [`Keys in it are not for signing: ${parsed.ignoredCount}. Take them out.`],
  };
}

async function writePart(part: string, jwks: Jwks, files: Files): Promise<void> {
  const handle = await files.open(part, "wx", 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(jwks, undefined, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Of many that make the first keys at once, one names its file, and the others see it. */
async function nameAnew(part: string, path: string, files: Files): Promise<KeysWritten | "unsupported"> {
  try {
    await files.link(part, path);
    return "written";
  } catch (failure) {
    if (codeOf(failure) === "EEXIST") return "moved";
    // Some file systems have no second names.
    if (/^(EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS)$/.test(codeOf(failure))) return "unsupported";
    throw failure;
  }
}

/** The new name is durable with its folder; where folders can't be opened, the system sees to it. */
async function syncFolder(folder: string, files: Files): Promise<void> {
  const handle = await files.open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

/** What a file of keys needs of `node:fs/promises`, which may be handed in as it is. */
export type Files = {
  readonly readFile: (path: string, encoding: "utf8") => Promise<string>;
  readonly stat: (path: string) => Promise<FileOwnership>;
  readonly open: (path: string, flags: string, mode?: number) => Promise<FileHandle>;
  readonly mkdir: (
    path: string,
    options: { readonly recursive: true; readonly mode: number },
  ) => Promise<unknown>;
  readonly link: (path: string, name: string) => Promise<void>;
  readonly rename: (path: string, name: string) => Promise<void>;
  readonly rm: (path: string, options: { readonly force: true }) => Promise<void>;
};

/** Whose a file is, and who may read it. */
export type FileOwnership = { readonly mode: number; readonly uid: number };

/**
 * Says what is wrong where others may read a file of private keys. One that root has put there may be read by its group,
 * as secrets that are mounted into a container are. Without a user of ours, as on Windows, the mode says nothing.
 */
export function judgePrivacy(
  path: string,
  { mode, uid }: FileOwnership,
  ownUid: number | undefined,
): string | undefined {
  if (ownUid === undefined) return undefined;
  const allowed = uid === 0 && ownUid !== 0 ? 0o640 : 0o600;
  if ((mode & 0o077 & ~allowed) === 0) return undefined;
  return `Others than its owner can read it: run chmod ${allowed.toString(8)} ${path}`;
}

/** An open file. */
type FileHandle = {
  readonly writeFile: (text: string) => Promise<void>;
  readonly sync: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** The file that is held, and how the wait for it goes. */
type LockSettings = {
  readonly path: string;
  readonly files: Pick<Files, "open" | "rm">;
  readonly wait: (milliseconds: number) => Promise<void>;
};

const pauseMs = 20;
const pauseCountMax = 500;

/**
 * Lets one at a time change a file, in this process or another, by a file beside it. A lock that stays was left by
 * somebody who was cut off within the few milliseconds that a change takes. It is not taken over, for two who did so at
 * once would both hold it: whoever runs the service is told of it, and knows whether anybody is at work.
 */
async function holdLock<Result>(
  { path, files, wait }: LockSettings,
  change: () => Promise<Result>,
): Promise<Result | "locked"> {
  const lock = lockOf(path);
  for (let pauseCount = 0; !(await take(lock, files)); pauseCount += 1) {
    if (pauseCount === pauseCountMax) return "locked";
    await wait(pauseMs);
  }
  try {
    return await change();
  } finally {
    await files.rm(lock, { force: true });
  }
}

/** Says what to do about a lock that stays. */
export function explainLock(path: string): string {
  const waitedS = (pauseMs * pauseCountMax) / 1_000;
  return `${lockOf(path)} has been there for ${waitedS} s, as it is while somebody changes the keys: where nobody does, take it away and try again.`;
}

async function take(lock: string, files: LockSettings["files"]): Promise<boolean> {
  try {
    const handle = await files.open(lock, "wx", 0o600);
    await handle.close();
    return true;
  } catch (failure) {
    if (codeOf(failure) === "EEXIST") return false;
    throw failure;
  }
}

function lockOf(path: string): string {
  return `${path}.lock`;
}

/** The code that the system gave a failure, such as ENOENT, or an empty text. */
function codeOf(failure: unknown): string {
  return failure instanceof Error && "code" in failure ? String(failure.code) : "";
}
