import type { Node } from "oxc-parser";
import type { Module } from "./parse-module.ts";
import type { Visit } from "./visits-of.ts";

/** A function with the name that a reader knows it by. */
export interface NamedFunction {
  readonly name: string;
  readonly visit: Visit;
}

/** Lists every function of a module, however it is written. */
export function functionsOf(module: Module): NamedFunction[] {
  return module.visits.filter(isFunction).map((visit) => ({ name: nameOf(visit), visit }));
}

function isFunction({ node }: Visit): boolean {
  return ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"].includes(node.type);
}

function nameOf({ node, parent }: Visit): string {
  const own = "id" in node ? readName(node.id) : undefined;
  return own ?? (parent === undefined ? undefined : nameInParent(parent.node)) ?? "a function without a name";
}

function nameInParent(parent: Node): string | undefined {
  switch (parent.type) {
    case "VariableDeclarator":
      return readName(parent.id);
    case "Property":
    case "MethodDefinition":
    case "PropertyDefinition":
      return readName(parent.key);
    default:
      return undefined;
  }
}

function readName(node: unknown): string | undefined {
  const identifier = node as Node | null;
  return identifier?.type === "Identifier" ? identifier.name : undefined;
}
