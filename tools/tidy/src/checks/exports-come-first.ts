import type { Node } from "oxc-parser";
import type { Check } from "../check.ts";
import { isProduct } from "../house/is-source.ts";
import { callOf } from "../source/call-of.ts";
import { exportedNames, namesDeclared } from "../source/exported-names.ts";
import type { Module } from "../source/parse-module.ts";
import { enclosing } from "../source/visits-of.ts";

/** A file is read from the top, and the top is what others call. */
export const exportsComeFirst: Check = {
  name: "exports-come-first",
  rule: "The exported function stands first in its file, and the functions that it needs stand beneath.",
  rooms: [],
  *find(tree) {
    for (const path of tree.paths.filter(isProduct)) {
      const module = tree.module(path);
      for (const { name, node } of helpersAbove(module)) {
        yield {
          path,
          line: module.lineAt(node.start),
          wrong: `\`${name}\` stands above the first exported function.`,
          mend: "Move it beneath, as a `function`, which may be called above its place.",
        };
      }
    }
  },
  breach: {
    "packages/planted/src/open-door.ts":
      "function turnKey(): void {}\n\nexport function openDoor(): void {\n  turnKey();\n}\n",
  },
};

function helpersAbove(module: Module): { name: string; node: Node }[] {
  const exported = new Set(exportedNames(module).map(({ name }) => name));
  const functions = module.program.body.flatMap((statement) => {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declaration === null) return [];
    return functionsDeclared(declaration).map((name) => ({
      name,
      node: statement,
      isExported: exported.has(name),
    }));
  });
  const first = functions.findIndex(({ isExported }) => isExported);
  const above = functions.slice(0, Math.max(first, 0));
  return above.filter(
    ({ name, node }) => node.type === "FunctionDeclaration" || !isCalledOnImport(module, name),
  );
}

/** A constant that is computed on import needs its functions above it, unless they are hoisted. */
function isCalledOnImport(module: Module, name: string): boolean {
  return module.visits.some((visit) => {
    if (visit.node.type !== "CallExpression" || callOf(visit.node.callee) !== name) return false;
    return ![...enclosing(visit)].some(({ type }) => /Function/.test(type));
  });
}

function functionsDeclared(declaration: Node): string[] {
  if (declaration.type === "FunctionDeclaration" || declaration.type === "ClassDeclaration") {
    return namesDeclared(declaration);
  }
  if (declaration.type !== "VariableDeclaration") return [];
  return declaration.declarations.flatMap(({ id, init }) => {
    const isFunction = init?.type === "ArrowFunctionExpression" || init?.type === "FunctionExpression";
    return isFunction && id.type === "Identifier" ? [id.name] : [];
  });
}
