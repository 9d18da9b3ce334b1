import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { pathSaysTheExport } from "./path-says-the-export.ts";

test("A module that exports another name than its path says is refused", () => {
  const files = { "packages/margin/src/open-account.ts": "export function closeAccount(): void {}" };
  expect(findIn(pathSaysTheExport, files)).toEqual([
    "packages/margin/src/open-account.ts:1: The path says `openAccount`, and the module exports `closeAccount`. Mend: Name the file after the one thing that it exports, and move what has another subject to a file of its own. [path-says-the-export]",
  ]);
});

test("A function, a type and a constant may each be what the path says", () => {
  const files = {
    "packages/margin/src/open-account.ts": "export function openAccount(): void {}",
    "packages/margin/src/margin-figures.ts": "export interface MarginFigures {}",
    "packages/margin/src/order-kinds.ts": "const ORDER_KINDS = [];\nexport { ORDER_KINDS };",
  };
  expect(findIn(pathSaysTheExport, files)).toEqual([]);
});

test("A folder may lend its words, and a word of no folder may not be added", () => {
  const files = {
    "packages/store/src/sqlite/open.ts": "export function openSqliteStore(): void {}",
    "packages/store/src/sqlite/close.ts": "export function closePostgresStore(): void {}",
  };
  expect(findIn(pathSaysTheExport, files)).toEqual([
    "packages/store/src/sqlite/close.ts:1: The path says `close`, and the module exports `closePostgresStore`. Mend: Name the file after the one thing that it exports, and move what has another subject to a file of its own. [path-says-the-export]",
  ]);
});

test("Several kin may share a file under their common word, and one alone may not", () => {
  const files = {
    "tools/a/src/container-expression.ts":
      "export function listExpression(): void {}\nexport function mapExpression(): void {}",
    "tools/a/src/scalar-expression.ts": "export function textExpression(): void {}",
  };
  expect(findIn(pathSaysTheExport, files)).toEqual([
    "tools/a/src/scalar-expression.ts:1: The path says `scalarExpression`, and the module exports `textExpression`. Mend: Name the file after the one thing that it exports, and move what has another subject to a file of its own. [path-says-the-export]",
  ]);
});

test("An index, a test, a worker, settings, wiring and a command's entry are exempt", () => {
  const files = {
    "packages/a/src/index.ts": "export { one } from './one.ts';",
    "packages/a/src/one.test.ts": "test('One is less than two', () => expect(1).toBeLessThan(2));",
    "packages/a/src/write.worker.ts": "run();",
    "apps/server/src/runtime/node.ts": "serve();",
    "tools/a/src/tidy.ts": "process.exitCode = 0;",
  };
  expect(findIn(pathSaysTheExport, files)).toEqual([]);
});

test("A module of a package that exports nothing has no place to be found by", () => {
  const files = { "packages/a/src/begin.ts": "run();" };
  expect(findIn(pathSaysTheExport, files)).toEqual([
    "packages/a/src/begin.ts:1: The path says `begin`, and the module exports nothing. Mend: Name the file after the one thing that it exports, and move what has another subject to a file of its own. [path-says-the-export]",
  ]);
});

test("Settings within the source are exempt", () => {
  const files = { "packages/a/src/bundle.config.ts": "export const settings = {};" };
  expect(findIn(pathSaysTheExport, files)).toEqual([]);
});
