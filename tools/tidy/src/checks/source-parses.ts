import type { Check } from "../check.ts";
import { isSource } from "../house/is-source.ts";

/** A file that does not parse would pass every other check unseen. */
export const sourceParses: Check = {
  name: "source-parses",
  rule: "Every source file parses, because the other checks see nothing in one that does not.",
  rooms: [],
  *find(tree) {
    for (const path of tree.paths.filter(isSource)) {
      const fault = tree.module(path).faults[0];
      if (fault === undefined) continue;
      yield {
        path,
        line: fault.line,
        wrong: `The file does not parse: ${fault.message.replace(/\.?$/, ".")}`,
        mend: "Correct the syntax; the compiler points at the same place.",
      };
    }
  },
  breach: { "tools/planted/src/broken.ts": "export const broken = ;\n" },
};
