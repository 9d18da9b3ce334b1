import type { Jwks } from "./jwk.ts";
import { parseKeys } from "./parse-keys.ts";

/** What a file of keys needs of `node:fs/promises`, which may be handed in as it is. */
export type Files = {
  readonly readFile: (path: string, encoding: "utf8") => Promise<string>;
  readonly open: (path: string, flags: string, mode?: number) => Promise<FileHandle>;
  readonly mkdir: (path: string, options: { readonly recursive: true }) => Promise<unknown>;
  readonly link: (path: string, name: string) => Promise<void>;
  readonly rename: (path: string, name: string) => Promise<void>;
  readonly rm: (path: string, options: { readonly force: true }) => Promise<void>;
};

/** An open file. */
export type FileHandle = {
  readonly writeFile: (text: string) => Promise<void>;
  readonly sync: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** What a file of keys holds. */
export type KeysRead =
  | { readonly kind: "keys"; readonly jwks: Jwks }
  | { readonly kind: "absent" }
  | { readonly kind: "faulty"; readonly issues: readonly string[] };

/** The file that holds our own keys, private parts included; nobody but its owner may read it. */
export type KeyFile = {
  readonly path: string;
  readonly read: () => Promise<KeysRead>;
  /** Writes the file where there is none, and says whether there was none. */
  readonly create: (jwks: Jwks) => Promise<boolean>;
  /** Writes the file where it still holds the keys from before, and says whether it does. */
  readonly replace: (jwks: Jwks, before: Jwks) => Promise<boolean>;
};

/** Opens the file `keys.json` of a data folder; whoever reads it finds it whole, old or new. */
export function openKeyFile({
  folder,
  files,
  makeId,
}: {
  readonly folder: string;
  readonly files: Files;
  readonly makeId: () => string;
}): KeyFile {
  const path = `${folder}/keys.json`;
  const read = () => readKeys(path, files);
  const write = async (jwks: Jwks, settle: (part: string) => Promise<boolean>) => {
    await files.mkdir(folder, { recursive: true });
    const part = `${path}.${makeId()}.part`;
    try {
      await writePart(part, jwks, files);
      const isWritten = await settle(part);
      await syncFolder(folder, files);
      return isWritten;
    } finally {
      await files.rm(part, { force: true });
    }
  };
  return {
    path,
    read,
    create: (jwks) => write(jwks, (part) => nameAnew(part, path, files)),
    replace: (jwks, before) =>
      write(jwks, async (part) => {
        const found = await read();
        if (found.kind !== "keys" || JSON.stringify(found.jwks) !== JSON.stringify(before)) return false;
        await files.rename(part, path);
        return true;
      }),
  };
}

async function readKeys(path: string, files: Files): Promise<KeysRead> {
  let text: string;
  try {
    text = await files.readFile(path, "utf8");
  } catch (failure) {
    if (codeOf(failure) === "ENOENT") return { kind: "absent" };
    throw failure;
  }
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

/** Of two that make the first keys at once, one names its file, and the other sees it. */
async function nameAnew(part: string, path: string, files: Files): Promise<boolean> {
  try {
    await files.link(part, path);
    return true;
  } catch (failure) {
    if (codeOf(failure) === "EEXIST") return false;
    // Some file systems have no second names.
    if (!/^(EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS)$/.test(codeOf(failure))) throw failure;
  }
  if ((await readKeys(path, files)).kind !== "absent") return false;
  await files.rename(part, path);
  return true;
}

/** The new name is durable with its folder; where folders can't be opened, the system sees to it. */
async function syncFolder(folder: string, files: Files): Promise<void> {
  const handle = await files.open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

function codeOf(failure: unknown): string {
  return failure instanceof Error && "code" in failure ? String(failure.code) : "";
}
