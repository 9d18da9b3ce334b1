import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
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
  for (const side of ["front", "back"]) {
    await writeFile(join(project, `${side}.jpg`), Uint8Array.of(0xff, 0xd8, side.length));
  }
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
  await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["examples"] }));
  return examples;
}

/** Type-checks the examples with a compiler of the project, and leaves what a Node and a bundler can run. */
export async function compileExamples(project: string, compiler: string): Promise<void> {
  const tsc = join(project, `node_modules/${compiler}/bin/tsc`);
  await runProgram(process.execPath, [tsc, "-p", "."], { folder: project });
}
