import type { Check } from "../check.ts";
import { type Manifest, manifests } from "../house/manifests.ts";
import type { Tree } from "../tree.ts";

/** What has left the house cannot be added to. */
export const publishedPackageIsWhole: Check = {
  name: "published-package-is-whole",
  rule: "A published package lists its files, says that imports have no side effects, carries the licence and proves its types.",
  rooms: [],
  *find(tree) {
    for (const manifest of manifests(tree)) {
      if (!manifest.isPublished) continue;
      for (const missing of missingOf(tree, manifest)) {
        yield {
          path: manifest.path,
          line: 1,
          wrong: `A published package is without ${missing}.`,
          mend: `Add ${missing}, or mark the package as private.`,
        };
      }
    }
  },
  breach: {
    "packages/planted/package.json": '{ "files": ["dist"], "sideEffects": false }\n',
    "packages/planted/src/planted.test-d.ts": "export {};\n",
  },
};

function missingOf(tree: Tree, { folder, fields }: Manifest): string[] {
  const hasTypeTest = tree.paths.some((path) => path.startsWith(`${folder}/`) && path.endsWith(".test-d.ts"));
  const missing: [boolean, string][] = [
    [!Array.isArray(fields.files), "`files`"],
    [fields.sideEffects === undefined, "`sideEffects`"],
    [!tree.has(`${folder}/LICENSE`), "LICENSE"],
    [!hasTypeTest, "a `*.test-d.ts`"],
  ];
  return missing.flatMap(([isMissing, what]) => (isMissing ? [what] : []));
}
