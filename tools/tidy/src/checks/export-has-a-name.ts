import type { Check } from "../check.ts";
import { isSettings, isSource } from "../house/is-source.ts";
import { places } from "../house/places.ts";

/** Without a name of its own, a thing is called differently wherever it is used. */
export const exportHasAName: Check = {
  name: "export-has-a-name",
  rule: "Nothing is exported as default, but where a tool's settings file or a runtime's entry dictates it.",
  rooms: [],
  *find(tree) {
    for (const path of tree.paths.filter(isSource)) {
      if (isSettings(path) || path.startsWith(places.compositionRoots)) continue;
      const module = tree.module(path);
      for (const statement of module.program.body) {
        if (statement.type !== "ExportDefaultDeclaration") continue;
        yield {
          path,
          line: module.lineAt(statement.start),
          wrong: "A default export has no name.",
          mend: "Export it by the name that the path says.",
        };
      }
    }
  },
  breach: { "packages/planted/src/nameless.ts": "export default 1;\n" },
};
