/** One new file that breaks a rule. */
export interface Breach {
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

/** For each wall, each rule of ours and each rule asked of Biome, the smallest file that breaks it. */
export const breaches: readonly Breach[] = [
  // Walls, told by dependency-cruiser.
  imports("margin-knows-nobody", "packages/margin/src/planted.ts", "zod"),
  imports("market-knows-nobody", "packages/market/src/planted.ts", "@trading-oms/types", "type"),
  imports("id-card-read-knows-nobody", "packages/id-card/src/read/planted.ts", "../node/index.ts"),
  imports("brokerage-knows-margin-and-market", "packages/brokerage/src/planted.ts", "@trading-oms/store"),
  imports("client-knows-types-alone", "packages/client/src/planted.ts", "@trading-oms/contract"),
  imports("client-knows-types-alone", "packages/client/src/planted-by-npm.ts", "hono"),
  imports("contract-knows-zod-and-hono", "packages/contract/src/planted.ts", "ajv"),
  imports(
    "contract-meets-types-in-proofs-alone",
    "packages/contract/src/planted.test.ts",
    "@trading-oms/types",
  ),
  imports("types-know-nobody", "packages/types/src/planted.ts", "@trading-oms/contract", "type"),
  imports("access-knows-nobody", "packages/access/src/planted.ts", "@trading-oms/store"),
  imports("id-card-knows-nobody", "packages/id-card/src/node/planted.ts", "@trading-oms/images"),
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
  imports("server-roots-know-their-rooms", "apps/server/src/runtimes/planted.ts", "@trading-oms/margin"),
  imports("oms-knows-its-rooms", "apps/oms/src/planted.ts", "@trading-oms/contract"),
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
  {
    name: "money-is-bigint",
    path: "packages/margin/src/planted-cash.ts",
    text: "export interface Cash {\n  cashVnd: number;\n}\n",
  },
  {
    name: "margin-computes-exactly",
    path: "packages/margin/src/planted-ratio.ts",
    text: "export const ratio = 0.5;\n",
  },
  {
    name: "statuses-stand-in-one-table",
    path: "apps/server/src/planted-status.ts",
    text: "export const planted = () => new Response(null, { status: 404 });\n",
  },
  {
    name: "nothing-happens-on-import",
    path: "packages/access/src/planted-registry.ts",
    text: "export const registry = new Set<string>();\nregistry.add('planted');\n",
  },
  {
    name: "ports-are-types-alone",
    path: "packages/brokerage/src/ports/planted.ts",
    text: "export const planted = 42;\n",
  },
  {
    name: "compiler-is-not-silenced",
    path: "packages/access/src/planted-silence.ts",
    text: "// @ts-expect-error\nexport const planted: number = '42';\n",
  },
  {
    name: "ci-test-is-run",
    path: "packages/margin/src/planted.ci.test.ts",
    text: 'import { expect, it } from "vitest";\n\nit("adds", () => {\n  expect(1 + 1).toBe(2);\n});\n',
  },
  {
    name: "versions-come-from-the-catalog",
    path: "packages/planted/package.json",
    text: '{\n  "dependencies": {\n    "hono": "4.0.0"\n  }\n}\n',
  },
  { name: "doc-link-resolves", path: "docs/planted-link.md", text: "See [the plan](planted-plan.md).\n" },
  {
    name: "generated-files-stay-uncommitted",
    path: "packages/access/src/planted.gen.ts",
    text: "export interface Planted {}\n",
  },
  {
    name: "no-path-of-one-machine",
    path: "docs/planted-path.md",
    text: `See ${["", "home", "planted", "notes"].join("/")}.\n`,
  },
  {
    name: "no-host-of-one-registry",
    path: "docs/planted-host.md",
    text: `Fetched from ${["https:", "", "registry.example.org", "hono"].join("/")}.\n`,
  },

  // Rules of Biome that biome.json asks for, a plugin of its own last.
  {
    name: "noRestrictedGlobals",
    path: "packages/access/src/planted-fetch.ts",
    text: 'export const planted = () => fetch("");\n',
  },
  {
    name: "noJsRestrictedProperties",
    path: "packages/access/src/planted-clock.ts",
    text: "export const planted = () => Date.now();\n",
  },
  {
    name: "noJsRestrictedProperties",
    path: "packages/access/src/planted-mock.test.ts",
    text: 'import { vi } from "vitest";\n\nvi.mock("./planted.ts");\n',
  },
  {
    name: "plugin",
    path: "packages/access/src/planted-date.ts",
    text: "export const planted = () => new Date();\n",
  },
  {
    name: "plugin",
    path: "packages/access/src/planted-env.ts",
    text: "export const planted = (context: { env: unknown }) => context.env;\n",
  },
  {
    name: "plugin",
    path: "apps/server/src/planted-message.ts",
    text: "export const planted = (error: Error) => new Response(error.message);\n",
  },
  {
    name: "noReExportAll",
    path: "packages/access/src/planted-star.ts",
    text: 'export * from "./index.ts";\n',
  },
  { name: "noDefaultExport", path: "packages/access/src/planted-default.ts", text: "export default 1;\n" },
  {
    name: "useFilenamingConvention",
    path: "packages/access/src/plantedName.ts",
    text: "export const planted = 42;\n",
  },
  {
    name: "noExplicitAny",
    path: "packages/access/src/planted-any.ts",
    text: "export const planted: any = 42;\n",
  },
  {
    name: "noSkippedTests",
    path: "packages/access/src/planted-skipped.test.ts",
    text: 'import { it } from "vitest";\n\nit.skip("adds", () => {});\n',
  },
  {
    name: "noFocusedTests",
    path: "packages/access/src/planted-focused.test.ts",
    text: 'import { it } from "vitest";\n\nit.only("adds", () => {});\n',
  },
];

function imports(name: string, path: string, specifier: string, kind?: "type"): Breach {
  const text =
    kind === "type"
      ? `import type { Planted as Sown } from "${specifier}";\n\nexport type Planted = Sown;\n`
      : `import { planted as sown } from "${specifier}";\n\nexport const planted = sown;\n`;
  return { name, path, text };
}
