import type { Node } from "oxc-parser";
import type { Module } from "./parse-module.ts";
import { enclosing, type Visit } from "./visits-of.ts";

const statementsThatAct = new Set([
  "ExpressionStatement",
  "IfStatement",
  "ForStatement",
  "ForOfStatement",
  "ForInStatement",
  "WhileStatement",
  "DoWhileStatement",
  "TryStatement",
  "SwitchStatement",
  "ThrowStatement",
  "BlockStatement",
]);

/** Lists what a module does as soon as somebody imports it, declarations and their initial values aside. */
export function actsOnImport(module: Module): Node[] {
  const statements = module.program.body.filter((statement) => acts(statement));
  const waits = module.visits.filter(isTopLevelAwait).map(({ node }) => node);
  const isCounted = (wait: Node) =>
    statements.some((statement) => statement.start <= wait.start && wait.end <= statement.end);
  return [...statements, ...waits.filter((wait) => !isCounted(wait))];
}

function acts(statement: Node): boolean {
  if (statement.type === "ImportDeclaration") {
    return statement.specifiers.length === 0 && statement.importKind !== "type";
  }
  if (statement.type === "ExpressionStatement" && "directive" in statement && statement.directive)
    return false;
  return statementsThatAct.has(statement.type);
}

function isTopLevelAwait(visit: Visit): boolean {
  if (visit.node.type !== "AwaitExpression") return false;
  for (const outer of enclosing(visit)) {
    if (/Function/.test(outer.type) || outer.type === "PropertyDefinition") return false;
  }
  return true;
}
