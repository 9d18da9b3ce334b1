import type { Node } from "oxc-parser";
import type { Module } from "./parse-module.ts";

/** A name that a module offers. */
export interface ExportedName {
  readonly name: string;
  readonly line: number;
  /** The statement that declares it here; absent when it is passed on from elsewhere. */
  readonly declaration: Node | undefined;
  /** Where it is passed on from, and under which name it stands there. */
  readonly from: { readonly specifier: string; readonly name: string } | undefined;
}

/** Lists what a module exports by name, whether declared on the spot, listed below, or passed on. */
export function exportedNames(module: Module): ExportedName[] {
  return module.program.body.flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration") return [];
    const line = module.lineAt(statement.start);
    const { declaration, source, specifiers } = statement;
    if (declaration !== null) {
      return namesDeclared(declaration).map((name) => ({
        name,
        line,
        declaration: statement,
        from: undefined,
      }));
    }
    return specifiers.map(({ exported, local }) => ({
      name: textOf(exported),
      line: module.lineAt(exported.start),
      declaration: source === null ? declarationOf(module, textOf(local)) : undefined,
      from: source === null ? undefined : { specifier: source.value, name: textOf(local) },
    }));
  });
}

/** The names that a top-level declaration introduces. */
export function namesDeclared(declaration: Node): string[] {
  if (declaration.type === "VariableDeclaration") {
    return declaration.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
  }
  const identifier = "id" in declaration ? (declaration.id as Node | null) : null;
  return identifier?.type === "Identifier" ? [identifier.name] : [];
}

function declarationOf(module: Module, name: string): Node | undefined {
  return module.program.body.find((statement) => namesDeclared(statement).includes(name));
}

function textOf(node: Node): string {
  if (node.type === "Identifier") return node.name;
  return node.type === "Literal" ? String(node.value) : "";
}
