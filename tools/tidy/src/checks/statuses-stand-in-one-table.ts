import type { Node } from "oxc-parser";
import type { Check } from "../check.ts";
import { isProduct } from "../house/is-source.ts";
import { places } from "../house/places.ts";
import type { Visit } from "../source/visits-of.ts";

const answering = /^(json|text|body|html|status|newResponse|Response|HTTPException)$/;
const problemType = "application/problem+json";

/** Two places that choose a status choose two. */
export const statusesStandInOneTable: Check = {
  name: "statuses-stand-in-one-table",
  rule: `The statuses and bodies of failures are chosen in ${places.failureTable} and nowhere else in the server.`,
  rooms: ["apps/server"],
  *find(tree) {
    for (const path of tree.paths) {
      if (!path.startsWith("apps/server/src/") || !isProduct(path) || path === places.failureTable) continue;
      const module = tree.module(path);
      for (const visit of module.visits) {
        const chosen = failureChosen(visit);
        if (chosen === undefined) continue;
        yield {
          path,
          line: module.lineAt(visit.node.start),
          wrong: `\`${chosen}\` is chosen outside of the table of failures.`,
          mend: `Return or throw a failure by its code, and give the code its status in ${places.failureTable}.`,
        };
      }
    }
  },
  breach: {
    "apps/server/src/planted.ts": "export const planted = () => new Response(null, { status: 404 });\n",
  },
};

function failureChosen({ node, parent }: Visit): string | undefined {
  if (node.type !== "Literal") return undefined;
  if (node.value === problemType) return problemType;
  const isFailure = typeof node.value === "number" && node.value >= 400 && node.value <= 599;
  return isFailure && parent !== undefined && answers(parent.node) ? String(node.value) : undefined;
}

function answers(parent: Node): boolean {
  if (parent.type === "Property") return parent.key.type === "Identifier" && parent.key.name === "status";
  if (parent.type !== "CallExpression" && parent.type !== "NewExpression") return false;
  const { callee } = parent;
  const called = callee.type === "MemberExpression" ? callee.property : callee;
  return called.type === "Identifier" && answering.test(called.name);
}
