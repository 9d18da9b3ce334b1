import { type Tree, tree } from "./tree.ts";

/** Makes a tree of literal files, for tests. */
export function plantTree(files: Readonly<Record<string, string>>): Tree {
  return tree("/srv/planted/repository", Object.keys(files), (path) => files[path] ?? "");
}
