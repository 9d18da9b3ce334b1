import type { Node } from "oxc-parser";
import type { Check } from "../check.ts";
import { isInSource } from "../house/is-source.ts";

/** Whoever reads an index wants to see what is promised, and nothing else. */
export const indexListsPromises: Check = {
  name: "index-lists-promises",
  rule: "An `index.ts` passes names on and holds no code of its own.",
  rooms: [],
  *find(tree) {
    for (const path of tree.paths) {
      if (!isInSource(path) || !/\/index\.tsx?$/.test(path)) continue;
      const module = tree.module(path);
      const own = module.program.body.find((statement) => !isPassedOn(statement));
      if (own === undefined) continue;
      yield {
        path,
        line: module.lineAt(own.start),
        wrong: "The index holds code of its own.",
        mend: "Move it to a file that its name fits, and pass the name on with `export { name } from …`.",
      };
    }
  },
  breach: { "packages/planted/src/index.ts": "export const planted = 1;\n" },
};

function isPassedOn(statement: Node): boolean {
  if (statement.type === "ExportAllDeclaration") return true;
  return statement.type === "ExportNamedDeclaration" && statement.source !== null;
}
