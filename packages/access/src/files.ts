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
export type FileHandle = {
  readonly writeFile: (text: string) => Promise<void>;
  readonly sync: () => Promise<void>;
  readonly close: () => Promise<void>;
};
