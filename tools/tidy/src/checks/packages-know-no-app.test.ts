import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { packagesKnowNoApp } from "./packages-know-no-app.ts";

test("An app is refused by its name and by its path, also in a test", () => {
  const files = {
    "apps/server/package.json": '{ "name": "@trading-oms/server" }',
    "packages/conformance/src/run.ts": "import { app } from '@trading-oms/server';",
    "packages/conformance/src/run.test.ts": "import { app } from '../../../apps/server/src/app.ts';",
  };
  expect(findIn(packagesKnowNoApp, files)).toEqual([
    "packages/conformance/src/run.test.ts:1: A package imports `../../../apps/server/src/app.ts`, which lies in apps/. Mend: Move what both need to a package, or hand it in from outside. [packages-know-no-app]",
    "packages/conformance/src/run.ts:1: A package imports `@trading-oms/server`, which lies in apps/. Mend: Move what both need to a package, or hand it in from outside. [packages-know-no-app]",
  ]);
});

test("A package may import a package, and an app may import one too", () => {
  const files = {
    "apps/server/package.json": '{ "name": "@trading-oms/server" }',
    "packages/brokerage/src/cover.ts": "import { figures } from '@trading-oms/margin';",
    "apps/server/src/app.ts": "import { cover } from '@trading-oms/brokerage';",
  };
  expect(findIn(packagesKnowNoApp, files)).toEqual([]);
});
