import type { Node } from "oxc-parser";
import type { Check } from "../check.ts";
import { isProduct } from "../house/is-source.ts";
import { places } from "../house/places.ts";

const namesOfThrown = new Set(["error", "cause", "exception", "thrown", "err"]);

/** What was thrown may quote a query, a path or a secret. */
export const thrownErrorIsNotSent: Check = {
  name: "thrown-error-is-not-sent",
  rule: "The server logs an error as a whole and never takes its message or stack apart, where it could slip into an answer.",
  rooms: ["apps/server"],
  *find(tree) {
    for (const path of tree.paths) {
      if (!path.startsWith("apps/server/src/") || !isProduct(path)) continue;
      if (path.startsWith(places.compositionRoots)) continue;
      const module = tree.module(path);
      for (const { node } of module.visits) {
        const read = readOfThrown(node);
        if (read === undefined) continue;
        yield {
          path,
          line: module.lineAt(node.start),
          wrong: `\`${read}\` is read where answers are made.`,
          mend: "Hand the whole error to the log, and answer by the failure's code alone.",
        };
      }
    }
  },
  breach: {
    "apps/server/src/planted.ts":
      "export function planted(error: Error): Response {\n  return new Response(error.message);\n}\n",
  },
};

function readOfThrown(node: Node): string | undefined {
  if (node.type !== "MemberExpression" || node.property.type !== "Identifier") return undefined;
  const object = node.object.type === "Identifier" ? node.object.name : undefined;
  if (node.property.name === "stack") return `${object ?? "…"}.stack`;
  if (node.property.name !== "message" || object === undefined || !namesOfThrown.has(object))
    return undefined;
  return `${object}.message`;
}
