import type { CallExpression } from "oxc-parser";
import { callOf } from "./call-of.ts";
import type { Module } from "./parse-module.ts";
import { enclosing, type Visit } from "./visits-of.ts";

/** One call that declares a test or a group of tests. */
export interface TestCall {
  /** How it is called, such as `test` or `describe.each`. */
  readonly called: string;
  /** Its title, where that is written on the spot; a value put into it counts as a word. */
  readonly title: string | undefined;
  /** The title behind the titles of the groups around it, as a runner prints it. */
  readonly claim: string | undefined;
  readonly call: CallExpression;
  readonly line: number;
}

/** Lists what the test files of this repository call to declare tests. */
export function testCalls(module: Module): TestCall[] {
  return module.visits.flatMap((visit) => {
    const { node } = visit;
    if (node.type !== "CallExpression") return [];
    const called = callOf(node.callee) ?? "";
    if (!/^(x|f)?(test|it|describe|suite)(\.|$)/.test(called)) return [];
    const title = titleOf(node);
    const claim = title === undefined ? undefined : [...groupsAround(visit), title].join(" ");
    return [{ called, title, claim, call: node, line: module.lineAt(node.start) }];
  });
}

/** The titles of the groups that a call stands in, the outermost first. */
function groupsAround(visit: Visit): string[] {
  const groups = [...enclosing(visit)].filter(
    (node) => node.type === "CallExpression" && /^(describe|suite)\b/.test(callOf(node.callee) ?? ""),
  );
  return groups.reverse().flatMap((node) => titleOf(node as CallExpression) ?? []);
}

function titleOf(call: CallExpression): string | undefined {
  const [first] = call.arguments;
  if (first?.type === "Literal" && typeof first.value === "string") return first.value;
  if (first?.type !== "TemplateLiteral") return undefined;
  return first.quasis.map((part) => part.value.cooked ?? "").join("value");
}
