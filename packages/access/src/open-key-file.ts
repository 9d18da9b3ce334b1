import { codeOf } from "./code-of.ts";
import { type Files, judgePrivacy } from "./files.ts";
import { holdLock } from "./hold-lock.ts";
import type { Jwks } from "./jwk.ts";
import { parseKeys } from "./parse-keys.ts";

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
