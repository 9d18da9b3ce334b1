import type { Check } from "../check.ts";
import { type Manifest, manifests } from "../house/manifests.ts";
import type { Tree } from "../tree.ts";

/** Whoever opens a room should be told at the door what it is. */
export const manifestSaysWhatItIs: Check = {
  name: "manifest-says-what-it-is",
  rule: "Each workspace package has a description, a licence, ES modules, a README, and in packages/ its exports.",
  rooms: [],
  *find(tree) {
    for (const manifest of manifests(tree)) {
      for (const missing of missingOf(tree, manifest)) {
        yield {
          path: manifest.path,
          line: 1,
          wrong: `The package has no ${missing}.`,
          mend: `Add ${missing}.`,
        };
      }
    }
  },
  breach: {
    "packages/planted/package.json":
      '{ "description": "A planted room.", "type": "module", "exports": {}, "private": true }\n',
    "packages/planted/README.md": "# Planted\n",
  },
};

function missingOf(tree: Tree, { folder, fields }: Manifest): string[] {
  const missing: [boolean, string][] = [
    [!fields.description, "`description`"],
    [!fields.license, "`license`"],
    [fields.type !== "module", '`"type": "module"`'],
    [folder.startsWith("packages/") && fields.exports === undefined, "`exports`"],
    [!tree.has(`${folder}/README.md`), "README.md"],
  ];
  return missing.flatMap(([isMissing, what]) => (isMissing ? [what] : []));
}
