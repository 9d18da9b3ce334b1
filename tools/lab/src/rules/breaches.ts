/** A new file that breaks one rule. */
export type Breach = { readonly name: string; readonly path: string; readonly text: string };

/** The smallest breach of each import rule, each rule of ours, and each configured Biome rule. */
export const breaches: readonly Breach[] = [
  // Import rules of dependency-cruiser.
  imports("margin-imports-nothing", "packages/margin/src/planted.ts", "zod"),
  imports("market-imports-nothing", "packages/market/src/planted.ts", "@trading-oms/types", "type"),
  imports("id-card-read-imports-nothing", "packages/id-card/src/read/planted.ts", "../node/index.ts"),
  imports("brokerage-knows-margin-and-market", "packages/brokerage/src/planted.ts", "@trading-oms/store"),
  imports("engine-puts-the-market-together", "packages/brokerage/src/planted-board.ts", "./market-board.ts"),
  imports("client-knows-types-alone", "packages/client/src/planted.ts", "@trading-oms/contract"),
  imports("client-knows-types-alone", "packages/client/src/planted-by-npm.ts", "hono"),
  imports("contract-knows-zod-and-hono", "packages/contract/src/planted.ts", "ajv"),
  imports(
    "contract-meets-types-in-proofs-alone",
    "packages/contract/src/planted.test.ts",
    "@trading-oms/types",
  ),
  imports("types-import-nothing", "packages/types/src/planted.ts", "@trading-oms/contract", "type"),
  imports("access-imports-nothing", "packages/access/src/planted.ts", "@trading-oms/store"),
  imports("id-card-imports-nothing", "packages/id-card/src/node/planted.ts", "@trading-oms/images"),
  imports("conformance-knows-types-alone", "packages/conformance/src/planted.ts", "@trading-oms/margin"),
  imports("store-knows-ports-alone", "packages/store/src/planted.ts", "@trading-oms/brokerage", "type"),
  imports("feed-knows-ports-alone", "packages/feed/src/planted.ts", "@trading-oms/market", "type"),
  imports("images-knows-ports-alone", "packages/images/src/planted.ts", "@trading-oms/store"),
  imports(
    "adapters-know-ports-by-type",
    "packages/store/src/planted-by-value.ts",
    "@trading-oms/brokerage/ports",
  ),
  imports("server-knows-its-rooms", "apps/server/src/planted.ts", "@trading-oms/store"),
  imports("handlers-know-no-runtime", "apps/server/src/operations/planted.ts", "../runtimes/node/main.ts"),
  imports(
    "handlers-know-no-handler",
    "apps/server/src/operations/companion/get-market/planted.ts",
    "../get-account/handler.ts",
  ),
  imports(
    "handlers-know-no-handler",
    "apps/server/src/operations/wire/planted.ts",
    "../companion/get-account/handler.ts",
  ),
  imports("services-know-no-handler", "apps/server/src/services-planted.ts", "./http/metrics.ts"),
  imports("server-roots-know-their-rooms", "apps/server/src/runtimes/planted.ts", "@trading-oms/margin"),
  imports("oms-knows-its-rooms", "apps/oms/src/planted.ts", "@trading-oms/contract"),
  imports("console-knows-clients-alone", "apps/console/src/planted.ts", "@trading-oms/margin"),
  imports("example-knows-clients-alone", "apps/example/src/planted.ts", "@trading-oms/mock"),
  imports("create-imports-nothing", "apps/create/src/planted.ts", "esbuild"),
  imports("mock-is-the-product", "apps/mock/src/planted.ts", "@trading-oms/contract"),
  imports(
    "wire-types-stop-in-operations",
    "apps/server/src/http/planted.ts",
    "@trading-oms/contract",
    "type",
  ),
  imports("runtime-stays-at-the-edge", "packages/access/src/planted-by-node.ts", "node:fs"),
  imports(
    "runtime-modules-stay-at-the-edge",
    "apps/server/src/http/planted-by-workers.ts",
    "cloudflare:workers",
  ),
  imports("runtime-modules-stay-at-the-edge", "apps/server/src/http/planted-by-wasm.ts", "./planted.wasm"),
  imports("packages-know-no-app", "packages/market/src/planted.test.ts", "@trading-oms/server"),
  imports("packages-know-no-tool", "packages/id-card/src/edge/planted.ts", "@trading-oms/cards"),
  imports("spec-knows-no-broker", "tools/spec/src/rules/planted.test.ts", "@trading-oms/brokerage"),
  imports(
    "spec-meets-the-contract-in-drift-alone",
    "tools/spec/src/generate/planted.ts",
    "@trading-oms/contract",
  ),
  imports(
    "judging-cards-stay-unseen",
    "packages/id-card/src/read/planted.test.ts",
    "@trading-oms/cards/judging",
  ),
  imports(
    "packages-are-entered-by-name",
    "packages/images/src/planted-by-path.ts",
    "../../margin/src/index.ts",
  ),
  imports("packages-are-entered-by-exports", "tools/edge/src/planted.ts", "@trading-oms/margin/src/index.ts"),

  // Rules of ours.
  breach(
    "money-is-bigint",
    "packages/margin/src/planted-cash.ts",
    "export interface Cash {\n  cashVnd: number;\n}\n",
  ),
  breach("margin-computes-exactly", "packages/margin/src/planted-ratio.ts", "export const ratio = 0.5;\n"),
  breach(
    "wire-numbers-have-one-room",
    "apps/server/src/operations/operator/planted.ts",
    "export const planted = (sumVnd: bigint) => Number(sumVnd);\n",
  ),
  breach(
    "statuses-stand-in-one-table",
    "apps/server/src/planted-status.ts",
    "export const planted = () => new Response(null, { status: 404 });\n",
  ),
  breach(
    "nothing-happens-on-import",
    "packages/access/src/planted-registry.ts",
    "export const registry = new Set<string>();\nregistry.add('planted');\n",
  ),
  breach("ports-are-types-alone", "packages/brokerage/src/ports/planted.ts", "export const planted = 42;\n"),
  breach(
    "compiler-is-not-silenced",
    "packages/access/src/planted-silence.ts",
    "// @ts-expect-error\nexport const planted: number = '42';\n",
  ),
  breach(
    "ci-test-is-run",
    "packages/margin/src/planted.ci.test.ts",
    'import { expect, it } from "vitest";\n\nit("adds", () => {\n  expect(1 + 1).toBe(2);\n});\n',
  ),
  breach(
    "versions-come-from-the-catalog",
    "packages/planted/package.json",
    '{\n  "dependencies": {\n    "hono": "4.0.0"\n  }\n}\n',
  ),
  breach("doc-link-resolves", "docs/planted-link.md", "See [the plan](planted-plan.md).\n"),
  breach(
    "generated-files-stay-uncommitted",
    "packages/access/src/planted.gen.ts",
    "export interface Planted {}\n",
  ),
  breach(
    "no-path-of-one-machine",
    "docs/planted-path.md",
    `See ${["", "home", "planted", "notes"].join("/")}.\n`,
  ),
  breach(
    "no-host-of-one-registry",
    "docs/planted-host.md",
    `Fetched from ${["https:", "", "registry.example.org", "hono"].join("/")}.\n`,
  ),
  breach(
    "no-folder-cycles",
    "packages/access/src/planted-room/planted.ts",
    'import type { Sown } from "../planted-hall/planted.ts";\n\nexport type Planted = Sown;\n',
  ),
  breach(
    "no-folder-cycles",
    "packages/access/src/planted-hall/planted.ts",
    'import type { Planted } from "../planted-room/planted.ts";\n\nexport type Sown = Planted;\n',
  ),

  // Rules of Biome in biome.json, with our plugins last.
  breach(
    "noRestrictedGlobals",
    "packages/access/src/planted-fetch.ts",
    'export const planted = () => fetch("");\n',
  ),
  breach(
    "noJsRestrictedProperties",
    "packages/access/src/planted-clock.ts",
    "export const planted = () => Date.now();\n",
  ),
  breach(
    "noJsRestrictedProperties",
    "packages/access/src/planted-mock.test.ts",
    'import { vi } from "vitest";\n\nvi.mock("./planted.ts");\n',
  ),
  breach("plugin", "packages/access/src/planted-date.ts", "export const planted = () => new Date();\n"),
  breach(
    "plugin",
    "packages/access/src/planted-env.ts",
    "export const planted = (context: { env: unknown }) => context.env;\n",
  ),
  breach(
    "plugin",
    "apps/server/src/planted-message.ts",
    "export const planted = (error: Error) => new Response(error.message);\n",
  ),
  breach("noReExportAll", "packages/access/src/planted-star.ts", 'export * from "./index.ts";\n'),
  breach("noDefaultExport", "packages/access/src/planted-default.ts", "export default 1;\n"),
  breach("useFilenamingConvention", "packages/access/src/plantedName.ts", "export const planted = 42;\n"),
  breach("noExplicitAny", "packages/access/src/planted-any.ts", "export const planted: any = 42;\n"),
  breach(
    "noImportCycles",
    "packages/access/src/planted-cycle.ts",
    'import { other } from "./planted-cycle-other.ts";\n\nexport const planted = () => other();\n',
  ),
  breach(
    "noImportCycles",
    "packages/access/src/planted-cycle-other.ts",
    'import { planted } from "./planted-cycle.ts";\n\nexport const other = (): number => planted();\n',
  ),
  breach(
    "noSkippedTests",
    "packages/access/src/planted-skipped.test.ts",
    'import { it } from "vitest";\n\nit.skip("adds", () => {});\n',
  ),
  breach(
    "noFocusedTests",
    "packages/access/src/planted-focused.test.ts",
    'import { it } from "vitest";\n\nit.only("adds", () => {});\n',
  ),
];

function breach(name: string, path: string, text: string): Breach {
  return { name, path, text };
}

function imports(name: string, path: string, specifier: string, kind?: "type"): Breach {
  const text =
    kind === "type"
      ? `import type { Planted as Sown } from "${specifier}";\n\nexport type Planted = Sown;\n`
      : `import { planted as sown } from "${specifier}";\n\nexport const planted = sown;\n`;
  return { name, path, text };
}
