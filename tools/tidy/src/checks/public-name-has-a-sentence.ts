import { posix } from "node:path";
import type { Node } from "oxc-parser";
import type { Check, Finding } from "../check.ts";
import { type Manifest, manifests } from "../house/manifests.ts";
import { exportedNames } from "../source/exported-names.ts";
import type { Module } from "../source/parse-module.ts";
import type { Tree } from "../tree.ts";

/** What others install they meet in their editor, one name at a time. */
export const publicNameHasASentence: Check = {
  name: "public-name-has-a-sentence",
  rule: "Every name that a published package exports carries a sentence that says what it is for.",
  rooms: [],
  *find(tree) {
    for (const manifest of manifests(tree)) {
      if (!manifest.isPublished) continue;
      for (const entry of entriesOf(manifest)) {
        if (tree.has(entry)) yield* judge(tree, entry, undefined);
      }
    }
  },
  breach: {
    "packages/planted/package.json": '{ "exports": { ".": { "default": "./dist/index.js" } } }\n',
    "packages/planted/src/index.ts": 'export { planted } from "./planted.ts";\n',
    "packages/planted/src/planted.ts": "export const planted = 42;\n",
  },
};

/** The sources of what `exports` names, for the built files are not in the tree. */
function entriesOf(manifest: Manifest): string[] {
  const built = [
    ...JSON.stringify(manifest.fields.exports ?? "").matchAll(/"\.\/dist\/([^"*]+?)(\.d)?\.[jt]s"/g),
  ];
  return [...new Set(built.map(([, name]) => `${manifest.folder}/src/${name}.ts`))];
}

function* judge(tree: Tree, path: string, wanted: string | undefined): Generator<Finding> {
  const module = tree.module(path);
  for (const { name, line, declaration, from } of exportedNames(module)) {
    if (wanted !== undefined && name !== wanted) continue;
    if (from !== undefined) {
      const target = posix.join(posix.dirname(path), from.specifier).replace(/\.js$/, ".ts");
      if (from.specifier.startsWith(".") && tree.has(target)) yield* judge(tree, target, from.name);
    } else if (declaration !== undefined && !isDescribed(module, declaration)) {
      yield {
        path,
        line,
        wrong: `The public name \`${name}\` says nothing of itself.`,
        mend: "Write one sentence above it between `/**` and `*/`, and show a call where one is easily got wrong.",
      };
    }
  }
}

function isDescribed(module: Module, declaration: Node): boolean {
  return module.comments.some(
    ({ type, value, end }) =>
      type === "Block" &&
      value.startsWith("*") &&
      end <= declaration.start &&
      module.text.slice(end, declaration.start).trim() === "",
  );
}
