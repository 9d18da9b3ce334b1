/** Bundles the program, and makes its template of apps/example: what anybody can install, without what only this repository needs. */
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build } from "esbuild";

const repository = resolve(import.meta.dirname, "../..");
const example = join(repository, "apps/example");
const template = join(import.meta.dirname, "dist/template");

const readJson = async (path: string) => JSON.parse(await readFile(path, "utf8"));
const writeJson = (name: string, value: object) =>
  writeFile(join(template, name), `${JSON.stringify(value, undefined, 2)}\n`);

/** The versions that are installed here, since `catalog:` and `workspace:*` mean something in this repository alone. */
async function findVersions(folder: string, ranges: object): Promise<object> {
  const read = async (name: string) =>
    [name, (await readJson(join(folder, "node_modules", name, "package.json"))).version] as const;
  return Object.fromEntries(await Promise.all(Object.keys(ranges).map(read)));
}

await rm(join(template, ".."), { recursive: true, force: true });
await build({
  entryPoints: [join(import.meta.dirname, "src/main.ts")],
  outfile: join(template, "../main.js"),
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
});

for (const part of ["src", "index.html", "vite.config.ts"])
  await cp(join(example, part), join(template, part), { recursive: true });
// The documentation shows the example in a frame.
await rm(join(template, "src/in-frame.tsx"));
await cp(join(import.meta.dirname, "template"), template, { recursive: true });

const { scripts, dependencies, devDependencies } = await readJson(join(example, "package.json"));
await writeJson("package.json", {
  name: "trading-app",
  version: "0.0.0",
  private: true,
  type: "module",
  engines: (await readJson(join(import.meta.dirname, "package.json"))).engines,
  scripts: { ...scripts, build: "tsc && vite build", test: "vitest run" },
  dependencies: await findVersions(example, dependencies),
  devDependencies: {
    ...(await findVersions(example, devDependencies)),
    ...(await findVersions(repository, { typescript: "" })),
  },
});

const base = await readJson(join(repository, "tsconfig.base.json"));
const own = await readJson(join(example, "tsconfig.json"));
const { incremental, tsBuildInfoFile, rewriteRelativeImportExtensions, ...compilerOptions } = {
  ...base.compilerOptions,
  ...own.compilerOptions,
};
await writeJson("tsconfig.json", { compilerOptions, include: own.include });
