/** What a file of keys needs of `node:fs/promises`, which may be handed in as it is. */
export type Files = {
  readonly readFile: (path: string, encoding: "utf8") => Promise<string>;
  readonly open: (path: string, flags: string, mode?: number) => Promise<FileHandle>;
  readonly mkdir: (
    path: string,
    options: { readonly recursive: true; readonly mode: number },
  ) => Promise<unknown>;
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
