import type { Node } from "oxc-parser";
import type { Module } from "./parse-module.ts";

/** A name that this module gives, rather than one that it takes over from elsewhere. */
export interface DeclaredName {
  readonly name: string;
  readonly kind: "binding" | "function" | "type";
  readonly line: number;
  /** Whether somebody else chose it, as in `const { args } = parse()`. */
  readonly isDictated: boolean;
  readonly node: Node;
}

type Found = Omit<DeclaredName, "line">;

/** Lists the bindings, parameters, functions, classes and types that a module declares. */
export function declaredNames(module: Module): DeclaredName[] {
  return module.visits.flatMap(({ node }) =>
    declaredBy(node).map((found) => ({ ...found, line: module.lineAt(found.node.start) })),
  );
}

function declaredBy(node: Node): Found[] {
  switch (node.type) {
    case "VariableDeclarator":
      return bound(node.id, isTakenFromProperty(node));
    case "CatchClause":
      return node.param === null ? [] : bound(node.param);
    case "TSInterfaceDeclaration":
    case "TSTypeAliasDeclaration":
    case "TSEnumDeclaration":
      return named(node.id, "type");
    case "ClassDeclaration":
      return node.id === null ? [] : named(node.id, "type");
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "TSDeclareFunction":
      return [...(node.id === null ? [] : named(node.id, "function")), ...boundByAll(node.params)];
    case "ArrowFunctionExpression":
    case "TSFunctionType":
    case "TSMethodSignature":
    case "TSCallSignatureDeclaration":
      return boundByAll(node.params);
    default:
      return [];
  }
}

/** A binding that keeps the name of the property it is read from, as in `const env = process.env`. */
function isTakenFromProperty(node: Node & { type: "VariableDeclarator" }): boolean {
  return (
    node.init?.type === "MemberExpression" &&
    node.init.property.type === "Identifier" &&
    node.id.type === "Identifier" &&
    node.init.property.name === node.id.name
  );
}

function boundByAll(patterns: readonly Node[]): Found[] {
  return patterns.flatMap((pattern) => bound(pattern));
}

function bound(pattern: Node, isDictated = false): Found[] {
  switch (pattern.type) {
    case "Identifier":
      return [{ name: pattern.name, kind: "binding", isDictated, node: pattern }];
    case "AssignmentPattern":
      return bound(pattern.left, isDictated);
    case "RestElement":
      return bound(pattern.argument);
    case "ArrayPattern":
      return pattern.elements.flatMap((element) => (element === null ? [] : bound(element)));
    case "ObjectPattern":
      return pattern.properties.flatMap((property) =>
        property.type === "Property" ? bound(property.value, property.shorthand) : bound(property),
      );
    default:
      return [];
  }
}

function named(node: Node, kind: "function" | "type"): Found[] {
  return node.type === "Identifier" ? [{ name: node.name, kind, isDictated: false, node }] : [];
}
