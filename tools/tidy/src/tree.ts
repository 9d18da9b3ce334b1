import { type Module, parseModule } from "./source/parse-module.ts";

/** The files of a repository as a value: the same tree always gives the same findings. */
export interface Tree {
  /** Where the tree lies on its machine, so that this very path can be refused in its files. */
  readonly root: string;
  /** Every file, relative to the root, with forward slashes, sorted. */
  readonly paths: readonly string[];
  /** Whether there is such a file or folder. */
  has(path: string): boolean;
  text(path: string): string;
  module(path: string): Module;
}

/** Makes a tree that reads and parses each file at most once, and only when a check asks for it. */
export function tree(root: string, paths: readonly string[], read: (path: string) => string): Tree {
  const known = new Set(paths.flatMap(withFolders));
  const text = remember(read);
  const module = remember((path) => parseModule(path, text(path)));
  return { root, paths: [...paths].sort(), has: (path) => known.has(path), text, module };
}

function withFolders(path: string): string[] {
  const segments = path.split("/");
  return segments.map((_, index) => segments.slice(0, index + 1).join("/"));
}

function remember<Value>(compute: (path: string) => Value): (path: string) => Value {
  const computed = new Map<string, Value>();
  return (path) => {
    const found = computed.get(path);
    if (found !== undefined) return found;
    const fresh = compute(path);
    computed.set(path, fresh);
    return fresh;
  };
}
