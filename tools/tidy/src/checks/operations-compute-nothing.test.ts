import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { operationsComputeNothing } from "./operations-compute-nothing.ts";

test("A product, a rounding and a query are refused in an operation", () => {
  const files = {
    "apps/server/src/operations/cover/handler.ts":
      "const a = amount * 2;\nMath.round(a);\nrun('select id from positions');\nrun(`update positions set a = 1`);",
  };
  expect(findIn(operationsComputeNothing, files)).toEqual([
    "apps/server/src/operations/cover/handler.ts:1: An operation computes a figure. Mend: Let brokerage or market answer it, and call that from here. [operations-compute-nothing]",
    "apps/server/src/operations/cover/handler.ts:2: An operation computes a figure. Mend: Let brokerage or market answer it, and call that from here. [operations-compute-nothing]",
    "apps/server/src/operations/cover/handler.ts:3: An operation asks the database. Mend: Let brokerage or market answer it, and call that from here. [operations-compute-nothing]",
    "apps/server/src/operations/cover/handler.ts:4: An operation asks the database. Mend: Let brokerage or market answer it, and call that from here. [operations-compute-nothing]",
  ]);
});

test("An operation may measure how long it took, and speak of selecting", () => {
  const files = {
    "apps/server/src/operations/cover/handler.ts":
      "const executionTime = ended - began;\nconst message = 'Select a symbol first';",
  };
  expect(findIn(operationsComputeNothing, files)).toEqual([]);
});

test("Elsewhere there is arithmetic", () => {
  const files = { "packages/margin/src/figures.ts": "const a = amount * 2n;" };
  expect(findIn(operationsComputeNothing, files)).toEqual([]);
});

test("A text without a query and a number by itself are no figure", () => {
  const files = {
    "apps/server/src/operations/cover/handler.ts":
      "const a = 1;\nconst b = 'update';\nconst c = `from here`;\nconst d = first + second;",
  };
  expect(findIn(operationsComputeNothing, files)).toEqual([]);
});
