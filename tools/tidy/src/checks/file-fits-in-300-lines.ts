import type { Check } from "../check.ts";
import { isSource } from "../house/is-source.ts";

const linesMax = 300;

/** Beyond this a file has more than one subject. */
export const fileFitsIn300Lines: Check = {
  name: "file-fits-in-300-lines",
  rule: "A source file has at most 300 lines, so that one subject fills it and one reading does.",
  rooms: [],
  *find(tree) {
    for (const path of tree.paths.filter(isSource)) {
      const lines = tree.text(path).replace(/\n$/, "").split("\n").length;
      if (lines <= linesMax) continue;
      yield {
        path,
        line: linesMax + 1,
        wrong: `The file has ${lines} lines, and ${linesMax} are the most.`,
        mend: "Move what has a subject of its own to a file named after it.",
      };
    }
  },
  breach: { "packages/planted/src/long.ts": `export const long = [\n${"  0,\n".repeat(linesMax)}];\n` },
};
