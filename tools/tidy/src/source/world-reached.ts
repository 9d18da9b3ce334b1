import type { Node } from "oxc-parser";
import { declaredNames } from "./declared-names.ts";
import type { Module } from "./parse-module.ts";
import type { Visit } from "./visits-of.ts";

/** A place where a module takes something from around it that nobody handed in. */
export interface Reach {
  readonly name: string;
  readonly line: number;
}

/**
 * Lists where a module reads one of the given globals, such as `fetch` or `Date.now`. A name that the module
 * declares or imports itself was handed in, and is no reach; `globalThis.fetch` is.
 */
export function worldReached(module: Module, globals: ReadonlySet<string>): Reach[] {
  const handedIn = new Set([...declaredNames(module).map((each) => each.name), ...importedNames(module)]);
  return module.visits.flatMap((visit) => {
    const name = readName(visit);
    if (name === undefined || !globals.has(name)) return [];
    if (handedIn.has(name.split(".")[0] ?? "") && !isWritten(visit.node, "globalThis")) return [];
    return [{ name, line: module.lineAt(visit.node.start) }];
  });
}

function readName({ node, parent }: Visit): string | undefined {
  if (node.type === "MemberExpression") return dotted(node);
  if (node.type !== "Identifier" || parent === undefined || !isRead(node, parent.node)) return undefined;
  return node.name;
}

/** Tells a name that is read from one that only stands beside a dot, before a colon, or in a type. */
function isRead(node: Node, parent: Node): boolean {
  switch (parent.type) {
    case "MemberExpression":
      return parent.object === node || parent.computed;
    case "Property":
      return parent.value === node;
    case "PropertyDefinition":
    case "MethodDefinition":
      return parent.key !== node;
    case "ImportSpecifier":
    case "ExportSpecifier":
      return false;
    default:
      return !(parent.type.startsWith("TS") && !parent.type.endsWith("Expression"));
  }
}

function dotted(node: Node & { type: "MemberExpression" }): string | undefined {
  if (node.property.type !== "Identifier" || node.computed) return undefined;
  const { object, property } = node;
  if (object.type === "Identifier") {
    return object.name === "globalThis" ? property.name : `${object.name}.${property.name}`;
  }
  if (object.type === "MetaProperty") return `import.meta.${property.name}`;
  const outer = object.type === "MemberExpression" ? dotted(object) : undefined;
  return outer === undefined ? undefined : `${outer}.${property.name}`;
}

function isWritten(node: Node, base: string): boolean {
  return node.type === "MemberExpression" && node.object.type === "Identifier" && node.object.name === base;
}

function importedNames(module: Module): string[] {
  return module.program.body.flatMap((statement) =>
    statement.type === "ImportDeclaration" ? statement.specifiers.map((each) => each.local.name) : [],
  );
}
