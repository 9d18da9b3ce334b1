import type { Node, StringLiteral } from "oxc-parser";
import type { Module } from "./parse-module.ts";

/** One mention of another module, in whichever form. */
export interface Import {
  readonly specifier: string;
  /** Whether nothing of it is left at run time. An inline `type` leaves the import itself standing. */
  readonly isTypeOnly: boolean;
  readonly line: number;
}

/** Lists the modules that a module names: static, dynamic, re-exported, required, or for a type alone. */
export function importsOf(module: Module): Import[] {
  return module.visits.flatMap(({ node }) => {
    const found = readImport(node);
    if (found === undefined) return [];
    return [{ ...found, line: module.lineAt(node.start) }];
  });
}

function readImport(node: Node): Omit<Import, "line"> | undefined {
  switch (node.type) {
    case "ImportDeclaration":
      return { specifier: node.source.value, isTypeOnly: node.importKind === "type" };
    case "ExportAllDeclaration":
      return { specifier: node.source.value, isTypeOnly: node.exportKind === "type" };
    case "ExportNamedDeclaration":
      if (node.source === null) return undefined;
      return { specifier: node.source.value, isTypeOnly: node.exportKind === "type" };
    case "TSImportType":
      return { specifier: node.source.value, isTypeOnly: true };
    case "TSExternalModuleReference":
      return { specifier: node.expression.value, isTypeOnly: false };
    case "ImportExpression":
      return readLiteral(node.source);
    case "CallExpression":
      return callsRequire(node) ? readLiteral(node.arguments[0]) : undefined;
    default:
      return undefined;
  }
}

function callsRequire(node: Node & { type: "CallExpression" }): boolean {
  return node.callee.type === "Identifier" && node.callee.name === "require";
}

function readLiteral(node: Node | undefined): Omit<Import, "line"> | undefined {
  if (node?.type !== "Literal" || typeof node.value !== "string") return undefined;
  return { specifier: (node as StringLiteral).value, isTypeOnly: false };
}
