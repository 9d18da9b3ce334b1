import type { Check } from "../check.ts";
import { packageOf } from "../house/find-strangers.ts";
import { isSource } from "../house/is-source.ts";
import { manifests } from "../house/manifests.ts";
import { scope } from "../house/places.ts";
import { importsOf } from "../source/imports-of.ts";
import type { Tree } from "../tree.ts";

/** What is not promised may be moved without telling anybody. */
export const roomsAreEnteredByExports: Check = {
  name: "rooms-are-entered-by-exports",
  rule: "Of another package only what its `exports` list is imported, never a file from within.",
  rooms: [],
  *find(tree) {
    const promised = promisesOf(tree);
    for (const path of tree.paths.filter(isSource)) {
      for (const { specifier, line } of importsOf(tree.module(path))) {
        if (!specifier.startsWith(scope)) continue;
        const promises = promised.get(packageOf(specifier));
        if (promises === undefined || promises(specifier)) continue;
        yield {
          path,
          line,
          wrong: `\`${specifier}\` is not among the exports of \`${packageOf(specifier)}\`.`,
          mend: "Import what the package lists, or list it in the `exports` of its package.json.",
        };
      }
    }
  },
  breach: {
    "packages/planted/package.json":
      '{ "name": "@trading-oms/planted", "exports": { ".": "./dist/index.js" } }\n',
    "tools/planted/src/planted.ts":
      'import { sown } from "@trading-oms/planted/src/sown.ts";\n\nexport const planted = sown;\n',
  },
};

/** For each package of ours, a judge of specifiers. */
function promisesOf(tree: Tree): Map<string, (specifier: string) => boolean> {
  return new Map(
    manifests(tree).map(({ fields }) => {
      const name = String(fields.name);
      const isList = typeof fields.exports === "object" && fields.exports !== null;
      const keys = isList ? Object.keys(fields.exports as object) : [".", "./*"];
      const entries = keys.map((key) => name + key.slice(1));
      return [name, (specifier) => entries.some((entry) => fits(entry, specifier))];
    }),
  );
}

function fits(entry: string, specifier: string): boolean {
  const [start = "", end] = entry.split("*");
  return end === undefined ? specifier === entry : specifier.startsWith(start) && specifier.endsWith(end);
}
