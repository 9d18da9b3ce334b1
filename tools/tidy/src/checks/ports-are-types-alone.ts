import type { Node } from "oxc-parser";
import type { Check } from "../check.ts";
import { isProduct } from "../house/is-source.ts";
import { places } from "../house/places.ts";

const declarationsOfTypes = new Set(["TSInterfaceDeclaration", "TSTypeAliasDeclaration"]);

/** A port that carried code would bring the domain into every adapter. */
export const portsAreTypesAlone: Check = {
  name: "ports-are-types-alone",
  rule: "The ports of brokerage are types and leave nothing behind at run time.",
  rooms: ["packages/brokerage/src/ports"],
  *find(tree) {
    for (const path of tree.paths) {
      if (!isPort(path) || !isProduct(path)) continue;
      const module = tree.module(path);
      for (const statement of module.program.body.filter((each) => !isOfTypes(each))) {
        yield {
          path,
          line: module.lineAt(statement.start),
          wrong: "A port holds something that is left at run time.",
          mend: "Write it as `type` or `interface`, import and export with `type`, and move code out of the ports.",
        };
      }
    }
  },
  breach: { "packages/brokerage/src/ports/planted.ts": "export const planted = 42;\n" },
};

function isPort(path: string): boolean {
  return path.startsWith(places.ports) || path === `${places.ports.slice(0, -1)}.ts`;
}

function isOfTypes(statement: Node): boolean {
  switch (statement.type) {
    case "ImportDeclaration":
      return statement.importKind === "type";
    case "ExportAllDeclaration":
      return statement.exportKind === "type";
    case "ExportNamedDeclaration":
      return (
        statement.exportKind === "type" ||
        (statement.declaration !== null && isOfTypes(statement.declaration))
      );
    default:
      return declarationsOfTypes.has(statement.type);
  }
}
