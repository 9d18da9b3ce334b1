import type { Node } from "oxc-parser";
import type { Check } from "../check.ts";
import { places } from "../house/places.ts";

const query =
  /^\s*(select\b[\s\S]*\bfrom|insert\s+into|update\b[\s\S]*\bset|delete\s+from|with\b[\s\S]*\bas\s*\()\b/i;
const figures = new Set(["*", "/", "%", "**"]);

/** A rule that stands at the door holds only for those who come through it. */
export const operationsComputeNothing: Check = {
  name: "operations-compute-nothing",
  rule: "The handler of an operation takes a route in, calls the domain and puts a wire out: no query and no figure.",
  rooms: ["apps/server/src/operations"],
  *find(tree) {
    for (const path of tree.paths) {
      if (!path.startsWith(places.operations) || !path.endsWith("/handler.ts")) continue;
      const module = tree.module(path);
      for (const { node } of module.visits) {
        const wrong = judge(node);
        if (wrong === undefined) continue;
        yield {
          path,
          line: module.lineAt(node.start),
          wrong,
          mend: "Let brokerage or market answer it, and call that from here.",
        };
      }
    }
  },
  breach: {
    "apps/server/src/operations/planted/handler.ts":
      "export function planted(amount: number): number {\n  return amount * 2;\n}\n",
  },
};

function judge(node: Node): string | undefined {
  if (node.type === "BinaryExpression" && figures.has(node.operator))
    return "An operation computes a figure.";
  if (node.type === "MemberExpression" && node.object.type === "Identifier" && node.object.name === "Math") {
    return "An operation computes a figure.";
  }
  const text = textOf(node);
  return text !== undefined && query.test(text) ? "An operation asks the database." : undefined;
}

function textOf(node: Node): string | undefined {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  return node.type === "TemplateLiteral" ? node.quasis.map((part) => part.value.raw).join("?") : undefined;
}
