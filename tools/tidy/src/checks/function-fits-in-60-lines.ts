import type { Check } from "../check.ts";
import { isSource } from "../house/is-source.ts";
import { callOf } from "../source/call-of.ts";
import { functionsOf } from "../source/functions-of.ts";
import type { Visit } from "../source/visits-of.ts";

const linesMax = 60;

/** Beyond this a function decides and computes at once. */
export const functionFitsIn60Lines: Check = {
  name: "function-fits-in-60-lines",
  rule: "A function has at most 60 lines, so that it is seen whole; a `describe` only groups, and may be longer.",
  rooms: [],
  *find(tree) {
    for (const path of tree.paths.filter(isSource)) {
      const module = tree.module(path);
      for (const { name, visit } of functionsOf(module)) {
        const line = module.lineAt(visit.node.start);
        const lines = module.lineAt(visit.node.end) - line + 1;
        if (lines <= linesMax || isGroupOfTests(visit)) continue;
        yield {
          path,
          line,
          wrong: `\`${name}\` has ${lines} lines, and ${linesMax} are the most.`,
          mend: "Leave the decisions in it and move what they compute to functions beneath.",
        };
      }
    }
  },
  breach: {
    "packages/planted/src/add-up.ts": `export function addUp(): void {\n${"  addUp();\n".repeat(linesMax - 1)}}\n`,
  },
};

function isGroupOfTests({ parent }: Visit): boolean {
  return parent?.node.type === "CallExpression" && /^(describe|suite)\b/.test(callOf(parent.node) ?? "");
}
