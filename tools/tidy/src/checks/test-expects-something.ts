import type { Node } from "oxc-parser";
import type { Check } from "../check.ts";
import { isTest } from "../house/is-source.ts";
import { callOf } from "../source/call-of.ts";
import { functionsOf } from "../source/functions-of.ts";
import type { Module } from "../source/parse-module.ts";
import { testCalls } from "../source/test-calls.ts";

const expectation = /^(expect|assert|prove)|\.assert$/;

/** A test without an expectation passes whatever happens. */
export const testExpectsSomething: Check = {
  name: "test-expects-something",
  rule: "Each test expects something, on the spot or in a function that it calls.",
  rooms: [],
  *find(tree) {
    for (const path of tree.paths) {
      if (!isTest(path) || path.endsWith(".test-d.ts")) continue;
      const module = tree.module(path);
      const calls = callsOf(module);
      const expecting = functionsThatExpect(module, calls);
      for (const { called, title, call, line } of testCalls(module)) {
        if (!/^(test|it)\b/.test(called) || title === undefined || /\.todo$/.test(called)) continue;
        if (expects(calls, call.arguments.slice(1), expecting)) continue;
        yield {
          path,
          line,
          wrong: `"${title}" expects nothing.`,
          mend: "Say with `expect`, or with `fc.assert`, what must hold.",
        };
      }
    }
  },
  breach: {
    "packages/planted/src/planted.test.ts":
      'import { test } from "vitest";\n\ntest("One and one are two", () => {\n  1 + 1;\n});\n',
  },
};

interface Call {
  readonly called: string;
  readonly node: Node;
}

function callsOf(module: Module): Call[] {
  return module.visits.flatMap(({ node }) =>
    node.type === "CallExpression" ? [{ called: callOf(node.callee) ?? "", node }] : [],
  );
}

/** Names of functions of this file that expect something, directly or by way of each other. */
function functionsThatExpect(module: Module, calls: readonly Call[]): Set<string> {
  const expecting = new Set<string>();
  const functions = functionsOf(module);
  for (let before = -1; before < expecting.size; ) {
    before = expecting.size;
    for (const { name, visit } of functions) {
      if (expects(calls, [visit.node], expecting)) expecting.add(name);
    }
  }
  return expecting;
}

/** A function handed over by its name is called as well. */
function expects(calls: readonly Call[], parts: readonly Node[], expecting: ReadonlySet<string>): boolean {
  if (parts.some((part) => part.type === "Identifier" && expecting.has(part.name))) return true;
  return calls.some(
    ({ called, node }) =>
      (expectation.test(called) || expecting.has(called)) && parts.some((part) => isWithin(node, part)),
  );
}

function isWithin(inner: Node, outer: Node): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
