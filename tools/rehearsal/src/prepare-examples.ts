import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeCard } from "@trading-oms/cards";
import { cardOrder } from "./card-order.ts";
import { type Example, listExamples, pointAt } from "./list-examples.ts";
import type { PackedPackage } from "./pack-packages.ts";
import { runProgram } from "./run-program.ts";
import { writeDriver } from "./write-driver.ts";

/** Takes the examples out of the installed READMEs and that of the repository, and compiles them for the project. */
export async function prepareExamples(
  project: string,
  repository: string,
  packages: readonly PackedPackage[],
  origin: string,
): Promise<Example[]> {
  const examples = listExamples("readme", await readFile(join(repository, "README.md"), "utf8"));
  for (const { name } of packages) {
    const markdown = await readFile(join(project, "node_modules", name, "README.md"), "utf8");
    examples.push(...listExamples(name.slice(name.indexOf("/") + 1), markdown));
  }
  for (const folder of ["examples", "built"]) await mkdir(join(project, folder));
  for (const example of examples) {
    const text = pointAt(origin, example);
    await writeFile(join(project, `examples/${example.name}.ts`), text);
    await writeFile(join(project, `built/run-${example.name}.js`), writeDriver(`./${example.name}.js`, text));
  }
  const { front, back } = makeCard({ ...cardOrder, encoding: "jpeg" });
  for (const [side, bytes] of Object.entries({ front, back }))
    await writeFile(join(project, `${side}.jpg`), bytes);
  const compilerOptions = {
    target: "es2022",
    lib: ["es2022", "dom", "dom.iterable", "dom.asynciterable"],
    module: "nodenext",
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    rootDir: "examples",
    outDir: "built",
    types: [],
  };
  const pathsOf = (chosen: readonly Example[]) => chosen.map(({ name }) => `examples/${name}.ts`);
  const ofNode = examples.filter(({ text }) => text.includes('from "node:'));
  const files = pathsOf(examples.filter((example) => !ofNode.includes(example)));
  await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  const extended = { compilerOptions: { ...compilerOptions, types: ["node"] }, files: pathsOf(ofNode) };
  await writeFile(join(project, "tsconfig.node.json"), JSON.stringify(extended));
  return examples;
}

/** Type-checks the examples with a compiler of the project, and leaves what a Node and a bundler can run. */
export async function compileExamples(project: string, compiler: string): Promise<void> {
  const tsc = join(project, `node_modules/${compiler}/bin/tsc`);
  for (const settings of ["tsconfig.json", "tsconfig.node.json"]) {
    await runProgram(process.execPath, [tsc, "-p", settings], { folder: project });
  }
}
