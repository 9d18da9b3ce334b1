import type { Check } from "../check.ts";
import { isSource } from "../house/is-source.ts";

/** A list can be read, and a star promises whatever comes along later. */
export const exportIsListed: Check = {
  name: "export-is-listed",
  rule: "What is passed on is listed name by name, never with a star, so that each promise was meant.",
  rooms: [],
  *find(tree) {
    for (const path of tree.paths.filter(isSource)) {
      const module = tree.module(path);
      for (const statement of module.program.body) {
        if (statement.type !== "ExportAllDeclaration") continue;
        yield {
          path,
          line: module.lineAt(statement.start),
          wrong: `Everything of \`${statement.source.value}\` is passed on.`,
          mend: "List the names that are meant: `export { name } from …`.",
        };
      }
    }
  },
  breach: { "packages/planted/src/passed-on.ts": 'export * from "./registry.ts";\n' },
};
