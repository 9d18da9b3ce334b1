import { expect, test } from "vitest";
import { parseModule } from "./parse-module.ts";

test("A line is counted from one, also behind letters of several bytes", () => {
  const text = "const name = 'Không thời hạn 😀';\nconst other = 1;\n";
  const module = parseModule("a.ts", text);
  expect(module.lineAt(0)).toBe(1);
  expect(module.lineAt(text.indexOf("other"))).toBe(2);
  expect(module.program.body.map((statement) => module.lineAt(statement.start))).toEqual([1, 2]);
});

test("A file that does not parse tells where, and has no statements", () => {
  const module = parseModule("a.ts", "const a = 1;\nconst = 2;\n");
  expect(module.faults.map(({ line }) => line)).toEqual([2]);
  expect(module.program.body).toEqual([]);
});

test("Nodes are listed with what encloses them, parents first", () => {
  const module = parseModule("a.ts", "go(1);");
  const path = module.visits.map(({ node, parent }) => `${parent?.node.type ?? "-"} > ${node.type}`);
  expect(path).toEqual([
    "- > Program",
    "Program > ExpressionStatement",
    "ExpressionStatement > CallExpression",
    "CallExpression > Identifier",
    "CallExpression > Literal",
  ]);
});
