import { type Jwks, parseKeys } from "./keys.ts";

/** The content of a key file. */
type KeysRead =
  | { readonly kind: "keys"; readonly jwks: Jwks }
  | { readonly kind: "absent" }
  | { readonly kind: "faulty"; readonly issues: readonly string[] };

/** Keys were written, or the file had changed meanwhile (`moved`), or its lock was held for too long. */
type KeysWritten = "written" | "moved" | "locked";

/** The file of our own keys, private parts included. Its mode has to pass `checkPrivacy`. */
export type KeyFile = {
  readonly path: string;
  readonly read: () => Promise<KeysRead>;
  /** Writes the file if it does not exist. */
  readonly create: (jwks: Jwks) => Promise<KeysWritten>;
  /** Writes the file if it still contains the keys `before`. Of several concurrent calls, one succeeds. */
  readonly replace: (jwks: Jwks, before: Jwks) => Promise<KeysWritten>;
};

type KeyFileSettings = {
  readonly folder: string;
  readonly files: Files;
  /** The user id of this process, from `process.getuid`. Undefined on Windows. */
  readonly uid: number | undefined;
  readonly makeId: () => string;
  /** The pause between two attempts to take the lock. */
  readonly wait: (milliseconds: number) => Promise<void>;
};

/** Opens the file `keys.json` of a data folder. Writes are atomic: readers see the old content or the new. */
export function openKeyFile({ folder, files, uid, makeId, wait }: KeyFileSettings): KeyFile {
  const path = `${folder}/keys.json`;
  const read = () => readKeys(path, files, uid);
  const renameIf = (part: string, isExpected: (found: KeysRead) => boolean) =>
    withLock({ path, files, wait }, async (): Promise<KeysWritten> => {
      if (!isExpected(await read())) return "moved";
      await files.rename(part, path);
      return "written";
    });
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
        const linked = await linkPart(part, path, files);
        return linked === "unsupported" ? renameIf(part, ({ kind }) => kind === "absent") : linked;
      }),
    replace: (jwks, before) =>
      write(jwks, (part) =>
        renameIf(
          part,
          (found) => found.kind === "keys" && JSON.stringify(found.jwks) === JSON.stringify(before),
        ),
      ),
  };
}

async function readKeys(path: string, files: Files, uid: number | undefined): Promise<KeysRead> {
  let text: string;
  let fault: string | undefined;
  try {
    text = await files.readFile(path, "utf8");
    fault = checkPrivacy(path, await files.stat(path), uid);
  } catch (failure) {
    if (codeOf(failure) === "ENOENT") return { kind: "absent" };
    throw failure;
  }
  if (fault !== undefined) return { kind: "faulty", issues: [fault] };
  const parsed = await parseKeys(text);
  if (parsed.kind === "faulty") return parsed;
  if (parsed.ignoredCount === 0) return { kind: "keys", jwks: parsed.jwks };
  // If they were left out here, the next write would delete them.
  return {
    kind: "faulty",
    issues: [`${parsed.ignoredCount} of its keys are not for signing: remove them.`],
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

/** Creates the file atomically: of several processes that make first keys at once, one succeeds. */
async function linkPart(part: string, path: string, files: Files): Promise<KeysWritten | "unsupported"> {
  try {
    await files.link(part, path);
    return "written";
  } catch (failure) {
    if (codeOf(failure) === "EEXIST") return "moved";
    // Some file systems have no hard links.
    if (/^(EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS)$/.test(codeOf(failure))) return "unsupported";
    throw failure;
  }
}

/** Makes the new name durable. Systems that cannot open folders do this themselves. */
async function syncFolder(folder: string, files: Files): Promise<void> {
  const handle = await files.open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

/** The part of `node:fs/promises` that a key file needs. The module itself fits. */
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

/** The owner and the permissions of a file. */
type FileOwnership = { readonly mode: number; readonly uid: number };

/**
 * Returns what is wrong if other users may read a file of private keys. The group may read a file that root owns, as with
 * secrets mounted into a container. Without a user id, as on Windows, the mode means nothing and is not checked.
 */
export function checkPrivacy(
  path: string,
  { mode, uid }: FileOwnership,
  ownUid: number | undefined,
): string | undefined {
  if (ownUid === undefined) return undefined;
  const allowed = uid === 0 && ownUid !== 0 ? 0o640 : 0o600;
  if ((mode & 0o077 & ~allowed) === 0) return undefined;
  return `Users other than its owner can read it: run chmod ${allowed.toString(8)} ${path}`;
}

type FileHandle = {
  readonly writeFile: (text: string) => Promise<void>;
  readonly sync: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type LockSettings = {
  readonly path: string;
  readonly files: Pick<Files, "open" | "rm">;
  readonly wait: (milliseconds: number) => Promise<void>;
};

const pauseMs = 20;
const pauseCountMax = 500;

/**
 * Runs a change under a lock file, one at a time across processes. A change takes a few milliseconds, so a lock that stays
 * was left by a process that was killed. It is not taken over, because two processes that did so at once would both hold
 * it. The operator gets a message and knows whether a change is running.
 */
async function withLock<Result>(
  { path, files, wait }: LockSettings,
  change: () => Promise<Result>,
): Promise<Result | "locked"> {
  const lock = lockOf(path);
  for (let pauseCount = 0; !(await takeLock(lock, files)); pauseCount += 1) {
    if (pauseCount === pauseCountMax) return "locked";
    await wait(pauseMs);
  }
  try {
    return await change();
  } finally {
    await files.rm(lock, { force: true });
  }
}

/** Tells the operator what to do about a lock that stays. */
export function explainLock(path: string): string {
  const waitedS = (pauseMs * pauseCountMax) / 1_000;
  return `${lockOf(path)} has existed for ${waitedS} s. It means that the keys are being changed: if no change is running, delete it and try again.`;
}

async function takeLock(lock: string, files: LockSettings["files"]): Promise<boolean> {
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

/** The system's error code, such as ENOENT, or an empty string. */
function codeOf(failure: unknown): string {
  return failure instanceof Error && "code" in failure ? String(failure.code) : "";
}
