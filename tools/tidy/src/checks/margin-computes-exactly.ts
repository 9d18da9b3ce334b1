import type { Node } from "oxc-parser";
import type { Check } from "../check.ts";
import { isProduct } from "../house/is-source.ts";
import { callOf } from "../source/call-of.ts";

const inexactCalls = new Set(["Number", "parseFloat", "parseInt", "Number.parseFloat", "Number.parseInt"]);

/** Binary fractions are not the decimal ones that money is counted in. */
export const marginComputesExactly: Check = {
  name: "margin-computes-exactly",
  rule: "Margin computes in integers: nothing is turned into a floating-point number, and none stands in its code.",
  rooms: ["packages/margin"],
  *find(tree) {
    for (const path of tree.paths) {
      if (!path.startsWith("packages/margin/src/") || !isProduct(path)) continue;
      const module = tree.module(path);
      for (const { node } of module.visits) {
        const inexact = inexactPart(node);
        if (inexact === undefined) continue;
        yield {
          path,
          line: module.lineAt(node.start),
          wrong: `\`${inexact}\` leaves exact arithmetic.`,
          mend: "Stay in bigint, keep ratios in millionths, and compare by multiplying crosswise.",
        };
      }
    }
  },
  breach: { "packages/margin/src/planted-ratio.ts": "export const plantedRatio = 0.5;\n" },
};

function inexactPart(node: Node): string | undefined {
  if (node.type === "Literal" && typeof node.value === "number") {
    return Number.isInteger(node.value) ? undefined : String(node.value);
  }
  if (node.type !== "CallExpression") return undefined;
  const called = callOf(node.callee) ?? "";
  return inexactCalls.has(called) || called.startsWith("Math.") ? called : undefined;
}
