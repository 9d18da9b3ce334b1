import type { Check } from "../check.ts";
import { isProduct } from "../house/is-source.ts";
import { places } from "../house/places.ts";
import { actsOnImport } from "../source/acts-on-import.ts";

/** Whoever imports a module asks for its names and for nothing else. */
export const nothingHappensOnImport: Check = {
  name: "nothing-happens-on-import",
  rule: "Importing a module of a package or of the server declares names and does nothing; workers are run, not imported.",
  rooms: [],
  *find(tree) {
    for (const path of tree.paths) {
      if (!/^(packages\/[^/]+|apps\/server)\/src\//.test(path) || !isProduct(path)) continue;
      if (path.startsWith(places.compositionRoots) || path.endsWith(".worker.ts")) continue;
      const module = tree.module(path);
      for (const node of actsOnImport(module)) {
        yield {
          path,
          line: module.lineAt(node.start),
          wrong: "Something happens as soon as this module is imported.",
          mend: "Put it in a function that the composition root calls.",
        };
      }
    }
  },
  breach: {
    "packages/planted/src/registry.ts":
      "export const registry = new Set<string>();\nregistry.add('planted');\n",
  },
};
