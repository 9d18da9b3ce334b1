import type { Check } from "../check.ts";
import { manifests, readManifest } from "../house/manifests.ts";

const lists = ["dependencies", "devDependencies", "optionalDependencies"] as const;

/** One version of each thing, written in one place. */
export const versionsComeFromTheCatalog: Check = {
  name: "versions-come-from-the-catalog",
  rule: "A dependency's version stands in the catalog of pnpm-workspace.yaml; a package of ours is `workspace:*`.",
  rooms: [],
  *find(tree) {
    const root = tree.has("package.json") ? [readManifest(tree, "package.json")] : [];
    for (const { path, fields } of [...root, ...manifests(tree)]) {
      const lines = tree.text(path).split("\n");
      for (const [name, version] of lists.flatMap((list) => Object.entries(fields[list] ?? {}))) {
        if (/^catalog:|^workspace:\*$/.test(String(version))) continue;
        yield {
          path,
          line: Math.max(1, lines.findIndex((line) => line.includes(`"${name}":`)) + 1),
          wrong: `\`${name}\` brings its own version, ${version}.`,
          mend: "Put the version in the catalog of pnpm-workspace.yaml and write `catalog:` here.",
        };
      }
    }
  },
  breach: { "packages/planted/package.json": '{\n  "dependencies": {\n    "hono": "4.0.0"\n  }\n}\n' },
};
