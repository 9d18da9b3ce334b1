import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { portHasASuite } from "./port-has-a-suite.ts";

test("A port without a suite is refused, and so is one whose suite no test runs", () => {
  const files = {
    "packages/brokerage/src/ports/store.ts": "export interface Store {\n  commit(): Promise<void>;\n}",
    "packages/brokerage/src/ports/image-store.ts": "export interface ImageStore {\n  keep: () => void;\n}",
    "packages/images/src/image-store.suite.ts": "",
  };
  expect(findIn(portHasASuite, files)).toEqual([
    "packages/brokerage/src/ports/image-store.ts:1: No test of packages/store, packages/feed, packages/images runs a suite of the port `ImageStore`. Mend: Write `image-store.suite.ts` beside the adapters, and call it in the test of each. [port-has-a-suite]",
    "packages/brokerage/src/ports/store.ts:1: No test of packages/store, packages/feed, packages/images runs a suite of the port `Store`. Mend: Write `store.suite.ts` beside the adapters, and call it in the test of each. [port-has-a-suite]",
  ]);
});

test("A port whose suite is run by a test of an adapter holds", () => {
  const files = {
    "packages/brokerage/src/ports/store.ts": "export interface Store {\n  commit(): Promise<void>;\n}",
    "packages/store/src/sqlite/store.test.ts": "import { storeSuite } from '../store.suite.ts';",
  };
  expect(findIn(portHasASuite, files)).toEqual([]);
});

test("A record that ports hand over has no methods and needs no suite", () => {
  const files = {
    "packages/brokerage/src/ports/change.ts": "export interface Change {\n  amountVnd: bigint;\n}",
  };
  expect(findIn(portHasASuite, files)).toEqual([]);
});

test("A suite that only another suite imports is not run", () => {
  const files = {
    "packages/brokerage/src/ports/store.ts": "export interface Store {\n  commit(): Promise<void>;\n}",
    "packages/store/src/all.suite.ts": "import { storeSuite } from './store.suite.ts';",
    "packages/margin/src/store.test.ts": "import { storeSuite } from './store.suite.ts';",
  };
  expect(findIn(portHasASuite, files)).toEqual([
    "packages/brokerage/src/ports/store.ts:1: No test of packages/store, packages/feed, packages/images runs a suite of the port `Store`. Mend: Write `store.suite.ts` beside the adapters, and call it in the test of each. [port-has-a-suite]",
  ]);
});

test("A port with fields beside its methods is a port, and a class or a type is none", () => {
  const files = {
    "packages/brokerage/src/ports/store.ts":
      "export interface Store {\n  name: string;\n  commit(): void;\n}\nexport type Clock = () => number;\nexport class Failure {}",
    "packages/brokerage/src/cover.ts": "export interface Cover {\n  run(): void;\n}",
    "packages/store/src/store.test.ts":
      "import { test } from 'vitest';\nimport { storeSuite } from './store.suite.ts';",
  };
  expect(findIn(portHasASuite, files)).toEqual([]);
});
