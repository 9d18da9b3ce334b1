import type { Node } from "oxc-parser";
import type { Check } from "../check.ts";
import { isProduct } from "../house/is-source.ts";

const rooms = ["packages/margin", "packages/brokerage"];

/** A sum that cannot be held exactly is wrong without anybody seeing it. */
export const moneyIsBigint: Check = {
  name: "money-is-bigint",
  rule: "Within margin and brokerage a name that ends in Vnd is a bigint, never a number.",
  rooms,
  *find(tree) {
    for (const path of tree.paths) {
      if (!rooms.some((room) => path.startsWith(`${room}/src/`)) || !isProduct(path)) continue;
      const module = tree.module(path);
      for (const { node } of module.visits) {
        const name = moneyAsNumber(node);
        if (name === undefined) continue;
        yield {
          path,
          line: module.lineAt(node.start),
          wrong: `\`${name}\` is money and typed as a number.`,
          mend: "Type it as `bigint`; the server turns it into a number on the wire, after checking that it is safe.",
        };
      }
    }
  },
  breach: {
    "packages/margin/src/planted-cash.ts": "export interface PlantedCash {\n  cashVnd: number;\n}\n",
  },
};

function moneyAsNumber(node: Node): string | undefined {
  const named = node.type === "TSPropertySignature" || node.type === "PropertyDefinition" ? node.key : node;
  if (named.type !== "Identifier" || !/(Vnd|_VND|^vnd)$/.test(named.name)) return undefined;
  const annotation = "typeAnnotation" in node ? node.typeAnnotation : undefined;
  if (annotation?.type !== "TSTypeAnnotation") return undefined;
  return mentionsNumber(annotation.typeAnnotation) ? named.name : undefined;
}

function mentionsNumber(type: Node): boolean {
  if (type.type === "TSUnionType") return type.types.some(mentionsNumber);
  if (type.type === "TSArrayType") return mentionsNumber(type.elementType);
  return type.type === "TSNumberKeyword";
}
