import { cp, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { buildPackages } from "./build-packages.ts";
import { composeClientFigures, type Measurement } from "./compose-client-figures.ts";
import { countInstantiations } from "./count-instantiations.ts";
import { inScratchFolder } from "./in-scratch-folder.ts";
import { type Contender, listContenders } from "./list-contenders.ts";
import { measureSize } from "./measure-size.ts";
import type { Figure } from "./print-figures.ts";
import { runCommand } from "./run-command.ts";

const bench = resolve(import.meta.dirname, "..");
const document = resolve(bench, "../openapi/openapi.yaml");

/** What the client weighs and what it costs the compiler, beside others for the same document. */
export async function benchClient(): Promise<Figure[]> {
  await buildPackages();
  return inScratchFolder(async (folder) => {
    await cp(join(bench, "programs"), folder, { recursive: true });
    await runCommand("node", [join(bench, "generators/src/generate.ts"), document, folder], folder);
    const ofApp = await declareApp(join(folder, "hono-rpc"));
    const measurements: Measurement[] = [];
    for (const contender of listContenders()) measurements.push(await measure(contender, folder));
    const byPath = await countInstantiations(join(folder, "own"), "two-calls-by-path.ts", ofConsumer());
    return [
      {
        what: "@trading-oms/client, all that it exports",
        value: await measureSize(join(folder, "own/everything.ts")),
        unit: "bytes gzip",
        reach: 5_120,
      },
      ...composeClientFigures(measurements),
      {
        what: "@trading-oms/client, two calls by path",
        value: byPath,
        unit: "instantiations",
        reach: 10_000,
      },
      { what: "Hono RPC, declaring the app beforehand", value: ofApp, unit: "instantiations" },
      {
        what: "an empty program, libraries checked",
        value: await countOfNothing(folder),
        unit: "instantiations",
      },
    ];
  });
}

async function measure(contender: Contender, scratch: string): Promise<Measurement> {
  const folder = join(scratch, contender.folder);
  const count = (settings: object) => countInstantiations(folder, "two-calls.ts", settings);
  // Five calls are compiled as well, so that no program is measured that would not do.
  await countInstantiations(folder, "five-calls.ts", ofConsumer());
  return {
    contender,
    bytesOfTwo: await measureSize(join(folder, "two-calls.ts")),
    bytesOfFive: await measureSize(join(folder, "five-calls.ts")),
    instantiations: await count(ofConsumer()),
    instantiationsWithDeclarations: contender.declarationsHold
      ? await count(ofConsumer({ skipLibCheck: false }))
      : undefined,
  };
}

/** Hono's advice is to compile the app once, so that its clients read declarations and infer nothing. */
function declareApp(folder: string): Promise<number> {
  const settings = { noEmit: false, declaration: true, emitDeclarationOnly: true, outDir: "generated" };
  return countInstantiations(folder, "app.ts", ofConsumer(settings));
}

async function countOfNothing(folder: string): Promise<number> {
  await writeFile(join(folder, "nothing.ts"), "export {};\n");
  return countInstantiations(folder, "nothing.ts", ofConsumer({ skipLibCheck: false }));
}

/** How a program for browsers is commonly compiled. */
function ofConsumer(changes: object = {}): object {
  const compilerOptions = {
    target: "es2022",
    lib: ["es2022", "dom", "dom.iterable"],
    module: "esnext",
    moduleResolution: "bundler",
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    types: [],
    ...changes,
  };
  return { compilerOptions };
}
