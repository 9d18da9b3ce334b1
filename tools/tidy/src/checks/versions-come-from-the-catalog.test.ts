import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { versionsComeFromTheCatalog } from "./versions-come-from-the-catalog.ts";

test("A version of one's own is refused, in a package and at the root", () => {
  const files = {
    "package.json": '{ "devDependencies": { "turbo": "^2.0.0" } }',
    "packages/a/package.json":
      '{\n  "dependencies": {\n    "zod": "catalog:",\n    "hono": "4.13.19"\n  }\n}',
  };
  expect(findIn(versionsComeFromTheCatalog, files)).toEqual([
    "package.json:1: `turbo` brings its own version, ^2.0.0. Mend: Put the version in the catalog of pnpm-workspace.yaml and write `catalog:` here. [versions-come-from-the-catalog]",
    "packages/a/package.json:4: `hono` brings its own version, 4.13.19. Mend: Put the version in the catalog of pnpm-workspace.yaml and write `catalog:` here. [versions-come-from-the-catalog]",
  ]);
});

test("The catalog, a named catalog and the workspace hold", () => {
  const files = {
    "packages/a/package.json":
      '{ "dependencies": { "zod": "catalog:", "typescript": "catalog:typescript-5", "@trading-oms/types": "workspace:*" } }',
  };
  expect(findIn(versionsComeFromTheCatalog, files)).toEqual([]);
});

test("A peer may be asked for by a range", () => {
  const files = { "packages/a/package.json": '{ "peerDependencies": { "hono": ">=4" } }' };
  expect(findIn(versionsComeFromTheCatalog, files)).toEqual([]);
});
