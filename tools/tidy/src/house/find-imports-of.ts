import { posix } from "node:path";
import type { Finding } from "../check.ts";
import { importsOf } from "../source/imports-of.ts";
import type { Tree } from "../tree.ts";
import { packageOf } from "./find-strangers.ts";
import { isSource } from "./is-source.ts";
import { manifests } from "./manifests.ts";

/** Finds where packages import what lies below a folder, by its name or by its path. */
export function* findImportsOf(
  tree: Tree,
  folder: string,
  isJudged: (path: string) => boolean,
): Generator<Finding> {
  const names = new Set(
    manifests(tree).flatMap((each) => (each.folder.startsWith(folder) ? [String(each.fields.name)] : [])),
  );
  for (const path of tree.paths) {
    if (!path.startsWith("packages/") || !isSource(path) || !isJudged(path)) continue;
    for (const { specifier, line } of importsOf(tree.module(path))) {
      const target = posix.join(posix.dirname(path), specifier);
      const isFound = specifier.startsWith(".") ? target.startsWith(folder) : names.has(packageOf(specifier));
      if (!isFound) continue;
      yield {
        path,
        line,
        wrong: `A package imports \`${specifier}\`, which lies in ${folder}.`,
        mend: "Move what both need to a package, or hand it in from outside.",
      };
    }
  }
}
